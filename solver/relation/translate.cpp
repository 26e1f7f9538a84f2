#include "relation/translate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>

#include <cstdlib>
#include <string_view>
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

namespace {

using Build = Owned<isl_ast_build, isl_ast_build_copy, isl_ast_build_free>;
using Tree = Owned<isl_ast_expr, isl_ast_expr_copy, isl_ast_expr_free>;

// How tightly the outermost operator of a text binds.
enum class Bond { either, both, comparison, sum, product, atom };

struct Text {
  std::string text;  // empty if the rule language cannot express it
  Bond bond;

  std::string within(Bond least) const { return bond < least ? "(" + text + ")" : text; }
};

Text text_of(const Tree& tree);

Text of_integer(const Tree& tree) {
  isl_val* value = isl_ast_expr_int_get_val(tree.get());
  char* digits = isl_val_to_str(value);
  std::string text = digits == nullptr ? "" : digits;
  std::free(digits);
  const bool negative = isl_val_is_neg(value) == isl_bool_true;
  isl_val_free(value);
  return {std::move(text), negative ? Bond::sum : Bond::atom};
}

Text of_name(const Tree& tree) {
  isl_id* id = isl_ast_expr_id_get_id(tree.get());
  const char* name = id == nullptr ? nullptr : isl_id_get_name(id);
  std::string text = name == nullptr ? "" : name;
  isl_id_free(id);
  return {std::move(text), Bond::atom};
}

// `a OPERATOR b`, with parentheses around operands that bind less tightly than `left` and `right`.
Text joined(const std::vector<Text>& operands, std::string_view operation, Bond bond, Bond left,
            Bond right) {
  return {
      fmt::format("{} {} {}", operands.at(0).within(left), operation, operands.at(1).within(right)),
      bond};
}

Text compared(const std::vector<Text>& operands, std::string_view operation) {
  return joined(operands, operation, Bond::comparison, Bond::sum, Bond::sum);
}

Text call(const std::vector<Text>& operands, std::string_view function) {
  return {fmt::format("{}({}, {})", function, operands.at(0).text, operands.at(1).text),
          Bond::atom};
}

Text of_operation(isl_ast_expr_op_type type, const std::vector<Text>& operands) {
  switch (type) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then:
      return joined(operands, "and", Bond::both, Bond::both, Bond::both);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else:
      return joined(operands, "or", Bond::either, Bond::either, Bond::either);
    case isl_ast_expr_op_max:
      return call(operands, "max");
    case isl_ast_expr_op_min:
      return call(operands, "min");
    case isl_ast_expr_op_minus:
      return {"-" + operands.at(0).within(Bond::atom), Bond::sum};
    case isl_ast_expr_op_add:
      return joined(operands, "+", Bond::sum, Bond::sum, Bond::product);
    case isl_ast_expr_op_sub:
      return joined(operands, "-", Bond::sum, Bond::sum, Bond::product);
    case isl_ast_expr_op_mul:
      return joined(operands, "*", Bond::product, Bond::atom, Bond::atom);
    case isl_ast_expr_op_div:  // has no remainder
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q:
      return {fmt::format("floor({} / {})", operands.at(0).within(Bond::atom),
                          operands.at(1).within(Bond::atom)),
              Bond::atom};
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
      return joined(operands, "mod", Bond::product, Bond::atom, Bond::atom);
    case isl_ast_expr_op_eq:
      return compared(operands, "=");
    case isl_ast_expr_op_le:
      return compared(operands, "<=");
    case isl_ast_expr_op_lt:
      return compared(operands, "<");
    case isl_ast_expr_op_ge:
      return compared(operands, ">=");
    case isl_ast_expr_op_gt:
      return compared(operands, ">");
    default:
      return {};
  }
}

Text of_operands(const Tree& tree) {
  const isl_size count = isl_ast_expr_op_get_n_arg(tree.get());
  std::vector<Text> operands;
  for (int i = 0; i < count; ++i) {
    operands.push_back(text_of(Tree(isl_ast_expr_op_get_arg(tree.get(), i))));
    if (operands.back().text.empty()) return {};
  }
  return of_operation(isl_ast_expr_op_get_type(tree.get()), operands);
}

Text text_of(const Tree& tree) {
  switch (isl_ast_expr_get_type(tree.get())) {
    case isl_ast_expr_int:
      return of_integer(tree);
    case isl_ast_expr_id:
      return of_name(tree);
    case isl_ast_expr_op:
      return of_operands(tree);
    default:
      return {};
  }
}

struct Pieces {
  std::string left;
  Set known;
  Build build;
  std::vector<std::string> texts;
  bool complete = true;
};

isl_stat add_piece(isl_set* where, isl_multi_aff* functions, void* to) {
  auto& pieces = *static_cast<Pieces*>(to);
  const Set whole(where);
  std::vector<std::string> numbers;
  const auto size = static_cast<int>(isl_multi_aff_dim(functions, isl_dim_out));
  for (int i = 0; i < size; ++i) {
    isl_pw_aff* number = isl_pw_aff_from_aff(isl_multi_aff_get_at(functions, i));
    numbers.push_back(
        text_of(Tree(isl_ast_build_expr_from_pw_aff(pieces.build.get(), number))).text);
    pieces.complete = pieces.complete && !numbers.back().empty();
  }
  isl_multi_aff_free(functions);
  std::string text = fmt::format("({}) -> ({})", pieces.left, fmt::join(numbers, ", "));
  if (!is_empty(pieces.known - whole)) {
    const Text when = text_of(Tree(isl_ast_build_expr_from_set(pieces.build.get(), whole.copy())));
    pieces.complete = pieces.complete && !when.text.empty();
    text += " when " + when.text;
  }
  pieces.texts.push_back(std::move(text));
  return isl_stat_ok;
}

// Makes coordinates parameters with their names, as isl writes expressions of parameters.
Set of_parameters(const rules::Rules& rules, const Set& positions) {
  const auto axes = static_cast<unsigned>(rules.dimensions());
  isl_set* named = positions.copy();
  for (unsigned axis = 0; axis < axes; ++axis)
    named = isl_set_set_dim_name(named, isl_dim_set, axis, rules.coordinates[axis].name.c_str());
  return Set(isl_set_params(isl_set_move_dims(named, isl_dim_param, 0, isl_dim_set, 0, axes)));
}

Set of_parameters(const rules::Rules& rules, const Map& moves) {
  const auto axes = static_cast<unsigned>(rules.dimensions());
  isl_map* named = moves.copy();
  for (unsigned axis = 0; axis < axes; ++axis)
    named = isl_map_set_dim_name(named, isl_dim_in, axis, rules.coordinates[axis].name.c_str());
  return Set(isl_map_range(isl_map_move_dims(named, isl_dim_param, 0, isl_dim_in, 0, axes)));
}

}  // namespace

std::string text_of_moves(const rules::Rules& rules, const Map& moves, const Set& known) {
  const Set where = of_parameters(rules, known);
  const Set reached = of_parameters(rules, coalesced(moves));
  isl_pw_multi_aff* function =
      isl_pw_multi_aff_gist(isl_pw_multi_aff_from_set(reached.copy()), where.copy());
  function = isl_pw_multi_aff_coalesce(function);
  Pieces pieces{fmt::format("{}", fmt::join(rules.coordinate_names(), ", ")),
                where,
                Build(isl_ast_build_from_context(where.copy())),
                {}};
  isl_pw_multi_aff_foreach_piece(function, add_piece, &pieces);
  isl_pw_multi_aff_free(function);
  return pieces.complete ? fmt::format("{}", fmt::join(pieces.texts, "; ")) : "";
}

}  // namespace grundy::relation
