#include "rules/proofs/set_bits.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace grundy::rules {
namespace {

using Op = Expression::Op;

struct Bit {
  Expression number;
  Expression exponent;
};

// floor(m / 2^e) mod 2 - 1
std::optional<Bit> bit_in(const Polynomial& fact) {
  const auto& terms = fact.terms();
  if (terms.size() != 2 || !terms.begin()->first.empty() || terms.begin()->second != -1)
    return std::nullopt;
  const auto& [monomial, coefficient] = *std::next(terms.begin());
  if (coefficient != 1 || monomial.size() != 1) return std::nullopt;
  const Expression& rest = monomial[0];
  if (rest.op != Op::modulo || rest.arguments[1] != constant(2)) return std::nullopt;
  const Expression& quotient = rest.arguments[0];
  if (quotient.op != Op::floor_divide) return std::nullopt;
  const Expression& power = quotient.arguments[1];
  if (power.op != Op::power || power.arguments[0] != constant(2)) return std::nullopt;
  return Bit{quotient.arguments[0], power.arguments[1]};
}

class Collection {
 public:
  void add(const Expression& number, const Expression& exponent) {
    if (number.op == Op::bit_and)
      for (const Expression& part : number.arguments) add(part, exponent);
    if (number.op == Op::floor_divide && number.arguments[1].op == Op::constant)
      if (const std::int64_t divisor = number.arguments[1].value; is_power_of_two(divisor))
        add(number.arguments[0],
            (Polynomial(exponent) + Polynomial(exponent_of(divisor))).expression());
    if (number.op == Op::subtract && number.arguments[1].op == Op::bit_and &&
        number.arguments[1].arguments[0] == number.arguments[0])
      add(number.arguments[0], exponent);  // m - (m band n) has the bits of m that n lacks
    keep(number, exponent);
  }

  std::vector<SetBits> take() { return std::move(found_); }

 private:
  static bool is_power_of_two(std::int64_t n) {
    return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n));
  }
  static std::int64_t exponent_of(std::int64_t power) {
    return std::countr_zero(static_cast<std::uint64_t>(power));
  }

  void keep(const Expression& number, const Expression& exponent) {
    const auto known = std::ranges::find(found_, number, &SetBits::number);
    if (known == found_.end()) {
      found_.push_back({number, {exponent}});
      return;
    }
    const bool is_other = std::ranges::all_of(known->exponents, [&](const Expression& other) {
      const auto difference = (Polynomial(exponent) - Polynomial(other)).as_constant();
      return difference && *difference != 0;
    });
    if (is_other) known->exponents.push_back(exponent);
  }

  std::vector<SetBits> found_;
};

}  // namespace

std::vector<SetBits> set_bits(const std::vector<Polynomial>& facts) {
  Collection all;
  for (const Polynomial& fact : facts)
    if (const auto bit = bit_in(fact)) all.add(bit->number, bit->exponent);
  return all.take();
}

}  // namespace grundy::rules
