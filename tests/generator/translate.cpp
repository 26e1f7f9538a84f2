#include "generator/translate.hpp"

#include <algorithm>
#include <utility>

namespace grundy::generator {
namespace {

using Op = Number::Op;

class Translator {
 public:
  Translator(const Game& game, const std::vector<std::int64_t>& by) : by_(by) {
    for (const Coordinate& coordinate : game.coordinates) names_.push_back(coordinate.name);
  }

  void translate(Game& game) const {
    for (std::size_t axis = 0; axis < names_.size(); ++axis) {
      Coordinate& coordinate = game.coordinates[axis];
      coordinate.low = moved(coordinate.low.value_or(constant(0)), axis);
      if (coordinate.high) coordinate.high = moved(*std::move(coordinate.high), axis);
    }
    for (Rule& rule : game.rules) {
      for (Summand& summand : rule.summands)
        for (std::size_t axis = 0; axis < summand.size(); ++axis) retarget(summand[axis], axis);
      for (Stretch& stretch : rule.stretches) {
        for (std::size_t axis = 0; axis < stretch.position.size(); ++axis)
          retarget(stretch.position[axis], axis);
        for (Number& number : stretch.numbers) translate(number);
      }
      for (Binder& binder : rule.binders)
        for (Number& number : binder.numbers) translate(number);
      if (rule.when) translate(*rule.when);
    }
    for (Ending& ending : game.endings) translate(ending.when);
    if (game.where) translate(*game.where);
    if (game.falls) translate(*game.falls);
  }

 private:
  Number moved(Number number, std::size_t axis) const {
    if (number.op == Op::constant) return constant(number.value + by_[axis]);
    return std::move(number) + constant(by_[axis]);
  }

  // The new value of a coordinate: "a - k" stays as it is, and "i" becomes "i + 1000".
  void retarget(Number& number, std::size_t axis) const {
    if (stays(number, axis)) return;
    translate(number);
    number = moved(std::move(number), axis);
  }

  // Whether it is the coordinate and something added to it; then that is translated.
  bool stays(Number& number, std::size_t axis) const {
    if (number.op == Op::name) return number.name == names_[axis];
    if (number.op != Op::add && number.op != Op::subtract) return false;
    if (!stays(number.parts[0], axis)) return false;
    std::for_each(number.parts.begin() + 1, number.parts.end(),
                  [this](Number& part) { translate(part); });
    return true;
  }

  // The axis of a coordinate's name, or their count.
  std::size_t axis_of(const Number& number) const {
    if (number.op != Op::name) return names_.size();
    return static_cast<std::size_t>(std::ranges::find(names_, number.name) - names_.begin());
  }

  void translate(Number& number) const {
    for (Number& part : number.parts) translate(part);
    if (const std::size_t axis = axis_of(number); axis < names_.size())
      number = std::move(number) - constant(by_[axis]);
  }

  // "a <= 3" becomes "a <= 1003".
  bool compares_with_constant(Condition& condition) const {
    if (condition.numbers.size() != 2) return false;
    Number& left = condition.numbers[0];
    Number& right = condition.numbers[1];
    const std::size_t axis = axis_of(left);
    if (axis == names_.size() || right.op != Op::constant) return false;
    right = moved(std::move(right), axis);
    return true;
  }

  void translate(Condition& condition) const {
    for (Condition& part : condition.parts) translate(part);
    if (compares_with_constant(condition)) return;
    for (Number& number : condition.numbers) translate(number);
  }

  const std::vector<std::int64_t>& by_;
  std::vector<std::string> names_;
};

}  // namespace

Game translated(Game game, const std::vector<std::int64_t>& by) {
  if (game.code.empty()) Translator(game, by).translate(game);
  return game;
}

}  // namespace grundy::generator
