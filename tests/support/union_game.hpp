// support/union_game.hpp: several games as one, so that the oracle, whose sums are of
// one game, can solve sums of unlike games.
//
// Position (g, x, ..) of the union is position (x, ..) of game number g, with zeros behind
// it where other games have more coordinates. Games with endings are not supported.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rules/rules.hpp"
#include "support/build_rules.hpp"

namespace grundy::support {

class UnionGame {
 public:
  explicit UnionGame(std::vector<rules::Rules> games) : games_(std::move(games)) {
    for (const rules::Rules& game : games_) width_ = std::max(width_, game.dimensions());
    rules_ = support::game({heap("game")}, {});
    for (std::size_t i = 0; i < width_; ++i)
      rules_.coordinates.push_back(ranged("x" + std::to_string(i), lowest(i), std::nullopt));
    for (std::size_t number = 0; number < games_.size(); ++number)
      for (const rules::OptionRule& rule : games_[number].options) add(number, rule);
  }

  const rules::Rules& rules() const { return rules_; }

  Position position(std::size_t game, Position of_game) const {
    of_game.insert(of_game.begin(), static_cast<std::int64_t>(game));
    of_game.resize(width_ + 1);
    return of_game;
  }

 private:
  std::int64_t lowest(std::size_t axis) const {
    std::int64_t low = 0;
    for (const rules::Rules& game : games_)
      if (axis < game.dimensions()) low = std::min(low, game.coordinates[axis].low);
    return low;
  }

  // Coordinates move behind `game`, binders behind all coordinates.
  Expression moved(Expression expression, std::size_t dimensions) const {
    if (expression.op == Expression::Op::variable)
      expression.value += static_cast<std::int64_t>(
          static_cast<std::size_t>(expression.value) < dimensions ? 1 : 1 + width_ - dimensions);
    for (Expression& argument : expression.arguments)
      argument = moved(std::move(argument), dimensions);
    return expression;
  }

  Condition moved(Condition condition, std::size_t dimensions) const {
    for (Expression& side : condition.sides) side = moved(std::move(side), dimensions);
    for (Condition& part : condition.parts) part = moved(std::move(part), dimensions);
    return condition;
  }

  void add(std::size_t number, rules::OptionRule rule) {
    const rules::Rules& game = games_[number];
    const std::size_t dimensions = game.dimensions();
    for (Binder& binder : rule.binders) {
      binder.low = moved(std::move(binder.low), dimensions);
      if (binder.high) binder.high = moved(*std::move(binder.high), dimensions);
    }
    std::vector<Condition> parts{
        compare(x(0), Condition::Op::equal, c(static_cast<std::int64_t>(number))),
        moved(std::move(rule.when), dimensions)};
    for (auto& summand : rule.summands) {
      for (std::size_t axis = 0; axis < dimensions; ++axis) {
        summand[axis] = moved(std::move(summand[axis]), dimensions);
        add_range(parts, summand[axis], game.coordinates[axis]);
      }
      summand.insert(summand.begin(), x(0));
      summand.resize(width_ + 1, c(0));
    }
    for (rules::Stretch& stretch : rule.stretches) {
      stretch.count = moved(std::move(stretch.count), dimensions);
      stretch.step.insert(stretch.step.begin(), 0);
      stretch.step.resize(width_ + 1);
    }
    rule.when = combine(Condition::Op::all_of, std::move(parts));
    rules_.options.push_back(std::move(rule));
  }

  static void add_range(std::vector<Condition>& parts, const Expression& value,
                        const rules::Coordinate& coordinate) {
    parts.push_back(compare(value, Condition::Op::greater_equal, c(coordinate.low)));
    if (coordinate.high)
      parts.push_back(compare(value, Condition::Op::less_equal, c(*coordinate.high)));
  }

  std::vector<rules::Rules> games_;
  std::size_t width_ = 0;
  rules::Rules rules_;
};

}  // namespace grundy::support
