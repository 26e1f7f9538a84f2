#include "law/by_z3.hpp"

#include <z3++.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace grundy::law {
namespace {

using rules::Condition;
using rules::Expression;

constexpr std::int64_t most_values = 64;  // of a binder, written out
constexpr unsigned milliseconds = 1000;

struct NotLinear {};
struct NeedsQuantifiers {};

// Z3 has two ways: questions without quantifiers, where it divides by itself, and those with, where
// quotients and remainders are variables.
enum class Way : std::uint8_t { plain, quantified };

// Conditions with variables of their own: those of a quantifier, and quotients with remainders.
class Scope {
 public:
  Scope(z3::context& z3, Way way, std::vector<z3::expr> variables)
      : z3_(z3), way_(way), variables_(std::move(variables)) {}

  z3::expr next_variable() {
    variables_.push_back(fresh());
    return variables_.back();
  }
  void add_variable(z3::expr value) { variables_.push_back(std::move(value)); }
  z3::expr fresh() {
    own_.push_back(z3::expr(z3_, Z3_mk_fresh_const(z3_, "v", z3_.int_sort())));
    return own_.back();
  }
  void require(const z3::expr& condition) { conditions_.push_back(condition); }

  z3::expr number(const Expression& expression);
  z3::expr condition(const Condition& condition);
  // Some values of the variables of this scope meet all that is required.
  z3::expr exists() const {
    z3::expr_vector own(z3_), conditions(z3_);
    for (const z3::expr& variable : own_) own.push_back(variable);
    for (const z3::expr& condition : conditions_) conditions.push_back(condition);
    const z3::expr all = z3::mk_and(conditions);
    if (own.empty()) return all;
    if (way_ == Way::plain) throw NeedsQuantifiers();
    return z3::exists(own, all);
  }
  z3::context& z3() const { return z3_; }
  const std::vector<z3::expr>& variables() const { return variables_; }

 private:
  z3::expr quotient(const Expression& expression);
  z3::expr least_or_most(const Expression& expression);

  z3::context& z3_;
  Way way_;
  std::vector<z3::expr> variables_;  // as rules number them
  // No expr_vector, whose copies are one and the same.
  std::vector<z3::expr> own_, conditions_;
};

z3::expr Scope::quotient(const Expression& expression) {
  const Expression& divisor = expression.arguments[1];
  if (divisor.op != Expression::Op::constant || divisor.value < 1) throw NotLinear();
  const z3::expr by = z3_.int_val(divisor.value);
  z3::expr dividend = number(expression.arguments[0]);
  if (expression.op == Expression::Op::ceil_divide) dividend = dividend + by - 1;
  if (way_ == Way::plain)  // of positive divisors the remainder is not negative
    return expression.op == Expression::Op::modulo ? z3::mod(dividend, by) : dividend / by;
  const z3::expr whole = fresh(), rest = fresh();
  require(dividend == by * whole + rest && rest >= 0 && rest < by);
  return expression.op == Expression::Op::modulo ? rest : whole;
}

z3::expr Scope::least_or_most(const Expression& expression) {
  z3::expr result = number(expression.arguments[0]);
  for (std::size_t i = 1; i < expression.arguments.size(); ++i) {
    const z3::expr next = number(expression.arguments[i]);
    const z3::expr less = next < result;
    result = expression.op == Expression::Op::minimum ? z3::ite(less, next, result)
                                                      : z3::ite(less, result, next);
  }
  return result;
}

z3::expr Scope::number(const Expression& expression) {
  using Op = Expression::Op;
  switch (expression.op) {
    case Op::constant:
      return z3_.int_val(expression.value);
    case Op::variable:
      return variables_[static_cast<std::size_t>(expression.value)];
    case Op::add:
      return number(expression.arguments[0]) + number(expression.arguments[1]);
    case Op::subtract:
      return number(expression.arguments[0]) - number(expression.arguments[1]);
    case Op::multiply: {
      const z3::expr left = number(expression.arguments[0]);
      const z3::expr right = number(expression.arguments[1]);
      if (!left.is_numeral() && !right.is_numeral()) throw NotLinear();
      return left * right;
    }
    case Op::minimum:
    case Op::maximum:
      return least_or_most(expression);
    default:
      return quotient(expression);
  }
}

z3::expr Scope::condition(const Condition& condition) {
  using Op = Condition::Op;
  if (condition.op == Op::negation) return !this->condition(condition.parts[0]);
  if (condition.op == Op::all_of || condition.op == Op::any_of) {
    z3::expr_vector parts(z3_);
    for (const Condition& part : condition.parts) parts.push_back(this->condition(part));
    return condition.op == Op::all_of ? z3::mk_and(parts) : z3::mk_or(parts);
  }
  const z3::expr left = number(condition.sides[0]), right = number(condition.sides[1]);
  switch (condition.op) {
    case Op::equal:
      return left == right;
    case Op::not_equal:
      return left != right;
    case Op::less:
      return left < right;
    case Op::less_equal:
      return left <= right;
    case Op::greater:
      return left > right;
    default:
      return left >= right;
  }
}

class Question {
 public:
  Question(z3::context& z3, Way way, const rules::Rules& rules, Convention convention,
           const rules::Claim& claim)
      : z3_(z3),
        way_(way),
        rules_(rules),
        convention_(convention),
        claim_(claim),
        at_(z3, way, {}) {
    for (std::size_t axis = 0; axis < rules.dimensions(); ++axis) {
      const z3::expr x(z3, Z3_mk_fresh_const(z3, "x", z3.int_sort()));
      at_.add_variable(x);
    }
  }

  // That some position contradicts the claim.
  z3::expr contradicted() {
    if (!claim_.functions.empty()) throw NotLinear();
    at_.require(in_ranges(at_.variables()));
    at_.require(claim_.quantity == Quantity::outcome ? wrong_outcome() : wrong_nimber());
    return at_.exists();
  }

 private:
  using Meets = std::function<z3::expr(Scope&)>;  // of an option, the last variables of a scope

  z3::expr in_ranges(const std::vector<z3::expr>& position) const {
    z3::expr all = z3_.bool_val(true);
    for (std::size_t axis = 0; axis < rules_.dimensions(); ++axis) {
      const rules::Coordinate& coordinate = rules_.coordinates[axis];
      all = all && position[axis] >= z3_.int_val(coordinate.low);
      if (coordinate.high) all = all && position[axis] <= z3_.int_val(*coordinate.high);
    }
    return all;
  }

  // Whether the game is over, and lost or won by the player to move.
  z3::expr ended(Outcome outcome) {
    z3::expr before = z3_.bool_val(false), ended = before;
    for (const rules::Ending& ending : rules_.endings) {
      const z3::expr here = at_.condition(ending.when);
      if (ending.outcome == outcome) ended = ended || (here && !before);
      before = before || here;
    }
    return ended;
  }

  // The values of a binder, if they are few and always the same.
  static std::optional<std::vector<std::int64_t>> few_values(const rules::Binder& binder) {
    if (binder.set) {
      if (binder.set->kind != rules::NumberSet::Kind::listed) return std::nullopt;
      return binder.set->listed;
    }
    if (!binder.high || binder.low.op != Expression::Op::constant ||
        binder.high->op != Expression::Op::constant)
      return std::nullopt;
    std::vector<std::int64_t> values;
    for (std::int64_t k = binder.low.value; k <= binder.high->value && k < most_values; ++k)
      values.push_back(k);
    return values;
  }

  // Adds a binder to the variables of a scope, within its bounds.
  static void bind(Scope& scope, const rules::Binder& binder) {
    std::optional<z3::expr> low, high;  // without the binder itself
    if (!binder.set) low = scope.number(binder.low);
    if (!binder.set && binder.high) high = scope.number(*binder.high);
    const z3::expr k = scope.next_variable();
    if (low) scope.require(k >= *low);
    if (high) scope.require(k <= *high);
    if (!binder.set) return;
    using Kind = rules::NumberSet::Kind;
    if (binder.set->kind != Kind::odd && binder.set->kind != Kind::even) throw NotLinear();
    scope.require(k >= 1 && k == 2 * scope.fresh() + (binder.set->kind == Kind::odd ? 1 : 0));
  }

  // Whether some option meets this; of the empty sum that is `of_nothing`.
  z3::expr some_option(const Meets& meets, bool of_nothing) {
    z3::expr some = z3_.bool_val(false);
    for (const rules::OptionRule& rule : rules_.options)
      some = some || some_option_by(rule, Scope(z3_, way_, at_.variables()), meets, of_nothing);
    return some;
  }

  // With values for the first binders of the rule.
  z3::expr some_option_by(const rules::OptionRule& rule, Scope scope, const Meets& meets,
                          bool of_nothing) const {
    const std::size_t bound = scope.variables().size() - rules_.dimensions();
    if (bound == rule.binders.size()) return option_by(rule, std::move(scope), meets, of_nothing);
    if (const auto values = few_values(rule.binders[bound])) {
      z3::expr some = z3_.bool_val(false);
      for (const std::int64_t k : *values) {
        Scope with = scope;
        with.add_variable(z3_.int_val(k));
        some = some || some_option_by(rule, std::move(with), meets, of_nothing);
      }
      return some;
    }
    bind(scope, rule.binders[bound]);
    return some_option_by(rule, std::move(scope), meets, of_nothing);
  }

  z3::expr option_by(const rules::OptionRule& rule, Scope scope, const Meets& meets,
                     bool of_nothing) const {
    if (rule.summands.size() > 1) throw NotLinear();
    scope.require(scope.condition(rule.when));
    if (rule.summands.empty()) {
      scope.require(z3_.bool_val(of_nothing));
      return scope.exists();
    }
    std::vector<z3::expr> option;
    for (const Expression& coordinate : rule.summands[0])
      option.push_back(scope.number(coordinate));
    scope.require(in_ranges(option));
    Scope there(z3_, way_, std::move(option));
    there.require(meets(there));
    scope.require(there.exists());
    return scope.exists();
  }

  z3::expr wrong_outcome() {
    if (claim_.scale) throw NotLinear();
    const bool normal = convention_ == Convention::normal;
    const Meets is_p = [&](Scope& there) { return there.condition(claim_.p); };
    z3::expr n = some_option(is_p, normal);
    if (!normal) n = n || !some_option([&](Scope&) { return z3_.bool_val(true); }, true);
    const z3::expr p = ended(Outcome::P) || (!ended(Outcome::N) && !n);
    return at_.condition(claim_.p) != p;
  }

  // That the nimber claimed at the position of a scope is `value`.
  z3::expr claimed(Scope& scope, const z3::expr& value) const {
    z3::expr result = z3_.bool_val(false), before = z3_.bool_val(false);
    for (const rules::Claim::Piece& piece : claim_.pieces) {
      const z3::expr when = scope.condition(piece.when);
      result = result || (when && !before && scope.number(piece.value) == value);
      before = before || when;
    }
    return result;
  }

  // A number that no claimed nimber exceeds, if that is plain.
  std::optional<std::int64_t> largest() const {
    std::int64_t largest = 0;
    for (const rules::Claim::Piece& piece : claim_.pieces) {
      const Expression& e = piece.value;
      if (e.op == Expression::Op::constant)
        largest = std::max(largest, e.value);
      else if (e.op == Expression::Op::modulo && e.arguments[1].op == Expression::Op::constant)
        largest = std::max(largest, e.arguments[1].value - 1);
      else
        return std::nullopt;
    }
    return largest;
  }

  // No nimber is claimed, or a negative one, or that of an option, or a smaller one is missing.
  z3::expr wrong_nimber() {
    if (const auto most = largest()) {
      z3::expr right = z3_.bool_val(false), all_smaller = z3_.bool_val(true);
      for (std::int64_t v = 0; v <= *most; ++v) {
        const z3::expr value = z3_.int_val(v);
        Scope said(z3_, way_, at_.variables());
        said.require(claimed(said, value));
        const z3::expr has = has_option_with(value);
        right = right || (said.exists() && all_smaller && !has);
        all_smaller = all_smaller && has;
      }
      return !right;
    }
    Scope right(z3_, way_, at_.variables());
    const z3::expr value = right.fresh();
    right.require(value >= 0 && claimed(right, value));
    right.require(!has_option_with(value));
    Scope missing(z3_, way_, at_.variables());
    const z3::expr smaller = missing.fresh();
    missing.require(smaller >= 0 && smaller < value && !has_option_with(smaller));
    right.require(!missing.exists());
    return !right.exists();
  }

  z3::expr has_option_with(const z3::expr& value) {
    z3::expr over = ended(Outcome::P);
    z3::expr some = some_option([&](Scope& there) { return claimed(there, value); }, false);
    for (const rules::OptionRule& rule : rules_.options)
      if (rule.summands.empty()) throw NotLinear();
    return !over && some;
  }

  z3::context& z3_;
  Way way_;
  const rules::Rules& rules_;
  Convention convention_;
  const rules::Claim& claim_;
  Scope at_;
};

}  // namespace

namespace {

ByZ3 asked(Way way, const rules::Rules& rules, Convention convention, const rules::Claim& claim) {
  z3::context z3;
  const z3::expr contradicted = Question(z3, way, rules, convention, claim).contradicted();
  const z3::tactic tactic =
      z3::tactic(z3, "simplify") & z3::tactic(z3, way == Way::plain ? "qflia" : "qsat");
  z3::solver solver = z3::try_for(tactic, milliseconds).mk_solver();
  solver.add(contradicted);
  const z3::check_result found = solver.check();
  return found == z3::unsat ? ByZ3::holds : found == z3::sat ? ByZ3::fails : ByZ3::unknown;
}

}  // namespace

ByZ3 by_z3(const rules::Rules& rules, Convention convention, const rules::Claim& claim) {
  for (const Way way : {Way::plain, Way::quantified}) try {
      return asked(way, rules, convention, claim);
    } catch (const NeedsQuantifiers&) {
    } catch (const NotLinear&) {
      return ByZ3::not_asked;
    } catch (const z3::exception&) {
      return ByZ3::unknown;
    }
  return ByZ3::unknown;
}

}  // namespace grundy::law
