#include "ask/value_source.hpp"

#include "rules/language/parser.hpp"

namespace grundy::query {

Result<std::optional<std::uint32_t>> TableSource::find(const Question& question,
                                                       const Position& position) {
  const auto& [rules, convention, quantity] = question;
  using Found = std::optional<std::uint32_t>;
  const table::TableSpec& spec = values_->info().spec;
  const bool known = quantity == Quantity::outcome || quantity == spec.quantity;
  if (!known || convention != spec.convention || !spec.box.contains(position) || !is_about(*rules))
    return Found();
  const auto value = values_->at(quantity, position);
  if (!value) return value.error();
  return Found(*value);
}

bool TableSource::is_about(const rules::Rules& rules) const {
  const table::TableSpec& spec = values_->info().spec;
  if (spec.rules != rules.text || spec.parameters.size() != rules.parameters.size()) return false;
  for (const auto& [name, value] : rules.parameters) {
    const auto at = spec.parameters.find(name);
    if (at == spec.parameters.end() || at->second != rules::to_string(value)) return false;
  }
  return true;
}

}  // namespace grundy::query
