// rules/language/resolve_expression.hpp: from nodes to expressions and conditions.
//
// Here a name gets its meaning, a node turns out to be a number or a condition, and
// constants are worked out. Mistakes are reported; what comes back then is harmless.
#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "rules/claim.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/scope.hpp"
#include "rules/language/syntax.hpp"

namespace grundy::rules {

class ExpressionResolver {
 public:
  // `functions`, which may be null, are those of a claim.
  ExpressionResolver(const Scope& scope, Diagnostics& diagnostics,
                     std::vector<Claim::Function>* functions = nullptr)
      : scope_(scope), diagnostics_(diagnostics), functions_(functions) {}

  // The variable that the first function is.
  void number_functions_from(Variable first) { first_function_ = first; }

  Expression number(const Node& node);
  Condition condition(const Node& node);
  // A number that depends on parameters only; `what` it is for goes into the message.
  std::int64_t constant_number(const Node& node, std::string_view what);
  NumberSet set(const SetSyntax& set);

 private:
  Expression named(const Node& node);
  Expression operation(const Node& node, Expression::Op op);
  Expression division(const Node& node, const Node& sides, Expression::Op op);
  Expression rounded(const Node& node);
  Expression function(const Node& node);
  Expression exclusive(const Node& node);
  Expression variable_of(Claim::Function function, Place place);
  Condition member(const Node& node);
  NumberSet parameter(const Name& name);
  Condition comparisons(const Node& node);
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
