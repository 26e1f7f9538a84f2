#include "session/plan_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "plan/memory.hpp"
#include "rules/parameter_text.hpp"
#include "session/text.hpp"
#include "solve/memory.hpp"
#include "sweep/memory.hpp"
#include "sweep/time.hpp"

namespace grundy::session {
namespace {

using plan::Plan;
using Json = nlohmann::ordered_json;

std::string weighted_sum(const std::vector<std::int64_t>& weights,
                         const std::vector<std::string>& names, std::int64_t sign) {
  std::string text;
  for (std::size_t axis = 0; axis < weights.size(); ++axis) {
    const std::int64_t weight = sign * weights[axis];
    if (weight == 0) continue;
    text += text.empty() ? (weight < 0 ? "-" : "") : (weight < 0 ? " - " : " + ");
    const std::int64_t size = std::abs(weight);
    text += size == 1 ? names[axis] : fmt::format("{} {}", size, names[axis]);
  }
  return text;
}

std::string ranges(const Box& box, const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    parts.push_back(fmt::format("{} {}..{}", names[axis], box.low[axis], box.high[axis]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string order_text(const Plan& plan) {
  const plan::Schedule& schedule = plan.schedule;
  if (plan.kernel() == plan::Kernel::search) return "one position after the other, one thread";
  if (schedule.order() == plan::Order::layers)
    return fmt::format("{} of equal weight, one after the other",
                       counted(schedule.waves(), "layer"));
  std::vector<std::string> loops;
  for (const rules::ScanAxis& loop : schedule.scan())
    loops.push_back(fmt::format("{} {}", plan.rules.coordinates[loop.axis].name,
                                loop.ascending ? "up" : "down"));
  return fmt::format("{} of {} in {}; inside a tile {}", counted(schedule.tiles(), "tile"),
                     fmt::join(schedule.tile_extents(), " x "), counted(schedule.waves(), "wave"),
                     fmt::join(loops, ", then "));
}

void add_line(std::string& text, std::string_view label, std::string_view line) {
  text += fmt::format("  {:<11}{}\n", label, line);
}

// Permutations of a symmetric rule share its text and its line.
void add_rules(std::string& text, const Plan& plan) {
  const auto& options = plan.rules.options;
  for (std::size_t i = 0, next = 0; i < options.size(); i = next) {
    for (next = i + 1; next < options.size() && options[next].text == options[i].text;) ++next;
    add_line(text, "",
             fmt::format("{:<9}{}{}", plan::to_string(plan.kernel()), options[i].text,
                         next - i == 1 ? "" : fmt::format("  ({} permutations)", next - i)));
  }
}

std::string closure_text(const Plan& plan) {
  if (plan.closure == plan.box) return "the box itself: no move leaves it";
  return fmt::format("{}: {} positions, so that every option is known",
                     ranges(plan.closure, plan.rules.coordinate_names()),
                     grouped(plan.closure_positions()));
}

// Stored in full.
std::uint64_t bytes_with_table(const Plan& plan) {
  return solve::foretold_bytes_with_table(plan, table::Store::full);
}

std::string memory_text(const Plan& plan) {
  std::string text = fmt::format("{} of {}", plan::format_bytes(solve::foretold_bytes(plan)),
                                 plan::format_bytes(plan.memory_limit));
  text += fmt::format(", {} with a table", plan::format_bytes(bytes_with_table(plan)));
  if (!plan.has_family())
    text += fmt::format(": {} a cell, values up to {}", counted(plan.cell_bytes, "byte"),
                        grouped(plan.largest_value));
  return text;
}

std::string options_text(const Plan& plan) {
  if (plan.kernel() != plan::Kernel::generic) return "";
  return fmt::format(": {:.1f} options a position in the mean{}", plan.options.all,
                     plan.options.guessed ? ", a guess: some loops are too long to be walked" : "");
}

}  // namespace

std::string reason_of_end(const Plan& plan) {
  const auto names = plan.rules.coordinate_names();
  const auto& weights = plan.descent.weights;
  if (weights.empty()) return "the first coordinate of the scan order that changes falls";
  const bool rising =
      std::all_of(weights.begin(), weights.end(), [](std::int64_t weight) { return weight <= 0; });
  return fmt::format("{} {} with every move", weighted_sum(weights, names, rising ? -1 : 1),
                     rising ? "rises" : "falls");
}

std::string explain(const Plan& plan) {
  std::string text =
      fmt::format("{}: {} of every position, {} play\n", plan.rules.name, to_string(plan.quantity),
                  plan.convention == Convention::misere ? "misere" : "normal");
  add_line(text, "box",
           fmt::format("{}: {} positions", ranges(plan.box, plan.rules.coordinate_names()),
                       grouped(plan.positions())));
  for (const auto& [name, value] : plan.rules.parameters)
    add_line(text, "parameter", fmt::format("{} = {}", name, rules::to_string(value)));
  add_line(text, "closure", closure_text(plan));
  add_line(text, "play ends", reason_of_end(plan));
  if (!plan.has_family()) add_line(text, "order", order_text(plan));
  if (!plan.symmetry_reason.empty()) add_line(text, "symmetry", plan.symmetry_reason);
  add_line(text, "kernel",
           fmt::format("{}: {}", plan::to_string(plan.kernel()), plan.method.reason));
  for (const std::string& declined : plan.method.declined) add_line(text, "", "not " + declined);
  add_rules(text, plan);
  if (plan.section_axis)
    add_line(text, "section",
             fmt::format("each line along {} holds at most one P-position",
                         plan.rules.coordinates[*plan.section_axis].name));
  add_line(text, "memory", memory_text(plan));
  if (plan.has_family())
    add_line(text, "single",
             "`value` of one position searches no longer than this box takes, then solves the box");
  add_line(text, "time",
           fmt::format("about {} on {}{}", duration(sweep::estimated_seconds(plan)),
                       counted(plan.threads, "thread"), options_text(plan)));
  return text;
}

nlohmann::ordered_json to_json(const Plan& plan) {
  Json scan = Json::array();
  for (const rules::ScanAxis& loop : plan.schedule.scan())
    scan.push_back(
        {{"coordinate", plan.rules.coordinates[loop.axis].name}, {"ascending", loop.ascending}});
  Json rules = Json::array();
  for (const rules::OptionRule& rule : plan.rules.options)
    rules.push_back({{"rule", rule.text}, {"kernel", plan::to_string(plan.kernel())}});
  const bool tiles = plan.schedule.order() == plan::Order::tiles;
  Json json;
  json["game"] = plan.rules.name;
  json["value"] = to_string(plan.quantity);
  json["convention"] = to_string(plan.convention);
  json["box"] = plan.box.high;
  json["positions"] = plan.positions();
  json["closure"] = plan.closure.high;
  json["closure_positions"] = plan.closure_positions();
  json["weights"] = plan.descent.weights;
  json["order"] = plan.has_family() ? Json() : Json(tiles ? "tiles" : "layers");
  json["scan"] = scan;
  json["tile"] = tiles && !plan.has_family() ? Json(plan.schedule.tile_extents()) : Json();
  json["waves"] = plan.has_family() ? Json() : Json(plan.schedule.waves());
  json["symmetry"] = {{"used", plan.sorted_only || !plan.method.symmetry.empty()},
                      {"reason", plan.symmetry_reason}};
  json["kernel"] = plan::to_string(plan.kernel());
  json["reason"] = plan.method.reason;
  json["declined"] = plan.method.declined;
  json["rules"] = rules;
  json["section"] =
      plan.section_axis ? Json(plan.rules.coordinates[*plan.section_axis].name) : Json();
  json["largest_value"] = plan.has_family() ? Json() : Json(plan.largest_value);
  json["cell_bytes"] = plan.has_family() ? Json() : Json(plan.cell_bytes);
  json["memory_bytes"] = solve::foretold_bytes(plan);
  json["memory_bytes_with_table"] = bytes_with_table(plan);
  json["memory_limit_bytes"] = plan.memory_limit;
  json["threads"] = plan.threads;
  json["options_per_position"] = plan.has_family() ? Json() : Json(plan.options.all);
  json["options_guessed"] = plan.has_family() ? Json() : Json(plan.options.guessed);
  json["estimated_seconds"] = sweep::estimated_seconds(plan);
  return json;
}

}  // namespace grundy::session
