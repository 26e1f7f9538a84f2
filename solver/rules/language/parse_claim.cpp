#include "rules/language/parse_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "rules/expression.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/grammar.hpp"
#include "rules/language/resolve_expression.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/check.hpp"
#include "rules/proofs/effort.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t max_claim_bytes = 1 << 20;

Scope scope_of(const Rules& rules) {
  Scope scope;
  for (const auto& [name, value] : rules.parameters) scope.add_parameter(name, value);
  for (const Coordinate& coordinate : rules.coordinates) scope.add_coordinate(coordinate.name);
  return scope;
}

// Resolved before the scale's name is added to the scope.
std::optional<Claim::Scale> resolve(const BinderSyntax& syntax, const Scope& scope,
                                    ExpressionResolver& expressions, Diagnostics& diagnostics) {
  const auto* set = std::get_if<SetSyntax>(&syntax.domain);
  if (set == nullptr || set->kind != NumberSet::Kind::powers) {
    diagnostics.report(syntax.name.place, "a claim is about powers: for some s in powers(2)");
    return std::nullopt;
  }
  if (const auto taken = scope.taken(syntax.name.text)) {
    diagnostics.report(syntax.name.place,
                       fmt::format("`{}` is {} already", syntax.name.text, *taken));
    return std::nullopt;
  }
  return Claim::Scale{std::string(syntax.name.text), expressions.set(*set).base};
}

Claim resolve(const ClaimSyntax& syntax, const Rules& rules, Diagnostics& diagnostics) {
  Scope scope = scope_of(rules);
  Claim claim;
  ExpressionResolver expressions(scope, diagnostics, &claim.functions);
  claim.quantity = syntax.quantity;
  if (syntax.scale) claim.scale = resolve(*syntax.scale, scope, expressions, diagnostics);
  if (claim.scale) scope.add_binder(claim.scale->name);
  expressions.number_functions_from(rules.dimensions() + (claim.scale ? 1 : 0));
  for (const ClaimSyntax::Piece& given : syntax.pieces) {
    Claim::Piece piece;
    if (syntax.quantity == Quantity::nimber) piece.value = expressions.number(given.value);
    if (given.when) piece.when = expressions.condition(*given.when);
    claim.pieces.push_back(std::move(piece));
  }
  if (syntax.quantity == Quantity::outcome) {
    claim.p = std::move(claim.pieces.front().when);
    claim.pieces.clear();
    if (syntax.outcome == Outcome::N) claim.p = negate(std::move(claim.p));
  }
  return claim;
}

Expression integer(std::int64_t value) {
  return {Expression::Op::constant, value, {}};
}

// The variables of a claim besides coordinates, in order, as binders of a rule.
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

// Walks a claim with the conditions known at each expression.
class Divisors {
 public:
  Divisors(const Claim& claim, const Rules& rules) : claim_(claim), rules_(rules) {
    rule_.binders = variables_of(claim);
  }

  std::optional<Complaint> complaint() {
    check(claim_.p);
    for (const Claim::Piece& piece : claim_.pieces) {
      check(piece.when);
      known_.push_back(piece.when);
      check(piece.value);
      known_.back() = negate(piece.when);
    }
    return std::move(complaint_);
  }

 private:
  void check(const Condition& condition) {
    for (const Expression& side : condition.sides) check(side);
    const std::size_t before = known_.size();
    for (const Condition& part : condition.parts) {
      check(part);
      known_.push_back(condition.op == Condition::Op::any_of ? negate(part) : part);
    }
    known_.resize(before);
  }

  // The arguments of a function are evaluated wherever the function is used.
  void check_arguments(Variable variable) {
    const Variable first = rules_.dimensions() + (claim_.scale ? 1 : 0);
    if (variable < first) return;
    for (const Expression& e : claim_.functions[variable - first].of) check(e);
  }

  // Facts ignore inequations, so these are compared by their form.
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

  void check(const Expression& e) {
    for (const Expression& argument : e.arguments) check(argument);
    if (e.op == Expression::Op::variable) check_arguments(static_cast<Variable>(e.value));
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
  OptionRule rule_;               // not of the game: a carrier for Facts
  std::vector<Condition> known_;  // at the current expression
  std::optional<Complaint> complaint_;
};

// The first division of the claim whose divisor is not proved positive wherever it is evaluated;
// its place is not set. Parts of `and` are evaluated from left to right until one fails, parts of
// `or` until one holds, and a piece only if none before it applies.
std::optional<Complaint> check_divisors(const Claim& claim, const Rules& rules) {
  const Effort effort;
  try {
    return Divisors(claim, rules).complaint();
  } catch (const std::runtime_error&) {
    return what_stopped(rules);
  }
}

}  // namespace

Result<Claim> parse_claim(std::string_view text, const Rules& rules, std::string_view source) {
  if (text.size() > max_claim_bytes)
    return Error{Errc::rules, fmt::format("{}: {} bytes; a claim has at most {}", printable(source),
                                          text.size(), max_claim_bytes)};
  if (rules.joint)
    return Error{Errc::unsupported,
                 fmt::format("{} has positions of other games, and claims are about one game; "
                             "`grundy law {}` looks for a period",
                             rules.name, rules.name)};
  Diagnostics diagnostics;
  const ClaimSyntax syntax = Grammar(text, diagnostics).claim();
  Claim claim;
  if (diagnostics.none()) claim = resolve(syntax, rules, diagnostics);
  if (diagnostics.none())
    if (auto complaint = check_divisors(claim, rules))
      diagnostics.report({1, 1}, std::move(complaint->message), std::move(complaint->hint));
  if (!diagnostics.none()) return diagnostics.error(text, source);
  claim.text = text;
  return claim;
}

}  // namespace grundy::rules
