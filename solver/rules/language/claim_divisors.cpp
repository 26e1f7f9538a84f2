#include "rules/language/claim_divisors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "rules/fold.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

Expression integer(std::int64_t value) {
  return {Expression::Op::constant, value, {}};
}

// What a claim knows besides coordinates, as binders of a rule: in the order of its variables.
std::vector<Binder> variables_of(const Claim& claim) {
  using Kind = Claim::Function::Kind;
  std::vector<Binder> binders;
  if (claim.scale)
    binders.push_back({claim.scale->name, integer(0), std::nullopt,
                       NumberSet{NumberSet::Kind::powers, claim.scale->base, {}}});
  for (const Claim::Function& function : claim.functions) {
    const bool has_sign = function.kind == Kind::exclusive;
    binders.push_back({name_of(function),
                       integer(has_sign ? -std::numeric_limits<std::int64_t>::max() : 0),
                       std::nullopt, std::nullopt});
  }
  return binders;
}

class Divisors {
 public:
  Divisors(const Claim& claim, const Rules& rules) : claim_(claim), rules_(rules) {
    rule_.binders = variables_of(claim);
  }

  std::optional<Complaint> complaint() {
    look_at(claim_.p);
    for (const Claim::Piece& piece : claim_.pieces) {
      look_at(piece.when);
      known_.push_back(piece.when);
      look_at(piece.value);
      known_.back() = negate(piece.when);
    }
    return std::move(complaint_);
  }

 private:
  void look_at(const Condition& condition) {
    for (const Expression& side : condition.sides) look_at(side);
    const std::size_t before = known_.size();
    for (const Condition& part : condition.parts) {
      look_at(part);
      known_.push_back(condition.op == Condition::Op::any_of ? negate(part) : part);
    }
    known_.resize(before);
  }

  // A function is worked out where it is met.
  void look_into(Variable variable) {
    const Variable first = rules_.dimensions() + (claim_.scale ? 1 : 0);
    if (variable < first) return;
    for (const Expression& e : claim_.functions[variable - first].of) look_at(e);
  }

  // Of inequations Facts know nothing.
  bool is_known_not_to_be_zero(const Expression& e) const {
    const auto compares = [&](const Condition& condition, Condition::Op op) {
      return condition.op == op && condition.sides[0] == e && condition.sides[1] == integer(0);
    };
    return std::ranges::any_of(known_, [&](const Condition& condition) {
      return compares(condition, Condition::Op::not_equal) ||
             (condition.op == Condition::Op::negation &&
              compares(condition.parts[0], Condition::Op::equal));
    });
  }

  void look_at(const Expression& e) {
    for (const Expression& argument : e.arguments) look_at(argument);
    if (e.op == Expression::Op::variable) look_into(static_cast<Variable>(e.value));
    if (complaint_ || !divides(e.op) || e.arguments[1].op == Expression::Op::constant) return;
    rule_.when = join(Condition::Op::all_of, known_);
    Facts facts(rules_, rule_, Region::everything(rules_));
    if (facts.impossible()) return;
    const auto least = facts.lower(Polynomial(e.arguments[1]));
    if (least && (*least >= 1 || (*least == 0 && is_known_not_to_be_zero(e.arguments[1])))) return;
    const auto names = rules_.variable_names(rule_);
    complaint_ = {{},
                  fmt::format("the divisor in '{}' might be zero or negative", to_string(e, names)),
                  fmt::format("a condition before it helps, such as '{} >= 1 and ..'",
                              to_string(e.arguments[1], names))};
  }

  const Claim& claim_;
  const Rules& rules_;
  OptionRule rule_;               // none of the game: it holds what is known
  std::vector<Condition> known_;  // where the expression at hand is worked out
  std::optional<Complaint> complaint_;
};

}  // namespace

std::optional<Complaint> check_divisors(const Claim& claim, const Rules& rules) {
  const Effort effort;
  try {
    return Divisors(claim, rules).complaint();
  } catch (const std::runtime_error&) {
    return what_stopped(rules);
  }
}

}  // namespace grundy::rules
