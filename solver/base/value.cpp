#include "base/value.hpp"

namespace grundy {

std::string_view to_string(Outcome outcome) noexcept {
  return outcome == Outcome::P ? "P" : "N";
}

std::string_view to_string(Convention convention) noexcept {
  return convention == Convention::normal ? "normal" : "misere";
}

std::string_view to_string(Quantity quantity) noexcept {
  switch (quantity) {
    case Quantity::outcome:
      return "outcome";
    case Quantity::nimber:
      return "nimber";
    case Quantity::remoteness:
      return "remoteness";
  }
  return "";
}

std::optional<Quantity> quantity_from(std::string_view name) noexcept {
  for (const Quantity quantity : {Quantity::outcome, Quantity::nimber, Quantity::remoteness})
    if (to_string(quantity) == name) return quantity;
  return std::nullopt;
}

}  // namespace grundy
