// generator/expressions.hpp: random numbers and conditions over the names in sight.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "generator/draw.hpp"
#include "generator/syntax.hpp"

namespace grundy::generator {

struct Names {
  std::vector<std::string> coordinates;
  std::vector<std::string> binders;
  std::vector<std::string> parameters;  // that are integers
};

class Expressions {
 public:
  Expressions(Draw& draw, Names names) : draw_(draw), names_(std::move(names)) {}

  // Of at most this depth; divisors are proved to be positive by their form.
  Number number(int depth);
  // 0 .. 5, now and then a negative one.
  Number small();
  // The number itself, or written in a way that means the same.
  Number disguised(Number number);

  // A comparison, a chain, or several joined.
  Condition condition(int depth);
  // One with a product in it.
  Condition product_condition();
  // One that always holds, or never.
  Condition settled(Condition::Truth truth);

 private:
  Number atom();
  Number divisor();
  Number variable();
  Condition comparison(int depth);
  Condition redundant();
  Condition contradictory();
  std::string sign();

  Draw& draw_;
  Names names_;
};

}  // namespace grundy::generator
