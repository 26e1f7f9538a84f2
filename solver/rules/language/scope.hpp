// rules/language/scope.hpp: what a name stands for at some place of a game.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

// Coordinates, then the binders of the rule at hand, are variables; parameters are
// constants. No name means two things at once.
class Scope {
 public:
  // Nothing, if the name is free; otherwise what already has it ("a parameter").
  std::optional<std::string_view> taken(std::string_view name) const;

  void add_parameter(std::string name, ParameterValue value);
  void add_coordinate(std::string name);
  void add_binder(std::string name);
  void drop_binders();

  std::optional<Variable> variable(std::string_view name) const;
  const ParameterValue* parameter(std::string_view name) const;
  const Parameters& parameters() const noexcept { return parameters_; }

  // Names that may stand for a number, or for a set, here.
  std::vector<std::string_view> numbers() const;
  std::vector<std::string_view> sets() const;

 private:
  std::vector<std::string> variables_;
  std::size_t coordinates_ = 0;
  Parameters parameters_;
};

}  // namespace grundy::rules
