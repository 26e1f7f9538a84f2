#include "verify/known.hpp"

#include <fmt/format.h>

namespace grundy::verify {

std::string text_of(Quantity quantity, const Fact& fact) {
  if (quantity == Quantity::nimber) return fmt::format("{}", fact.value);
  if (quantity == Quantity::outcome) return std::string(to_string(fact.outcome));
  return fmt::format("{} of {}", fact.value, to_string(fact.outcome));
}

bool same(Quantity quantity, const Fact& a, const Fact& b) noexcept {
  return quantity == Quantity::nimber ? a.value == b.value : a == b;
}

}  // namespace grundy::verify
