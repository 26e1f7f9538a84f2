// P-positions of one heap in intervals whose ends grow by a factor, as where a heap is divided
// (the multiplication game of POJ 2505: 9 * 18^i < n <= 18^(i + 1)).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "law/sample.hpp"

namespace grundy::law {
namespace {

constexpr std::size_t most_ends = 16;  // in a scale

bool is_p(const Sample& sample, std::int64_t n) {
  return sample.at({n}) == static_cast<std::uint32_t>(Outcome::P);
}

// The n >= 1 at which the outcome is not that of n + 1; or these n + 1 (`shift`).
std::vector<std::int64_t> ends_of(const Sample& sample, std::int64_t shift) {
  std::vector<std::int64_t> ends;
  for (std::int64_t n = 1; n < sample.box.high[0]; ++n)
    if (is_p(sample, n) != is_p(sample, n + 1)) ends.push_back(n + shift);
  return ends;
}

// By which all of them grow from one scale to the next; 0 if there is none.
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
