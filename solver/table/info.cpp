#include "table/info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace grundy::table {
namespace {

Error senseless(std::string what) {
  return Error{Errc::usage, std::move(what)};
}

Status check_box(const Box& box, std::size_t dimensions, std::string_view name) {
  if (box.low.size() != dimensions || box.high.size() != dimensions)
    return senseless(fmt::format("{}: corners of {} and {} coordinates, expected {}", name,
                                 box.low.size(), box.high.size(), dimensions));
  for (std::size_t axis = 0; axis < dimensions; ++axis)
    if (box.low[axis] > box.high[axis] || box.low[axis] < -largest_coordinate ||
        box.high[axis] > largest_coordinate)
      return senseless(
          fmt::format("{}: coordinate {} runs from {} to {}, expected ends in order and within "
                      "-2^53 .. 2^53, as "
                      "tables have them",
                      name, axis + 1, box.low[axis], box.high[axis]));
  if (!box.volume()) return senseless(fmt::format("{}: more than 2^63 positions", name));
  return {};
}

Status check_section_axis(const TableSpec& spec) {
  if (!spec.section_axis) return {};
  if (*spec.section_axis >= spec.box.dimensions())
    return senseless(
        fmt::format("section axis {} of {}", *spec.section_axis, spec.box.dimensions()));
  // 2^32 - 1 stands for "none".
  if (spec.box.extent(*spec.section_axis) > std::numeric_limits<std::uint32_t>::max())
    return senseless(fmt::format("section axis of {} positions, at most 2^32 - 1 can be numbered",
                                 spec.box.extent(*spec.section_axis)));
  return {};
}

Status check_sorted_axes(const TableSpec& spec) {
  if (spec.sorted_axes.empty() != (spec.store != Store::sorted))
    return senseless("sorted axes belong to tables stored sorted, and to no others");
  std::vector<bool> seen(spec.box.dimensions(), false);
  for (const auto& group : spec.sorted_axes) {
    if (group.size() < 2 || !std::ranges::is_sorted(group) || group.back() >= seen.size())
      return senseless(
          fmt::format("sorted axes: expected groups of two axes or more, ascending, "
                      "below {}",
                      seen.size()));
    for (const std::size_t axis : group) {
      if (seen[axis]) return senseless(fmt::format("sorted axes: axis {} stands twice", axis));
      seen[axis] = true;
      if (spec.box.low[axis] != spec.box.low[group[0]] ||
          spec.box.high[axis] != spec.box.high[group[0]])
        return senseless(
            fmt::format("sorted axes: the box differs along axes {} and {}", group[0], axis));
    }
  }
  return {};
}

Status check_store(const TableSpec& spec) {
  if (Status s = check_sorted_axes(spec); !s) return s;
  if (spec.store != Store::section) return {};
  if (spec.quantity == Quantity::outcome && spec.section_axis && spec.box.dimensions() > 1)
    return {};
  return senseless(
      "only outcomes of two dimensions or more, with an axis whose lines hold at "
      "most one P-position each, can be stored as a section");
}

}  // namespace

Position TableSpec::from_written(Position written) const {
  if (!is_joint() || written.size() >= coordinates.size()) return written;
  written.insert(written.begin(), box.low.front());
  // Coordinates that the game lacks, and others that it names have.
  while (written.size() < coordinates.size() && box.low[written.size()] == box.high[written.size()])
    written.push_back(box.low[written.size()]);
  return written;
}

Position TableSpec::written(const Position& position) const {
  return {position.begin() + (is_joint() ? 1 : 0), position.end()};
}

std::string_view name_of(Store store) noexcept {
  switch (store) {
    case Store::full:
      return "full";
    case Store::sorted:
      return "sorted";
    case Store::section:
      break;
  }
  return "section";
}

std::vector<Quantity> arrays_of(const TableSpec& spec) {
  if (spec.store == Store::section) return {};
  if (spec.quantity == Quantity::remoteness) return {Quantity::remoteness, Quantity::outcome};
  return {spec.quantity};
}

Status check(const TableSpec& spec) {
  const std::size_t dimensions = spec.coordinates.size();
  if (dimensions == 0 || dimensions > max_dimensions)
    return senseless(fmt::format("{} coordinates, expected 1 to {}", dimensions, max_dimensions));
  if (Status s = check_box(spec.box, dimensions, "box"); !s) return s;
  if (Status s = check_box(spec.closure, dimensions, "closure"); !s) return s;
  if (spec.closure.low != spec.box.low || !spec.closure.contains(spec.box))
    return senseless(
        fmt::format("closure {}..{} does not extend box {}..{}",
                    grundy::to_string(spec.closure.low), grundy::to_string(spec.closure.high),
                    grundy::to_string(spec.box.low), grundy::to_string(spec.box.high)));
  if (spec.quantity == Quantity::nimber && spec.convention == Convention::misere)
    return senseless("nimbers are of normal play only");
  if (!spec.where.empty() && spec.section_axis)
    return senseless("where some tuples are no positions, lines have no section");
  if (Status s = check_section_axis(spec); !s) return s;
  return check_store(spec);
}

nlohmann::ordered_json to_json(const std::optional<TablePeriod>& period) {
  if (!period) return nullptr;
  nlohmann::ordered_json json;
  json["of"] = period->of;
  json["length"] = period->length;
  json["preperiod"] = period->preperiod;
  json["last_exception"] = nullptr;
  if (period->preperiod > 0) json["last_exception"] = period->preperiod - 1;
  json["status"] = "proved";
  json["proof"] = period->proof;
  return json;
}

nlohmann::ordered_json to_json(const TableInfo& info) {
  const auto& [spec, result] = info;
  nlohmann::ordered_json json;
  json["game"] = spec.game;
  json["value"] = to_string(spec.quantity);
  json["convention"] = to_string(spec.convention);
  json["coordinates"] = spec.coordinates;
  json["origin"] = spec.box.low;
  json["box"] = spec.box.high;
  json["closure"] = spec.closure.high;
  json["parameters"] = spec.parameters;
  json["positions"] = result.positions;
  json["p_positions"] = result.p_positions;
  json["max_value"] = result.max_value;
  json["histogram"] = result.histogram;
  json["period"] = to_json(result.period);
  json["digest"] = result.digest;
  json["section"] = nullptr;
  if (spec.section_axis) json["section"] = spec.coordinates[*spec.section_axis];
  json["store"] = name_of(spec.store);
  json["kernel"] = result.kernel;
  json["isa"] = result.isa;
  json["executor"] = result.executor;
  json["version"] = spec.program_version;
  if (!spec.where.empty()) json["where"] = spec.where;
  json["rules"] = spec.rules;
  return json;
}

std::string json_text(const TableInfo& info) {
  using Json = nlohmann::ordered_json;
  return to_json(info).dump(-1, ' ', false, Json::error_handler_t::replace);
}

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
  if (auto d = differ("where", there.where, asked.where)) return d;
  if (auto d = differ("program version", there.program_version, asked.program_version)) return d;
  if (there == asked) return std::nullopt;
  return "its coordinates have other names";
}

}  // namespace grundy::table
