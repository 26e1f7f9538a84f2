#include "verify/rules_of_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rules/language/parser.hpp"
#include "rules/proofs/termination.hpp"
#include "table/table_directory.hpp"

namespace grundy::verify {
namespace {

using table::Finding;

Finding difference(std::string what, std::string stored = "", std::string expected = "") {
  return {.kind = Finding::Kind::difference,
          .file = table::metadata_name,
          .what = std::move(what),
          .stored = std::move(stored),
          .expected = std::move(expected)};
}

Result<rules::Rules> parse(const table::TableSpec& spec) {
  rules::Parameters parameters;
  for (const auto& [name, value] : spec.parameters) {
    const auto parameter = rules::parse_override(fmt::format("{}={}", name, value));
    if (!parameter) return parameter.error();
    parameters.insert(*parameter);
  }
  auto games = rules::parse(spec.rules, "rules", parameters);
  if (!games) return games.error();
  if (games->size() != 1)
    return Error{Errc::rules, fmt::format("{} games, expected one", games->size())};
  return std::move(games->front());
}

bool same_parameters(const rules::Rules& rules, const table::TableSpec& spec) {
  return std::ranges::equal(rules.parameters, spec.parameters, [](const auto& a, const auto& b) {
    return a.first == b.first && rules::to_string(a.second) == b.second;
  });
}

Position low_corner(const rules::Rules& rules) {
  Position low;
  for (const rules::Coordinate& coordinate : rules.coordinates) low.push_back(coordinate.low);
  return low;
}

// Whether the rules let these axes change places.
bool interchangeable(const rules::Rules& rules, const std::vector<std::size_t>& axes) {
  return std::ranges::any_of(rules.symmetric, [&](const auto& group) {
    return std::ranges::all_of(
        axes, [&](std::size_t axis) { return std::ranges::find(group, axis) != group.end(); });
  });
}

std::optional<Finding> misfit(const rules::Rules& rules, const table::TableSpec& spec) {
  if (rules.name != spec.game)
    return difference("game: the rules are of another", spec.game, rules.name);
  if (rules.coordinate_names() != spec.coordinates)
    return difference("coordinates: not those of the rules",
                      fmt::format("{}", fmt::join(spec.coordinates, ", ")),
                      fmt::format("{}", fmt::join(rules.coordinate_names(), ", ")));
  if (!same_parameters(rules, spec)) return difference("parameters: not those of the rules");
  if (low_corner(rules) != spec.box.low)
    return difference("origin: the ranges of the coordinates begin elsewhere",
                      to_string(spec.box.low), to_string(low_corner(rules)));
  for (std::size_t axis = 0; axis < spec.box.dimensions(); ++axis)
    if (const auto& high = rules.coordinates[axis].high; high && spec.box.high[axis] > *high)
      return difference("shape: the ranges of the coordinates end before the box",
                        to_string(spec.box.high),
                        fmt::format("{} <= {}", spec.coordinates[axis], *high));
  const auto closure = rules::closure(rules, spec.box);
  const Box* const box = std::get_if<Box>(&closure);
  if (!box || !spec.closure.contains(*box))
    return difference("closure: moves lead beyond it", to_string(spec.closure.high),
                      box ? to_string(box->high) : "none that can be proved");
  for (const auto& group : spec.sorted_axes)
    if (!interchangeable(rules, group))
      return difference("sorted_axes: the rules do not let them change places");
  if (spec.quantity == Quantity::nimber && rules.has_ending(Outcome::N))
    return difference("quantity: rules with 'won when' have no nimbers");
  return std::nullopt;
}

}  // namespace

bool has_rules(const table::TableSpec& spec) {
  return spec.game != "graph" || !spec.rules.starts_with("# graph ") ||
         spec.coordinates != std::vector<std::string>{"vertex"};
}

std::optional<rules::Rules> rules_of(const table::TableSpec& spec, table::Findings& findings) {
  auto rules = parse(spec);
  if (!rules) {
    findings.add(difference("rules cannot be read: " + rules.error().message));
    return std::nullopt;
  }
  if (auto found = misfit(*rules, spec)) {
    findings.add(*std::move(found));
    return std::nullopt;
  }
  return *std::move(rules);
}

}  // namespace grundy::verify
