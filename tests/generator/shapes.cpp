#include "generator/shapes.hpp"

#include <utility>

namespace grundy::generator {
namespace {

using Op = Number::Op;
using Kind = Binder::Kind;

bool has_end(const Binder& binder) {
  return binder.kind == Kind::range || binder.kind == Kind::listed ||
         binder.kind == Kind::parameter;
}

}  // namespace

Rule Shapes::rule(Shape shape) {
  switch (shape) {
    case Shape::full_ray:
      return full_ray();
    case Shape::ray:
      return draw_.chance(25) ? landing() : ray();
    case Shape::band:
      return band();
    case Shape::offset:
      return offset();
    case Shape::layer:
      return layer();
    case Shape::step:
      return step();
    case Shape::split:
      return split();
    case Shape::cut:
      return cut();
    case Shape::code:
      return code();
    case Shape::parts:
      return parts();
    case Shape::stretch:
      return stretch();
    case Shape::product:
      return product();
    case Shape::function:
      return function();
    case Shape::bits:
      return bits();
    case Shape::several:
      return draw_.chance(30) ? small_steps() : several();
    case Shape::guarded:
      return guarded();
    case Shape::empty:
      return empty();
  }
  return offset();
}

std::size_t Shapes::any_axis() {
  return draw_.index(frame_.dimensions());
}

std::size_t Shapes::falling_axis() {
  std::vector<std::size_t> falling;
  for (std::size_t axis = 0; axis < frame_.dimensions(); ++axis)
    if (!frame_.rises(axis)) falling.push_back(axis);
  return falling.empty() ? frame_.dimensions() : draw_.one_of(falling);
}

Summand Shapes::here() const {
  Summand all;
  for (const std::string& coordinate : frame_.names) all.push_back(name(coordinate));
  return all;
}

Expressions Shapes::expressions(const Rule& rule) {
  Names names{frame_.names, {}, frame_.numbers};
  for (const Binder& binder : rule.binders) names.binders.push_back(binder.name);
  return {draw_, std::move(names)};
}

Binder Shapes::range(const std::string& name, Number from, Number to) {
  return {name, Kind::range, {std::move(from), std::move(to)}, ""};
}

Binder Shapes::at_least(const std::string& name, std::int64_t from) {
  return {name, draw_.chance(60) ? Kind::at_least : Kind::from, {constant(from)}, ""};
}

void Shapes::add_condition(Rule& rule, Condition condition) {
  if (!rule.when)
    rule.when = std::move(condition);
  else
    rule.when = join(Condition::Op::all, {*std::move(rule.when), std::move(condition)});
}

// A vector by which the weighted sum falls.
Shapes::Vector Shapes::falling_vector(std::int64_t size) {
  while (true) {
    Vector vector;
    std::int64_t sum = 0;
    for (std::size_t axis = 0; axis < frame_.dimensions(); ++axis) {
      vector.push_back(draw_.chance(45) ? 0 : draw_.between(-size, size));
      sum += frame_.weights[axis] * vector.back();
    }
    if (sum < 0) return vector;
  }
}

Summand Shapes::moved(const Vector& vector, const Number& times) {
  Summand to;
  for (std::size_t axis = 0; axis < vector.size(); ++axis)
    to.push_back(plus(coordinate(axis), vector[axis], times));
  return to;
}

// Any kind of binder whose values are at least 1.
Binder Shapes::positive_binder(const std::string& name) {
  static const std::vector<Kind> sets{Kind::odd,     Kind::even,       Kind::fibonacci,
                                      Kind::squares, Kind::factorials, Kind::primes};
  switch (draw_.share({16, 16, 14, 40, 10, 16})) {
    case 0:
      return at_least(name, draw_.between(1, 3));
    case 1: {
      Number to = draw_.chance(50)         ? constant(draw_.between(1, 5))
                  : frame_.numbers.empty() ? coordinate(any_axis())
                                           : generator::name(draw_.one_of(frame_.numbers));
      return range(name, constant(draw_.between(1, 2)), std::move(to));
    }
    case 2: {
      Binder binder{name, Kind::listed, {}, ""};
      for (std::int64_t i = draw_.below(4); i > 0 || binder.numbers.empty(); --i)
        binder.numbers.push_back(constant(draw_.between(1, 6)));
      if (draw_.chance(3)) binder.numbers.clear();
      return binder;
    }
    case 3:
      return {name, draw_.one_of(sets), {}, ""};
    case 4:
      return {name, Kind::powers, {constant(draw_.between(2, 4))}, ""};
    default:
      if (frame_.sets.empty()) return at_least(name, 1);
      return {name, Kind::parameter, {}, draw_.one_of(frame_.sets)};
  }
}

// One coordinate falls by any number, or several by the same.
Rule Shapes::full_ray() {
  Vector direction(frame_.dimensions(), 0);
  const std::size_t first = any_axis();
  for (std::size_t axis = 0; axis < frame_.dimensions(); ++axis)
    if (axis == first || draw_.chance(20)) direction[axis] = frame_.rises(axis) ? 1 : -1;
  Rule rule;
  rule.summands = {moved(direction, name("k"))};
  rule.binders = {at_least("k", 1)};
  return rule;
}

// The same, or nearly so; some coordinates fall by multiples of the number.
Rule Shapes::ray() {
  Vector direction(frame_.dimensions(), 0);
  const std::int64_t longest = draw_.chance(70) ? 1 : 3;
  const std::size_t first = any_axis();
  for (std::size_t axis = 0; axis < frame_.dimensions(); ++axis)
    if (axis == first || draw_.chance(30)) {
      const std::int64_t step = draw_.between(1, longest);
      direction[axis] = frame_.rises(axis) ? step : -step;
    }
  Rule rule;
  rule.summands = {moved(direction, name("k"))};
  rule.binders = {at_least("k", draw_.chance(85) ? 1 : draw_.between(1, 3))};
  if (draw_.chance(8)) rule.binders = {range("k", constant(1), coordinate(first))};
  return rule;
}

// Two coordinates fall by numbers that are nearly equal, or a ray begins beside itself.
Rule Shapes::band() {
  const std::size_t first = falling_axis();
  const std::size_t second = falling_axis();
  if (first == frame_.dimensions() || first == second) return ray();
  Rule rule;
  rule.summands = {here()};
  Summand& to = rule.summands[0];
  to[first] = coordinate(first) - name("j");
  to[second] = coordinate(second) - name("k");
  const std::int64_t width = draw_.between(0, 3);
  if (draw_.chance(50)) {
    rule.binders = {at_least("j", draw_.between(0, 1)), at_least("k", 1)};
    add_condition(rule, compare(name("j") - name("k"), "<=", constant(width)));
    add_condition(rule, compare(name("k"), "<", plus(name("j"), draw_.between(0, 3), constant(1))));
  } else if (draw_.chance(60)) {
    rule.binders = {at_least("j", 1), range("k", name("j") - constant(draw_.between(0, 1)),
                                            plus(name("j"), width, constant(1)))};
  } else {
    to[second] = plus(coordinate(second) - name("j"), -width, constant(1));
    rule.binders = {at_least("j", draw_.between(1, 2))};
  }
  return rule;
}

// One coordinate falls to any value below: a ray, named by where it leads.
Rule Shapes::landing() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return offset();
  Rule rule;
  rule.summands = {here()};
  rule.summands[0][axis] = name("i");
  const std::int64_t least = draw_.chance(80) ? frame_.lows[axis] : frame_.lows[axis] + 1;
  rule.binders = {range("i", constant(least), coordinate(axis) - constant(1))};
  if (draw_.chance(25)) {
    const std::size_t other = falling_axis();
    if (other != axis) rule.summands[0][other] = make(Op::minimum, {coordinate(other), name("i")});
  }
  return rule;
}

// Steps along an axis, by a binder of hundreds of values of which few lead to positions.
Rule Shapes::far(std::size_t axis) {
  const std::int64_t shift = draw_.chance(50) ? 0 : draw_.between(-900, 900);
  Rule rule;
  rule.summands = {here()};
  rule.summands[0][axis] = plus(coordinate(axis), shift, constant(1)) - name("k");
  rule.binders = {range("k", constant(shift + draw_.between(-900, 1)),
                        constant(shift + draw_.between(1, 900)))};
  add_condition(rule, compare(name("k"), ">=", constant(shift + 1)));
  return rule;
}

Rule Shapes::offset() {
  if (draw_.chance(5))
    if (const std::size_t axis = falling_axis(); axis != frame_.dimensions()) return far(axis);
  Rule rule;
  rule.summands = {moved(falling_vector(3), constant(1))};
  return rule;
}

// Two coordinates of equal weight, one falling farther than the other rises.
Rule Shapes::layer() {
  const std::size_t down = any_axis();
  const std::size_t up = any_axis();
  if (down == up || frame_.weights[down] != frame_.weights[up] || frame_.rises(up)) return offset();
  Vector vector(frame_.dimensions(), 0);
  vector[up] = draw_.between(1, 2);
  vector[down] = -vector[up] - draw_.between(1, 2);
  Rule rule;
  if (draw_.chance(75)) {
    rule.summands = {moved(vector, constant(1))};
    return rule;
  }
  rule.summands = {here()};
  rule.summands[0][down] = coordinate(down) - name("k");
  rule.summands[0][up] = coordinate(up) + name("j");
  rule.binders = {draw_.chance(50) ? at_least("k", 1) : range("k", constant(1), constant(3)),
                  range("j", constant(0), name("k") - constant(1))};
  return rule;
}

Rule Shapes::step() {
  Rule rule;
  rule.binders = {positive_binder("k")};
  Vector vector(frame_.dimensions(), 0);
  const std::size_t axis = any_axis();
  vector[axis] = frame_.rises(axis) ? 1 : -1;
  if (draw_.chance(12)) vector = falling_vector(1);
  rule.summands = {moved(vector, name("k"))};
  if (draw_.chance(10)) add_condition(rule, compare(name("k"), "<", constant(draw_.between(2, 7))));
  if (draw_.chance(10))
    add_condition(rule, compare(name("k"), "!=", constant(draw_.between(1, 6))));
  return rule;
}

// A coordinate falls, under a condition or to a place that has a product.
Rule Shapes::product() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return offset();
  const std::size_t other = any_axis();
  Rule rule;
  rule.summands = {here()};
  Number& to = rule.summands[0][axis];
  switch (draw_.below(6)) {
    case 0: {  // x - k y
      to = coordinate(axis) - name("k") * coordinate(other);
      rule.binders = {positive_binder("k")};
      rule.when = compare(coordinate(other), ">=", constant(1));
      return rule;
    }
    case 1: {  // to min(y, i y - 3), say
      to = name("i");
      rule.binders = {range("i", low(axis), coordinate(axis) - constant(1))};
      const std::size_t second = falling_axis();
      if (second == axis) break;
      rule.summands[0][second] =
          make(Op::minimum,
               {coordinate(second), name("i") * coordinate(other) - constant(draw_.between(0, 3))});
      break;
    }
    case 2: {  // products of binders
      to = coordinate(axis) - name("k") * name("j");
      rule.binders = {positive_binder("k"),
                      range("j", constant(1), draw_.chance(50) ? name("k") : constant(3))};
      break;
    }
    case 3: {
      to = coordinate(axis) - name("k") * name("k");
      rule.binders = {at_least("k", 1)};
      break;
    }
    default: {
      to = name("i");
      rule.binders = {range("i", low(axis), coordinate(axis) - constant(1))};
      break;
    }
  }
  Condition product = expressions(rule).product_condition();
  add_condition(rule, std::move(product));
  return rule;
}

Rule Shapes::function() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return offset();
  const Number x = coordinate(axis);
  const Number y = coordinate(any_axis());
  const Number q = constant(draw_.between(2, 4));
  Rule rule;
  rule.summands = {here()};
  Number& to = rule.summands[0][axis];
  switch (draw_.below(12)) {
    case 0:
      to = make(Op::floor, {x, q});
      rule.when = compare(x, ">=", constant(1));
      break;
    case 1:
      to = make(Op::ceil, {x, q});
      rule.when = compare(x, ">=", constant(2));
      break;
    case 2:
      to = make(Op::floor, {x, name("k")});
      rule.binders = {range("k", constant(2), constant(4))};
      rule.when = compare(x, ">=", constant(1));
      break;
    case 3:
      to = make(Op::ceil, {x, name("k")});
      rule.binders = {{"k", Kind::listed, {constant(2), constant(3)}, ""}};
      rule.when = compare(x, ">", constant(1));
      break;
    case 4:
      to = make(Op::modulo, {x, q});
      rule.when = compare(x, ">=", q);
      break;
    case 5:
      to = make(Op::minimum, {x - constant(1), y});
      break;
    case 6:
      to = make(Op::minimum, {x, y}) - name("k");
      rule.binders = {at_least("k", 1)};
      break;
    case 7:
      to = x - make(Op::maximum, {constant(1), y});
      break;
    case 8:
      to = x - make(Op::floor, {x + q, constant(2)});
      rule.when = compare(x, ">=", constant(0));
      break;
    case 9:
      to = x - constant(1) - make(Op::modulo, {y, q});
      break;
    case 10:
      to = make(Op::floor, {x, make(Op::maximum, {constant(2), y})});
      rule.when = compare(x, ">=", constant(1));
      break;
    default:
      to = make(Op::maximum, {x - q, constant(frame_.lows[axis])});
      rule.when = compare(x, ">", constant(frame_.lows[axis]));
      break;
  }
  return rule;
}

// Each binder of two to four moves a coordinate on; the last may undo some of it on another.
Rule Shapes::several() {
  static const std::vector<std::string> names{"k", "j", "i", "l"};
  Rule rule;
  rule.summands = {here()};
  Summand& to = rule.summands[0];
  const std::size_t count = 2 + draw_.share({75, 20, 5});
  for (std::size_t number = 0; number < count; ++number) {
    const std::size_t axis = any_axis();
    to[axis] = plus(std::move(to[axis]), frame_.rises(axis) ? 1 : -1, name(names[number]));
    if (number > 0 && draw_.chance(30))
      rule.binders.push_back(
          range(names[number], constant(draw_.between(0, 1)), name(names[number - 1])));
    else if (number > 0 && draw_.chance(40))
      rule.binders.push_back(range(names[number], constant(0), constant(draw_.between(1, 2))));
    else
      rule.binders.push_back(positive_binder(names[number]));
  }
  if (draw_.chance(25)) {
    Expressions words = expressions(rule);
    add_condition(rule, words.condition(1));
  }
  return rule;
}

// Up to one from each of some coordinates, but not from none.
Rule Shapes::small_steps() {
  static const std::vector<std::string> names{"i", "j", "k"};
  const std::size_t count = std::min<std::size_t>(frame_.dimensions(), 2 + draw_.index(2));
  Rule rule;
  rule.summands = {here()};
  Number all = name(names[0]);
  for (std::size_t axis = 0; axis < count; ++axis) {
    rule.summands[0][axis] = plus(coordinate(axis), frame_.rises(axis) ? 1 : -1, name(names[axis]));
    if (axis > 0) all = std::move(all) + name(names[axis]);
    rule.binders.push_back(
        range(names[axis], constant(0), constant(draw_.chance(80) ? 1 : draw_.between(1, 5))));
  }
  rule.when = compare(std::move(all), draw_.chance(80) ? ">=" : "=", constant(1));
  return rule;
}

// Whatever comes to mind, where it lowers the weight.
Rule Shapes::guarded() {
  Rule rule;
  if (draw_.chance(70)) {
    rule.binders.push_back(positive_binder("k"));
    if (!has_end(rule.binders[0])) {
      Number from = constant(draw_.between(-1, 1));
      rule.binders[0] = range("k", std::move(from), coordinate(any_axis()));
    }
  }
  Expressions words = expressions(rule);
  Summand to = here();
  const std::size_t first = any_axis();
  for (std::size_t axis = 0; axis < to.size(); ++axis)
    if (axis == first || draw_.chance(40)) to[axis] = words.number(2);
  rule.when = compare(weigh(to), "<", weigh(here()));
  rule.summands = {std::move(to)};
  return rule;
}

Number Shapes::weigh(const Summand& position) const {
  Number sum = constant(frame_.weights[0]) * position[0];
  for (std::size_t axis = 1; axis < position.size(); ++axis)
    sum = plus(std::move(sum), frame_.weights[axis], position[axis]);
  return sum;
}

// Nothing is left, at some positions.
Rule Shapes::empty() {
  Rule rule;
  const std::size_t axis = any_axis();
  if (draw_.chance(40)) {
    Number from = constant(draw_.between(0, 1));
    rule.binders = {range("k", std::move(from), constant(draw_.between(1, 4)))};
    rule.when = compare(coordinate(axis), draw_.chance(50) ? "=" : "<=", name("k"));
  } else {
    Number least = constant(draw_.between(0, 4));
    rule.when = compare(coordinate(axis), draw_.chance(50) ? "=" : "<=", std::move(least));
  }
  return rule;
}

}  // namespace grundy::generator
