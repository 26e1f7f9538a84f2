#include "rules/language/fixed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>
#include <string>

#include "rules/expression.hpp"
#include "rules/proofs/check.hpp"
#include "rules/substitute.hpp"

namespace grundy::rules {
namespace {

bool is_fixed(const Rules& rules, Variable coordinate) {
  return std::ranges::all_of(rules.options, [&](const OptionRule& rule) {
    return std::ranges::all_of(rule.summands, [&](const std::vector<Expression>& summand) {
      return summand[coordinate] == variable(coordinate);
    });
  });
}

bool is_among(const std::vector<Variable>& coordinates, Variable coordinate) {
  return std::ranges::binary_search(coordinates, coordinate);
}

// The replacement of each of the first `count` variables, to be made in this order. A variable that
// remains gets a lower number, which has been replaced before.
std::vector<Expression> in_place_of(std::size_t count, const std::vector<Variable>& coordinates,
                                    const Position& position) {
  std::vector<Expression> found;
  Variable next = 0;
  for (Variable v = 0; v < count; ++v)
    found.push_back(is_among(coordinates, v) ? constant(position[v]) : variable(next++));
  return found;
}

OptionRule rule_with_fixed(OptionRule rule, std::size_t dimensions,
                           const std::vector<Variable>& coordinates, const Position& position) {
  for (std::vector<Expression>& summand : rule.summands)
    for (const Variable fixed : std::views::reverse(coordinates))
      summand.erase(summand.begin() + static_cast<std::ptrdiff_t>(fixed));
  for (Stretch& stretch : rule.stretches)
    for (const Variable fixed : std::views::reverse(coordinates))
      stretch.step.erase(stretch.step.begin() + static_cast<std::ptrdiff_t>(fixed));
  const auto images = in_place_of(dimensions + rule.binders.size(), coordinates, position);
  for (Variable v = 0; v < images.size(); ++v) rule = replaced(rule, variable(v), images[v]);
  return rule;
}

Ending ending_with_fixed(Ending ending, std::size_t dimensions,
                         const std::vector<Variable>& coordinates, const Position& position) {
  const auto images = in_place_of(dimensions, coordinates, position);
  for (Variable v = 0; v < images.size(); ++v)
    ending.when = replaced(ending.when, variable(v), images[v]);
  return ending;
}

// The symmetric groups without fixed members, in the new numbering; groups of one are dropped.
std::vector<std::vector<std::size_t>> groups_without(const std::vector<Variable>& coordinates,
                                                     const Rules& rules) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::vector<std::size_t> group : rules.symmetric) {
    std::erase_if(group, [&](std::size_t member) { return is_among(coordinates, member); });
    for (std::size_t& member : group)
      member -= static_cast<std::size_t>(std::ranges::lower_bound(coordinates, member) -
                                         coordinates.begin());
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

std::vector<Variable> fixed_coordinates(const Rules& rules) {
  if (rules.joint) return {};
  std::vector<Variable> found;
  for (Variable v = 0; v < rules.dimensions(); ++v)
    if (is_fixed(rules, v)) found.push_back(v);
  return found.size() < rules.dimensions() ? found : std::vector<Variable>();
}

Position without(const std::vector<Variable>& coordinates, const Position& position) {
  Position left;
  for (Variable v = 0; v < position.size(); ++v)
    if (!is_among(coordinates, v)) left.push_back(position[v]);
  return left;
}

std::optional<Rules> with_fixed(const Rules& rules, const std::vector<Variable>& coordinates,
                                const Position& position) {
  const std::size_t dimensions = rules.dimensions();
  Rules found = rules;
  std::vector<std::string> names = rules.coordinate_names();
  for (const Variable v : coordinates) names[v] = std::to_string(position[v]);
  found.name = fmt::format("{}({})", rules.name, fmt::join(names, ", "));
  found.coordinates.clear();
  for (Variable v = 0; v < dimensions; ++v)
    if (!is_among(coordinates, v)) found.coordinates.push_back(rules.coordinates[v]);
  found.symmetric = groups_without(coordinates, rules);
  found.options.clear();
  for (const OptionRule& rule : rules.options) {
    OptionRule fixed = rule_with_fixed(rule, dimensions, coordinates, position);
    if (!is_false(fixed.when)) found.options.push_back(std::move(fixed));
  }
  for (Ending& ending : found.endings)
    ending = ending_with_fixed(std::move(ending), dimensions, coordinates, position);
  const auto images = in_place_of(dimensions, coordinates, position);
  found.where = at(rules.where, images);
  if (found.falls) found.falls->value = at(rules.falls->value, images);
  if (!check(found).empty()) return std::nullopt;
  return found;
}

}  // namespace grundy::rules
