// law/guess_outcomes.cpp: P-positions of special forms: in intervals that grow by a factor, and
// pairs made of multiples of an irrational number.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "law/guess.hpp"

namespace grundy::law {

// P-positions (floor(k r), floor(k r) + t k) and their mirror images, as in Wythoff's game (t = 1)
// and its generalizations (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three
// fronts", 1982).
//
// r is the positive root of x * x + (t - 2) * x - t, so a = floor(k r) exactly if that polynomial,
// times k * k, is at most 0 for x = a / k and more than 0 for x = (a + 1) / k. So integers suffice.

namespace {

constexpr std::int64_t most_spread = 4;

// k * k times the polynomial at a / k.
std::int64_t polynomial(std::int64_t a, std::int64_t k, std::int64_t t) {
  return a * a + (t - 2) * a * k - t * k * k;
}

bool is_pair(const Position& position, std::int64_t t) {
  const auto [a, b] = std::minmax(position[0], position[1]);
  const std::int64_t k = (b - a) / t;
  return (b - a) % t == 0 && polynomial(a, k, t) <= 0 && polynomial(a + 1, k, t) > 0;
}

bool agrees(const Sample& sample, std::int64_t t) {
  for (std::uint64_t rank = 0; rank < sample.values.size(); ++rank)
    if (is_pair(sample.box.position(rank), t) !=
        (sample.values[static_cast<std::size_t>(rank)] == static_cast<std::uint32_t>(Outcome::P)))
      return false;
  return true;
}

// The same in the language of claims.
std::string polynomial_text(const std::string& a, const std::string& k, std::int64_t t) {
  const std::string middle = t == 2 ? "" : fmt::format(" {} {} * {}", t < 2 ? '-' : '+', a, k);
  return fmt::format("{0} * {0}{1}{2} - {3} * {4} * {4}", a, middle,
                     t > 3 ? fmt::format(" * {}", t - 2) : "", t, k);
}

}  // namespace

Guess guess_beatty(const Sample& sample) {
  if (sample.box.dimensions() != 2 || sample.quantity != Quantity::outcome) return {};
  if (sample.box.low != Position{0, 0}) return {};
  std::int64_t t = 1;
  while (t <= most_spread && !agrees(sample, t)) ++t;
  if (t > most_spread) return {};
  const std::string both = fmt::format("({}, {})", sample.names[0], sample.names[1]);
  const std::string a = "min" + both, next = "(" + a + " + 1)";
  const std::string difference = fmt::format("(max{0} - min{0})", both);
  const std::string k = t == 1 ? difference : fmt::format("floor({} / {})", difference, t);
  std::string text = fmt::format("P when {} <= 0 and {} > 0", polynomial_text(a, k, t),
                                 polynomial_text(next, k, t));
  if (t > 1) text += fmt::format(" and {} mod {} = 0", difference, t);
  return {std::move(text)};
}

// P-positions of one heap in intervals whose ends grow by a factor, as in games in which a heap is
// divided (the multiplication game of POJ 2505: 9 * 18^i < n <= 18^(i + 1)).

namespace {

constexpr std::size_t most_ends = 16;  // of intervals in a scale

bool is_p(const Sample& sample, std::int64_t n) {
  return sample.at({n}) == static_cast<std::uint32_t>(Outcome::P);
}

// The n >= 1 whose outcome differs from that of n + 1; plus `shift`.
std::vector<std::int64_t> ends_of(const Sample& sample, std::int64_t shift) {
  std::vector<std::int64_t> ends;
  for (std::int64_t n = 1; n < sample.box.high[0]; ++n)
    if (is_p(sample, n) != is_p(sample, n + 1)) ends.push_back(n + shift);
  return ends;
}

// The factor by which all ends grow from one scale to the next; 0 if there is none.
std::int64_t factor_of(const std::vector<std::int64_t>& ends, std::size_t in_scale) {
  if (ends.size() < 2 * in_scale + 1) return 0;
  const std::int64_t factor = ends[in_scale] / ends[0];
  for (std::size_t i = 0; i + in_scale < ends.size(); ++i)
    if (ends[i + in_scale] != factor * ends[i]) return 0;
  return factor;
}

// A name for the scale that no coordinate has.
std::string free_name(const Sample& sample) {
  const auto& taken = sample.names;
  std::string name = "s";
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += "s";
  return name;
}

std::string scaled(std::int64_t factor, const std::string& name) {
  return factor == 1 ? name : fmt::format("{} * {}", factor, name);
}

// Intervals with their upper ends, or (`shift` 1) with their lower ends.
Guess guess_with(const Sample& sample, std::int64_t shift) {
  const auto ends = ends_of(sample, shift);
  std::size_t in_scale = 1;
  while (in_scale <= most_ends && factor_of(ends, in_scale) < 2) ++in_scale;
  if (in_scale > most_ends) return {};
  const std::int64_t factor = factor_of(ends, in_scale);
  const std::string name = free_name(sample), n = sample.names[0];
  std::vector<std::string> where;
  for (std::int64_t first = sample.box.low[0]; first <= 1 - shift; ++first)
    if (is_p(sample, first)) where.push_back(fmt::format("{} = {}", n, first));
  std::vector<std::int64_t> inner = {1};
  std::copy_if(ends.begin(), ends.end(), std::back_inserter(inner),
               [&](std::int64_t end) { return 1 < end && end < factor; });
  inner.push_back(factor);
  for (std::size_t i = 0; i + 1 < inner.size(); ++i)
    if (is_p(sample, inner[i] + 1 - shift))
      where.push_back(fmt::format("{} {} {} {} {}", scaled(inner[i], name), shift == 0 ? "<" : "<=",
                                  n, shift == 0 ? "<=" : "<", scaled(inner[i + 1], name)));
  if (where.empty()) return {};
  return {
      fmt::format("P when {} for some {} in powers({})", fmt::join(where, " or "), name, factor)};
}

}  // namespace

Guess guess_intervals(const Sample& sample) {
  if (sample.box.dimensions() != 1 || sample.quantity != Quantity::outcome) return {};
  if (sample.box.low[0] > 1) return {};
  Guess guess = guess_with(sample, 0);
  return guess.text.empty() ? guess_with(sample, 1) : guess;
}

}  // namespace grundy::law
