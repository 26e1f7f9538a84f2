// support/translated.hpp: the same game somewhere else.
//
// Coordinate i of the translated game is `by[i]` more than that of the game. So values, options and
// plays are those of the game, moved.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::support {

class Translation {
 public:
  explicit Translation(Position by) : by_(std::move(by)) {}

  rules::Rules of(rules::Rules rules) const {
    for (std::size_t axis = 0; axis < by_.size(); ++axis) {
      rules::Coordinate& coordinate = rules.coordinates[axis];
      coordinate.low += by_[axis];
      if (coordinate.high) *coordinate.high += by_[axis];
    }
    for (rules::OptionRule& rule : rules.options) translate(rule);
    for (rules::Ending& ending : rules.endings) translate(ending.when);
    return rules;
  }

  Position of(Position position) const {
    for (std::size_t axis = 0; axis < by_.size(); ++axis) position[axis] += by_[axis];
    return position;
  }

 private:
  void translate(rules::OptionRule& rule) const {
    for (rules::Binder& binder : rule.binders) {
      translate(binder.low);
      if (binder.high) translate(*binder.high);
    }
    translate(rule.when);
    for (rules::Stretch& stretch : rule.stretches) translate(stretch.count);
    for (auto& summand : rule.summands)
      for (std::size_t axis = 0; axis < by_.size(); ++axis) {
        translate(summand[axis]);
        summand[axis] = {
            rules::Expression::Op::add, 0, {summand[axis], rules::constant(by_[axis])}};
      }
  }

  void translate(rules::Condition& condition) const {
    for (rules::Expression& side : condition.sides) translate(side);
    for (rules::Condition& part : condition.parts) translate(part);
  }

  void translate(rules::Expression& expression) const {
    using Op = rules::Expression::Op;
    for (rules::Expression& argument : expression.arguments) translate(argument);
    if (expression.op != Op::variable) return;
    const auto variable = static_cast<std::size_t>(expression.value);
    if (variable >= by_.size()) return;
    expression = {Op::subtract, 0, {rules::variable(variable), rules::constant(by_[variable])}};
  }

  Position by_;
};

}  // namespace grundy::support
