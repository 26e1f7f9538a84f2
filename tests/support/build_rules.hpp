// support/build_rules.hpp: Rules put together by hand, for tests that must not lean on
// the parser. With `using namespace grundy::support`, expressions read as in the rule
// language: `x(0) - x(2)` is coordinate 0 minus the first binder of a game in two
// coordinates.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::support {

using rules::Binder;
using rules::Condition;
using rules::Expression;
using rules::NumberSet;

inline Expression x(rules::Variable number) {
  return rules::variable(number);
}
inline Expression c(std::int64_t value) {
  return rules::constant(value);
}

inline Expression make(Expression::Op op, std::vector<Expression> arguments) {
  return {op, 0, std::move(arguments)};
}
inline Expression operator+(Expression a, Expression b) {
  return make(Expression::Op::add, {std::move(a), std::move(b)});
}
inline Expression operator-(Expression a, Expression b) {
  return make(Expression::Op::subtract, {std::move(a), std::move(b)});
}
inline Expression operator*(Expression a, Expression b) {
  return make(Expression::Op::multiply, {std::move(a), std::move(b)});
}

inline Condition always() {
  return {};
}
inline Condition compare(Expression a, Condition::Op op, Expression b) {
  return {op, {std::move(a), std::move(b)}, {}};
}
inline Condition combine(Condition::Op op, std::vector<Condition> parts) {
  return {op, {}, std::move(parts)};
}

inline Binder at_least(Expression low) {
  return {"k", std::move(low), std::nullopt, std::nullopt};
}
inline Binder between(Expression low, Expression high) {
  return {"k", std::move(low), std::move(high), std::nullopt};
}
inline Binder member_of(NumberSet set) {
  return {"k", {}, std::nullopt, std::move(set)};
}
inline NumberSet listed(std::vector<std::int64_t> members) {
  return {NumberSet::Kind::listed, 0, std::move(members)};
}
inline NumberSet named(NumberSet::Kind kind, std::int64_t base = 0) {
  return {kind, base, {}};
}

using Summands = std::vector<std::vector<Expression>>;
inline rules::OptionRule rule(Summands summands, std::vector<Binder> binders = {},
                              Condition when = always()) {
  return {std::move(binders), std::move(when), std::move(summands), {}, "a rule", {}};
}

inline rules::Rules game(std::vector<rules::Coordinate> coordinates,
                         std::vector<rules::OptionRule> options,
                         std::vector<rules::Ending> endings = {}) {
  rules::Rules rules;
  rules.name = "by_hand";
  rules.coordinates = std::move(coordinates);
  rules.options = std::move(options);
  rules.endings = std::move(endings);
  return rules;
}

inline rules::Coordinate heap(std::string name = "n") {
  return {std::move(name), 0, std::nullopt};
}
inline rules::Coordinate ranged(std::string name, std::int64_t low,
                                std::optional<std::int64_t> high) {
  return {std::move(name), low, high};
}

// One heap, from which any number may be taken.
inline rules::Rules nim_heap() {
  return game({heap()}, {rule({{x(0) - x(1)}}, {at_least(c(1))})});
}

// One heap, from which a number out of `set` may be taken.
inline rules::Rules subtraction_heap(NumberSet set) {
  return game({heap()}, {rule({{x(0) - x(1)}}, {member_of(std::move(set))})});
}

// One heap: take one or two, and leave the rest in at most two heaps (octal code 0.77).
inline rules::Rules kayles_heap() {
  const auto left = x(2);
  return game({heap()}, {rule({{left}, {x(0) - x(1) - left}},
                              {between(c(1), c(2)), between(c(0), x(0) - x(1))})});
}

// Any number from one of two heaps, or the same number from both.
inline rules::Rules two_heaps_and_diagonal() {
  const auto k = x(2);
  return game({heap("a"), heap("b")}, {rule({{x(0) - k, x(1)}}, {at_least(c(1))}),
                                       rule({{x(0), x(1) - k}}, {at_least(c(1))}),
                                       rule({{x(0) - k, x(1) - k}}, {at_least(c(1))})});
}

}  // namespace grundy::support
