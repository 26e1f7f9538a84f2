// Shapes that leave several positions, or one with several binders.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "generator/shapes.hpp"

namespace grundy::generator {
namespace {

using Op = Number::Op;
using Kind = Binder::Kind;

}  // namespace

// Two to four parts of what is left when some are taken.
Rule Shapes::split() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return ray();
  if (draw_.chance(15)) return constant_parts(axis);
  const std::size_t parts = 2 + draw_.share({64, 20, 16});
  const std::int64_t taken = draw_.between(0, 2);
  const std::int64_t least = std::max<std::int64_t>(
      taken == 0 ? 1 : draw_.between(0, 1),
      draw_.chance(70) ? frame_.lows[axis] : std::min<std::int64_t>(frame_.lows[axis], 0));
  static const std::vector<std::string> names{"i", "j", "l"};
  Rule rule;
  Number rest = plus(coordinate(axis), -taken, constant(1));
  for (std::size_t part = 0; part + 1 < parts; ++part) {
    Summand summand = here();
    summand[axis] = name(names[part]);
    rule.summands.push_back(std::move(summand));
    const bool ordered = part > 0 && draw_.chance(50);
    Number to =
        part == 0 && parts == 2 && draw_.chance(50)
            ? make(Op::floor, {plus(rest, draw_.chance(30) ? -1 : 0, constant(1)), constant(2)})
            : plus(rest, -least, constant(1));
    Number from = ordered ? name(names[part - 1]) : constant(least);
    rule.binders.push_back(range(names[part], std::move(from), std::move(to)));
    rest = std::move(rest) - name(names[part]);
  }
  Summand last = here();
  last[axis] = std::move(rest);
  if (draw_.chance(12)) {
    const std::size_t other = falling_axis();
    if (other != axis) last[other] = last[other] - constant(1);
  }
  rule.summands.push_back(std::move(last));
  if (taken > 0 || draw_.chance(20))
    add_condition(rule, compare(coordinate(axis), ">=", constant(taken + draw_.between(1, 2))));
  if (draw_.chance(6)) rule.binders.front() = {"i", Kind::listed, {constant(1), constant(3)}, ""};
  return rule;
}

// Two parts of all that there is, or of all but a few, along one coordinate, or a fixed step.
Rule Shapes::cut() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return offset();
  Rule rule;
  if (draw_.chance(25)) {
    rule.summands = {here()};
    rule.summands[0][axis] = coordinate(axis) - constant(draw_.between(1, 3));
    return rule;
  }
  const std::int64_t taken = draw_.between(0, 2);
  const std::int64_t least = std::max<std::int64_t>(taken == 0 ? 1 : 0, frame_.lows[axis]);
  const Number rest = plus(coordinate(axis), -taken, constant(1));
  rule.summands = {here(), here()};
  rule.summands[0][axis] = name("i");
  rule.summands[1][axis] = rest - name("i");
  Number to =
      draw_.chance(50) ? make(Op::floor, {rest, constant(2)}) : plus(rest, -least, constant(1));
  rule.binders = {range("i", constant(least), std::move(to))};
  return rule;
}

// A part that is what it is, and one that is smaller.
Rule Shapes::constant_parts(std::size_t axis) {
  const std::int64_t part = std::max<std::int64_t>(frame_.lows[axis], draw_.between(0, 2));
  Rule rule;
  rule.summands = {here(), here()};
  rule.summands[0][axis] = coordinate(axis) - constant(draw_.between(1, 2));
  rule.summands[1][axis] = constant(part);
  rule.when = compare(coordinate(axis), ">", constant(part + draw_.below(3)));
  return rule;
}

// A digit of a code, or a part of one, as docs/rules.md says what it stands for.
Rule Shapes::code() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return ray();
  const std::int64_t taken = draw_.between(1, 3);
  Rule rule;
  if (draw_.chance(25)) {
    rule.when = compare(coordinate(axis), "=", constant(taken));
    return rule;
  }
  if (draw_.chance(40)) {
    rule.summands = {here()};
    rule.summands[0][axis] = coordinate(axis) - constant(taken);
    if (draw_.chance(60)) rule.when = compare(coordinate(axis), ">", constant(taken));
    return rule;
  }
  rule.summands = {here(), here()};
  const bool unlike = draw_.chance(40);
  const Number rest = plus(coordinate(axis), unlike && draw_.chance(60) ? 0 : -taken, constant(1));
  rule.summands[0][axis] = name("i");
  rule.summands[1][axis] = rest - name("i");
  rule.binders = {
      range("i", constant(1), make(Op::floor, {unlike ? rest - constant(1) : rest, constant(2)}))};
  return rule;
}

// Any number taken, split in any way; any two that are smaller; two of one total, by an equation.
Rule Shapes::parts() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return ray();
  const std::int64_t least = std::max<std::int64_t>(0, frame_.lows[axis]) + draw_.below(2);
  const std::int64_t taken = draw_.between(1, 3);
  Rule rule;
  rule.summands = {here(), here()};
  Number& first = rule.summands[0][axis];
  Number& second = rule.summands[1][axis];
  first = name("i");
  second = name("j");
  switch (draw_.below(4)) {
    case 0:
      rule.binders = {at_least("k", taken), at_least("i", least)};
      second = coordinate(axis) - name("k") - name("i");
      return rule;
    case 1:
      rule.binders = {at_least("i", least), range("j", plus(name("i"), draw_.below(2), constant(1)),
                                                  coordinate(axis) - constant(taken))};
      return rule;
    case 2:
      rule.binders = {range("i", constant(least), coordinate(axis)),
                      range("j", constant(least), coordinate(axis))};
      rule.when = compare(name("i") + name("j"),
                          draw_.chance(70) ? "=" : "<=", coordinate(axis) - constant(taken));
      return rule;
    default:
      rule.binders = {
          at_least("k", taken), at_least("i", least),
          draw_.chance(50) ? at_least("j", least) : range("j", name("i"), coordinate(axis))};
      rule.summands.push_back(here());
      rule.summands[2][axis] = coordinate(axis) - name("k") - name("i") - name("j");
      return rule;
  }
}

// As many equal parts as some number says, beside another one or none.
Rule Shapes::equal_parts(std::size_t axis) {
  Rule rule;
  Summand part = here();
  const std::int64_t taken = draw_.between(1, 2);
  switch (draw_.below(3)) {
    case 0:  // k parts of floor(a / k)
      rule.binders = {at_least("k", 2)};
      add_condition(rule, compare(name("k"), "<=", coordinate(axis)));
      part[axis] = make(Op::floor, {coordinate(axis), name("k")});
      rule.stretches = {{std::move(part), "", {name("k")}}};
      return rule;
    case 1:  // k parts of i
      rule.binders = {range("k", constant(draw_.below(2)), constant(draw_.between(2, 4))),
                      range("i", low(axis), coordinate(axis) - constant(taken))};
      part[axis] = name("i");
      rule.stretches = {{std::move(part), "", {plus(name("k"), draw_.below(2), constant(1))}}};
      return rule;
    default:  // a constant or a coordinate of them
      part[axis] = coordinate(axis) - constant(taken);
      rule.stretches = {{std::move(part),
                         "",
                         {draw_.chance(60) ? constant(draw_.between(0, 12))
                                           : coordinate(draw_.index(frame_.dimensions()))}}};
      if (draw_.chance(40)) {
        rule.summands = {here()};
        rule.summands[0][axis] = coordinate(axis) - constant(draw_.between(1, 3));
      }
      return rule;
  }
}

// Equal parts, or parts in equal steps.
Rule Shapes::stretch() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return ray();
  if (draw_.chance(45)) return equal_parts(axis);
  Rule rule;
  Summand part = here();
  const std::int64_t taken = draw_.between(1, 2);
  part[axis] = name("j");
  switch (draw_.below(4)) {
    case 0:  // all from i on
      rule.binders = {range("i", low(axis), coordinate(axis))};
      rule.stretches = {{std::move(part), "j", {name("i"), coordinate(axis) - constant(taken)}}};
      break;
    case 1:  // k that follow each other, and some that are left
      rule.binders = {at_least("k", 0), range("i", low(axis), coordinate(axis))};
      rule.stretches = {{std::move(part), "j", {name("i"), name("i") + name("k")}}};
      add_condition(rule, compare(name("i") + name("k"), "<", coordinate(axis)));
      break;
    case 2:  // every second or third one, downwards or upwards
      part[axis] = draw_.chance(50) ? plus(coordinate(axis), -draw_.between(2, 3), name("j"))
                                    : plus(low(axis), draw_.between(1, 3), name("j"));
      rule.stretches = {{std::move(part), "j", {constant(1), name("m")}}};
      rule.binders = {range("m", constant(0), constant(draw_.between(1, 3)))};
      add_condition(rule, compare(plus(low(axis), 3, name("m")), "<", coordinate(axis)));
      break;
    default:  // a few below
      part[axis] = coordinate(axis) - name("j");
      rule.stretches = {{std::move(part), "j", {constant(1), constant(draw_.between(0, 3))}}};
      break;
  }
  const std::size_t other = falling_axis();
  if (other != axis && draw_.chance(30))
    rule.stretches[0].position[other] = draw_.chance(50)
                                            ? coordinate(other) - constant(1)
                                            : coordinate(other) - name("j") + low(axis);
  return rule;
}

// Takes one and a few others, or leaves that many beside what is left.
Rule Shapes::many_binders() {
  const std::size_t axis = falling_axis();
  if (axis == frame_.dimensions()) return offset();
  const std::size_t count = 4 + draw_.index(max_binders - 3);
  Rule rule;
  Number all = constant(1);
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string k = fmt::format("k{}", i);
    Number from =
        i == 1 || draw_.chance(70) ? constant(draw_.chance(20)) : name(fmt::format("k{}", i - 1));
    if (draw_.chance(25)) {
      rule.binders.push_back({k, Kind::listed, {constant(0), constant(draw_.between(1, 4))}, ""});
    } else {
      Number to = plus(from, draw_.below(2), constant(1));
      rule.binders.push_back(range(k, std::move(from), std::move(to)));
    }
    all = std::move(all) + name(k);
  }
  rule.summands = {here()};
  rule.summands[0][axis] = coordinate(axis) - std::move(all);
  if (draw_.chance(30)) add_condition(rule, compare(name("k1") + name("k3"), "!=", name("k4")));
  if (draw_.chance(20))
    add_condition(rule, compare(make(Op::modulo, {name("k2") + name("k4"), constant(3)}),
                                "<=", constant(draw_.below(2))));
  return rule;
}

}  // namespace grundy::generator
