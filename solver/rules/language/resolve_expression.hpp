// rules/language/resolve_expression.hpp: from nodes to expressions and conditions.
//
// Scope says what names mean. ExpressionResolver resolves names, tells numbers from conditions and
// evaluates constants. After a mistake, which is reported, it returns some valid expression.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/claim.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/grammar.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// The meaning of names at some place of a game. Coordinates, then the binders of the current rule,
// are variables; parameters are constants. No name means two things at once.
class Scope {
 public:
  // Nothing if the name is free; otherwise what it means already ("a parameter").
  std::optional<std::string_view> taken(std::string_view name) const;

  void add_parameter(std::string name, ParameterValue value);
  void add_coordinate(std::string name);
  void add_binder(std::string name);
  void drop_binders();
  void drop_last_binder() { variables_.pop_back(); }

  std::optional<Variable> variable(std::string_view name) const;
  const ParameterValue* parameter(std::string_view name) const;
  const Parameters& parameters() const noexcept { return parameters_; }

  // Names that mean a number, a set or an array.
  std::vector<std::string_view> numbers() const;
  std::vector<std::string_view> sets() const;
  std::vector<std::string_view> arrays() const;

 private:
  std::vector<std::string> variables_;
  std::size_t coordinates_ = 0;
  Parameters parameters_;
};

class ExpressionResolver {
 public:
  // `functions` receives the functions of a claim; null for rules.
  ExpressionResolver(const Scope& scope, Diagnostics& diagnostics,
                     std::vector<Claim::Function>* functions = nullptr)
      : scope_(scope), diagnostics_(diagnostics), functions_(functions) {}

  // Sets the variable of the first function.
  void number_functions_from(Variable first) { first_function_ = first; }

  Expression number(const Node& node);
  Array array(const ArraySyntax& array);
  Condition condition(const Node& node);
  // A number that depends on parameters only; `what` names its purpose in messages.
  std::int64_t constant_number(const Node& node, std::string_view what);
  NumberSet set(const SetSyntax& set);

 private:
  Expression named(const Node& node);
  Expression operation(const Node& node, Expression::Op op);
  Expression division(const Node& node, const Node& sides, Expression::Op op);
  Expression rounded(const Node& node);
  Expression function(const Node& node);
  Expression counted(const Node& node);
  Expression exclusive(const Node& node);
  Expression power(const Node& node);
  Expression element(const Node& node);
  Expression only_in_rules(const Node& node);
  Expression variable_of(Claim::Function function, Place place);
  Condition member(const Node& node);
  NumberSet parameter(const Name& name);
  Condition comparisons(const Node& node);
  Condition distinct(const Node& node);
  Condition joined(const Node& node, Condition::Op op);
  void overflows(Place place);
  // Each unknown name is reported once.
  void unknown(const Name& name, std::string_view what,
               const std::vector<std::string_view>& candidates);

  const Scope& scope_;
  Diagnostics& diagnostics_;
  std::vector<Claim::Function>* functions_;
  Variable first_function_ = 0;
  std::size_t written_out_ = 0;  // for listed sets
  std::set<std::string_view> reported_;
};

// Ascending, without repeats.
NumberSet listed(std::vector<std::int64_t> members);

}  // namespace grundy::rules
