// compile/tries.hpp: how much work the options of a position are, about.
#pragma once
#include <vector>

#include "base/box.hpp"
#include "rules/rules.hpp"

namespace grundy::compile {

// How many values of binders a program tries at a position, by rule of thumb: few of them may give
// options, so the count of options says little. Construction may throw std::overflow_error.
class Tries {
 public:
  explicit Tries(const rules::Rules& rules);
  double operator()(const Position& position) const;

 private:
  // Of a binder, where the coordinates are s above their low ends together.
  struct Tried {
    double constant = 0;  // that many, if it is not 0
    double log_base = 0;  // else 1 + log(s) / log_base, if that is not 0
    double degree = 1;    // else s^degree

    explicit Tried(const rules::Binder& binder);
    double operator()(double sum) const;
  };

  Position low_;
  std::vector<std::vector<Tried>> tried_;  // by rule and binder
};

}  // namespace grundy::compile
