#include "relation/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy::relation {
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

namespace {

struct NumberPiece {
  Set where;
  Function value;
};

isl_stat add_number(isl_set* where, isl_multi_aff* value, void* to) {
  static_cast<std::vector<NumberPiece>*>(to)->push_back(
      {Set(where), Function(isl_pw_aff_from_aff(isl_multi_aff_get_at(value, 0)))});
  isl_multi_aff_free(value);
  return isl_stat_ok;
}

// Whether the formula of `one` also gives the values of `other`.
bool fits(const NumberPiece& one, const NumberPiece& other) {
  const Set equal(isl_pw_aff_eq_set(one.value.copy(), other.value.copy()));
  return is_subset(other.where, equal);
}

// Few formulas, each for as many positions as it fits.
std::vector<NumberPiece> merged(std::vector<NumberPiece> pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = 0; j < pieces.size();) {
      if (i == j || !fits(pieces[i], pieces[j])) {
        ++j;
        continue;
      }
      pieces[i].where = pieces[i].where | pieces[j].where;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
    }
  return pieces;
}

}  // namespace

std::string text_of_number(const rules::Rules& rules, const Map& function, const Set& known) {
  const Set where = of_parameters(rules, known);
  const Set values = of_parameters(rules, coalesced(function));
  isl_pw_multi_aff* numbers =
      isl_pw_multi_aff_gist(isl_pw_multi_aff_from_set(values.copy()), where.copy());
  std::vector<NumberPiece> pieces;
  isl_pw_multi_aff_foreach_piece(numbers, add_number, &pieces);
  isl_pw_multi_aff_free(numbers);
  const Build build(isl_ast_build_from_context(where.copy()));
  std::vector<std::pair<std::string, std::string>> texts;  // condition and number
  for (const NumberPiece& piece : merged(std::move(pieces))) {
    const Set domain = coalesced(piece.where);
    texts.emplace_back(
        text_of(Tree(isl_ast_build_expr_from_set(build.get(), domain.copy()))).text,
        text_of(Tree(isl_ast_build_expr_from_pw_aff(build.get(), piece.value.copy()))).text);
    if (texts.back().first.empty() || texts.back().second.empty()) return "";
  }
  if (texts.empty()) return "";
  std::ranges::stable_sort(texts, {}, [](const auto& text) { return text.first.size(); });
  std::string all;
  for (std::size_t i = 0; i + 1 < texts.size(); ++i)
    all += fmt::format("{} when {}, ", texts[i].second, texts[i].first);
  return all + texts.back().second;
}

}  // namespace grundy::relation
