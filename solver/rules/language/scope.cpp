#include "rules/language/scope.hpp"

#include <algorithm>
#include <utility>

namespace grundy::rules {

std::optional<std::string_view> Scope::taken(std::string_view name) const {
  if (parameter(name) != nullptr) return "a parameter";
  const auto number = variable(name);
  if (!number) return std::nullopt;
  return *number < coordinates_ ? "a coordinate" : "a binder";
}

void Scope::add_parameter(std::string name, ParameterValue value) {
  parameters_.insert_or_assign(std::move(name), std::move(value));
}

void Scope::add_coordinate(std::string name) {
  variables_.push_back(std::move(name));
  ++coordinates_;
}

void Scope::add_binder(std::string name) {
  variables_.push_back(std::move(name));
}

void Scope::drop_binders() {
  variables_.resize(coordinates_);
}

std::optional<Variable> Scope::variable(std::string_view name) const {
  const auto at = std::find(variables_.begin(), variables_.end(), name);
  if (at == variables_.end()) return std::nullopt;
  return static_cast<Variable>(at - variables_.begin());
}

const ParameterValue* Scope::parameter(std::string_view name) const {
  const auto at = parameters_.find(std::string(name));
  return at == parameters_.end() ? nullptr : &at->second;
}

std::vector<std::string_view> Scope::numbers() const {
  std::vector<std::string_view> names(variables_.begin(), variables_.end());
  for (const auto& [name, value] : parameters_)
    if (std::holds_alternative<std::int64_t>(value)) names.push_back(name);
  return names;
}

std::vector<std::string_view> Scope::sets() const {
  std::vector<std::string_view> names;
  for (const NamedSet& set : named_sets) names.push_back(set.name);
  for (const auto& [name, value] : parameters_)
    if (!std::holds_alternative<std::int64_t>(value)) names.push_back(name);
  return names;
}

}  // namespace grundy::rules
