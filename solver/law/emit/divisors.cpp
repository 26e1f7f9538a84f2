#include "law/emit/divisors.hpp"

#include <algorithm>

namespace grundy::law {
namespace {

bool divides_by_unknown(const rules::Expression& e) {
  using Op = rules::Expression::Op;
  const bool is_quotient =
      e.op == Op::floor_divide || e.op == Op::ceil_divide || e.op == Op::modulo;
  if (is_quotient && e.arguments[1].op != Op::constant) return true;
  return std::ranges::any_of(e.arguments,
                             [](const auto& argument) { return divides_by_unknown(argument); });
}

bool divides_by_unknown(const rules::Condition& condition) {
  return std::ranges::any_of(condition.sides,
                             [](const auto& side) { return divides_by_unknown(side); }) ||
         std::ranges::any_of(condition.parts,
                             [](const auto& part) { return divides_by_unknown(part); });
}

}  // namespace

bool divides_by_unknown(const rules::Claim& claim) {
  return divides_by_unknown(claim.p) ||
         std::ranges::any_of(claim.pieces,
                             [](const auto& piece) {
                               return divides_by_unknown(piece.value) ||
                                      divides_by_unknown(piece.when);
                             }) ||
         std::ranges::any_of(claim.functions, [](const auto& function) {
           return std::ranges::any_of(function.of,
                                      [](const auto& e) { return divides_by_unknown(e); });
         });
}

}  // namespace grundy::law
