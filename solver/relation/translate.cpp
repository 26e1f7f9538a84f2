#include "relation/translate.hpp"

#include <fmt/format.h>

#include <tuple>

namespace grundy::relation {
namespace {

using rules::Condition;
using rules::Expression;

bool is_constant(const Expression& expression) {
  return expression.op == Expression::Op::constant;
}

isl_val* value(isl_ctx* context, std::int64_t number) {
  return isl_val_int_from_si(context, number);
}

}  // namespace

isl_local_space* Translator::space() const {
  const auto size = static_cast<unsigned>(names_.size());
  return isl_local_space_from_space(isl_space_set_alloc(context_, 0, size));
}

Set Translator::everything() const {
  const auto size = static_cast<unsigned>(names_.size());
  return Set(isl_set_universe(isl_space_set_alloc(context_, 0, size)));
}

void Translator::set_outside(std::string construct) {
  if (!outside_) outside_ = std::move(construct);
}

Function Translator::constant(std::int64_t number) const {
  return Function(isl_pw_aff_from_aff(isl_aff_val_on_domain(space(), value(context_, number))));
}

Function Translator::not_linear(const Expression& expression, const char* what) {
  set_outside(fmt::format("{} `{}`", what, rules::to_string(expression, names_)));
  return constant(0);
}

Function Translator::joined(const Expression& expression,
                            isl_pw_aff* (*join)(isl_pw_aff*, isl_pw_aff*)) {
  Function result = number(expression.arguments.front());
  for (std::size_t i = 1; i < expression.arguments.size(); ++i)
    result = Function(join(result.take(), number(expression.arguments[i]).take()));
  return result;
}

Function Translator::product(const Expression& expression) {
  const Expression& left = expression.arguments[0];
  const Expression& right = expression.arguments[1];
  if (!is_constant(left) && !is_constant(right)) return not_linear(expression, "the product");
  const auto& [factor, other] = is_constant(left) ? std::tie(left, right) : std::tie(right, left);
  return Function(isl_pw_aff_scale_val(number(other).take(), value(context_, factor.value)));
}

// Floor, ceil or mod by a constant.
Function Translator::quotient(const Expression& expression) {
  const Expression& divisor = expression.arguments[1];
  if (!is_constant(divisor) || divisor.value < 1) return not_linear(expression, "the division");
  Function dividend = number(expression.arguments[0]);
  isl_val* by = value(context_, divisor.value);
  if (expression.op == Expression::Op::modulo)
    return Function(isl_pw_aff_mod_val(dividend.take(), by));
  Function exact(isl_pw_aff_scale_down_val(dividend.take(), by));
  return Function(expression.op == Expression::Op::floor_divide ? isl_pw_aff_floor(exact.take())
                                                                : isl_pw_aff_ceil(exact.take()));
}

Function Translator::number(const Expression& expression) {
  using Op = Expression::Op;
  switch (expression.op) {
    case Op::constant:
      return constant(expression.value);
    case Op::variable:
      return Function(isl_pw_aff_from_aff(
          isl_aff_var_on_domain(space(), isl_dim_set, static_cast<unsigned>(expression.value))));
    case Op::add:
      return joined(expression, isl_pw_aff_add);
    case Op::subtract:
      return joined(expression, isl_pw_aff_sub);
    case Op::minimum:
      return joined(expression, isl_pw_aff_min);
    case Op::maximum:
      return joined(expression, isl_pw_aff_max);
    case Op::multiply:
      return product(expression);
    case Op::floor_divide:
    case Op::ceil_divide:
    case Op::modulo:
      return quotient(expression);
    default:
      return not_linear(expression, "the operation");
  }
}

// Where an expression is negative, zero and positive.
struct Translator::Signs {
  Set negative, zero, positive;
};

Translator::Signs Translator::signs_of(const Expression& expression) {
  if (expression.op == Expression::Op::multiply) {
    const Signs a = signs_of(expression.arguments[0]);
    const Signs b = signs_of(expression.arguments[1]);
    return {(a.negative & b.positive) | (a.positive & b.negative), a.zero | b.zero,
            (a.positive & b.positive) | (a.negative & b.negative)};
  }
  const Function value = number(expression);
  const Function nothing = constant(0);
  return {Set(isl_pw_aff_lt_set(value.copy(), nothing.copy())),
          Set(isl_pw_aff_eq_set(value.copy(), nothing.copy())),
          Set(isl_pw_aff_gt_set(value.copy(), nothing.copy()))};
}

// A comparison of a product with 0, which the signs of the factors decide. `j * k < 1` is one, too.
std::optional<Set> Translator::sign_of_product(const Condition& condition) {
  using Op = Condition::Op;
  const auto is_product = [](const Expression& side) {
    return side.op == Expression::Op::multiply && !is_constant(side.arguments[0]) &&
           !is_constant(side.arguments[1]);
  };
  const bool first = is_product(condition.sides[0]);
  const Expression& product = condition.sides[first ? 0 : 1];
  const Expression& other = condition.sides[first ? 1 : 0];
  if (!is_product(product) || !is_constant(other)) return std::nullopt;
  const auto is = [&](Op op, Op mirrored, std::int64_t value) {
    return condition.op == (first ? op : mirrored) && other.value == value;
  };
  const Signs signs = signs_of(product);
  if (is(Op::equal, Op::equal, 0)) return signs.zero;
  if (is(Op::not_equal, Op::not_equal, 0)) return signs.negative | signs.positive;
  if (is(Op::less, Op::greater, 0) || is(Op::less_equal, Op::greater_equal, -1))
    return signs.negative;
  if (is(Op::less_equal, Op::greater_equal, 0) || is(Op::less, Op::greater, 1))
    return signs.negative | signs.zero;
  if (is(Op::greater, Op::less, 0) || is(Op::greater_equal, Op::less_equal, 1))
    return signs.positive;
  if (is(Op::greater_equal, Op::less_equal, 0) || is(Op::greater, Op::less, -1))
    return signs.zero | signs.positive;
  return std::nullopt;
}

Set Translator::comparison(const Condition& condition) {
  using Op = Condition::Op;
  if (auto sign = sign_of_product(condition)) return *sign;
  Function left = number(condition.sides[0]);
  Function right = number(condition.sides[1]);
  const auto compare = condition.op == Op::equal        ? isl_pw_aff_eq_set
                       : condition.op == Op::not_equal  ? isl_pw_aff_ne_set
                       : condition.op == Op::less       ? isl_pw_aff_lt_set
                       : condition.op == Op::less_equal ? isl_pw_aff_le_set
                       : condition.op == Op::greater    ? isl_pw_aff_gt_set
                                                        : isl_pw_aff_ge_set;
  return Set(compare(left.take(), right.take()));
}

Set Translator::condition(const Condition& condition) {
  using Op = Condition::Op;
  if (condition.op == Op::negation) return everything() - this->condition(condition.parts[0]);
  if (condition.op != Op::all_of && condition.op != Op::any_of) return comparison(condition);
  const bool all = condition.op == Op::all_of;
  Set result = all ? everything() : everything() - everything();
  for (const Condition& part : condition.parts)
    result = all ? result & this->condition(part) : result | this->condition(part);
  return result;
}

}  // namespace grundy::relation
