#include "rules/proofs/effort.hpp"

#include <fmt/format.h>

namespace grundy::rules {

Effort::Effort() noexcept : outermost_(!open_) {
  if (!outermost_) return;
  open_ = true;
  left_ = most_steps;
  place_ = {};
}

Effort::~Effort() {
  if (!outermost_) return;
  open_ = false;
  left_ = unlimited;
}

void Effort::spent() {
  left_ = 0;
  throw EffortSpent(place_,
                    fmt::format("these rules are too much to reason about: after {} steps nothing "
                                "is proved yet",
                                most_steps),
                    "simplify this rule, or use fewer of its kind: fewer binders and conditions, "
                    "and fewer products, floor, mod, min and max inside each other");
}

void Effort::too_many_terms() {
  throw EffortSpent(place_,
                    fmt::format("multiplied out, an expression has more than {} terms", most_terms),
                    "use fewer products of sums in this rule");
}

}  // namespace grundy::rules
