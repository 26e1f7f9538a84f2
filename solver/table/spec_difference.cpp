#include "table/spec_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

namespace grundy::table {
namespace {

using Difference = std::optional<std::string>;

Difference differ(std::string_view what, std::string_view there, std::string_view asked) {
  if (there == asked) return std::nullopt;
  return fmt::format("its {} is {}, and {} is asked for", what, there, asked);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Difference differ_in_rules(const std::string& there, const std::string& asked) {
  if (there == asked) return std::nullopt;
  auto before = lines_of(there);
  auto now = lines_of(asked);
  const std::size_t lines = std::max(before.size(), now.size());
  before.resize(lines);
  now.resize(lines);
  const auto at = std::ranges::mismatch(before, now);
  if (at.in1 == before.end()) return "its rules end in another way";
  return fmt::format(R"(line {} of its rules is "{}", and "{}" is asked for)",
                     at.in1 - before.begin() + 1, *at.in1, *at.in2);
}

Difference differ_in_parameters(const TableSpec& there, const TableSpec& asked) {
  for (const auto& [name, value] : asked.parameters) {
    const auto found = there.parameters.find(name);
    const std::string before = found == there.parameters.end() ? "not set" : found->second;
    if (auto difference = differ("parameter " + name, before, value)) return difference;
  }
  if (there.parameters.size() != asked.parameters.size()) return "it has other parameters";
  return std::nullopt;
}

std::string text_of(const Box& box) {
  return fmt::format("{}..{}", grundy::to_string(box.low), grundy::to_string(box.high));
}

std::string text_of(const AxisGroups& groups) {
  std::vector<std::string> texts;
  for (const auto& axes : groups) texts.push_back(fmt::format("({})", fmt::join(axes, ",")));
  return fmt::format("({})", fmt::join(texts, ","));
}

std::string axis_text(const std::optional<std::size_t>& axis) {
  return axis ? fmt::format("{}", *axis) : "none";
}

}  // namespace

std::optional<std::string> difference_of(const TableSpec& there, const TableSpec& asked) {
  if (auto d = differ("game", there.game, asked.game)) return d;
  if (auto d = differ_in_parameters(there, asked)) return d;
  if (auto d = differ_in_rules(there.rules, asked.rules)) return d;
  if (auto d = differ("quantity", to_string(there.quantity), to_string(asked.quantity))) return d;
  if (auto d = differ("convention", to_string(there.convention), to_string(asked.convention)))
    return d;
  if (auto d = differ("box", text_of(there.box), text_of(asked.box))) return d;
  if (auto d = differ("closure", text_of(there.closure), text_of(asked.closure))) return d;
  if (auto d = differ("store", name_of(there.store), name_of(asked.store))) return d;
  if (auto d = differ("sorted axes", text_of(there.sorted_axes), text_of(asked.sorted_axes)))
    return d;
  if (auto d = differ("section axis", axis_text(there.section_axis), axis_text(asked.section_axis)))
    return d;
  if (auto d = differ("program version", there.program_version, asked.program_version)) return d;
  if (there == asked) return std::nullopt;
  return "its coordinates have other names";
}

}  // namespace grundy::table
