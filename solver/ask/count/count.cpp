#include "ask/count/count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/count/group.hpp"
#include "ask/count/xor_convolution.hpp"

namespace grundy::count {
namespace {

// The positions that the last two histograms make, of nimber 0 or of all others.
Amount combine(const Histogram& a, const Histogram& b, Outcome outcome, Arithmetic& arithmetic) {
  Amount result;
  if (outcome == Outcome::P) {
    for (std::size_t x = 0; x < std::min(a.size(), b.size()); ++x)
      arithmetic.add(arithmetic.product(a[x], b[x]), result);
    return result;
  }
  // All, less those of equal nimbers.
  Amount of_a;
  Amount of_b;
  for (const Amount& amount : a) arithmetic.add(amount, of_a);
  for (const Amount& amount : b) arithmetic.add(amount, of_b);
  result = arithmetic.product(of_a, of_b);
  const Amount lost = combine(a, b, Outcome::P, arithmetic);
  arithmetic.add({-lost.count, -lost.sum}, result);
  return result;
}

bool any_empty(const Question& question) {
  return std::ranges::any_of(question.ranges, &Range::empty);
}

}  // namespace

Result<Amount> count(const Question& question, const Options& options) {
  if (any_empty(question)) return Amount{};
  const auto terms = solve_terms(question, options);
  if (!terms) return terms.error();
  Arithmetic arithmetic(options.modulus, options.sum_coordinates);
  Histogram all{arithmetic.one()};
  Histogram last{arithmetic.one()};
  for (const Group& group : groups_of(question, *terms)) {
    auto next = histogram(group, question, options, arithmetic);
    if (!next) return next.error();
    all = convolve(all, last, arithmetic);
    last = *std::move(next);
  }
  const Amount result = combine(all, last, options.outcome, arithmetic);
  if (arithmetic.overflowed())
    return Error{
        Errc::unsupported,
        "numbers on the way to the result exceed 127 bits; ask for it modulo a number with "
        "option `mod`"};
  return result;
}

std::string to_string(Number number) {
  return fmt::format("{}", number);
}

}  // namespace grundy::count
