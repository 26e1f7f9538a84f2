// methods/amounts.hpp: which amounts a condition allows, where it speaks of the amount alone.
//
// A condition is asked about each of the first amounts, and what it says of all others must be
// proved at once: `k != 1`, `not (k = 1 or k = 3)`, `k > 6 or k mod 2 = 0`, `k * k >= 9`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::family {

inline constexpr std::int64_t most_amounts = 256;

class Amounts {
 public:
  // Nothing where the condition mentions another variable, cannot be evaluated, or where it is not
  // proved that it holds of all amounts from most_amounts on, or of none.
  static std::optional<Amounts> allowed_by(const rules::Condition& condition,
                                           rules::Variable amount);

  // Requires amount >= 0.
  bool contain(std::int64_t amount) const {
    return amount < most_amounts ? first_[static_cast<std::size_t>(amount)] : others_;
  }
  bool others() const noexcept { return others_; }  // all from most_amounts on

 private:
  std::vector<bool> first_;  // of 0 .. most_amounts - 1
  bool others_ = true;
};

}  // namespace grundy::family
