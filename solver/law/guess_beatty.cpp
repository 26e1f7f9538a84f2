// P-positions (floor(k r), floor(k r) + t k) and their mirror images, as of Wythoff's game (t = 1)
// and of its kin (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts",
// 1982).
//
// r is the positive root of x * x + (t - 2) * x - t, so a = floor(k r) exactly if that polynomial,
// times k * k, is at most 0 for x = a / k and more than 0 for x = (a + 1) / k. So whole numbers
// tell.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "law/sample.hpp"

namespace grundy::law {
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

// The same as a claim has it.
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

}  // namespace grundy::law
