#include "ask/session/plan_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "ask/session/text.hpp"
#include "base/machine.hpp"
#include "compile/cut_off.hpp"
#include "plan/cost.hpp"
#include "rules/language/parser.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/measure.hpp"
#include "rules/proofs/termination.hpp"
#include "run/memory.hpp"

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

std::string ranges(const Box& box, const rules::Rules& rules) {
  const auto names = rules.coordinate_names();
  std::vector<std::string> parts;
  for (std::size_t axis = rules.first_written(); axis < box.dimensions(); ++axis)
    parts.push_back(fmt::format("{} {}..{}", names[axis], box.low[axis], box.high[axis]));
  std::vector<std::string_view> games;
  if (rules.joint && box.extent(0) > 1)
    for (const rules::JointGame::Member& member : rules.joint->members)
      if (std::ranges::find(games, member.name) == games.end()) games.push_back(member.name);
  return fmt::format("{}{}{}", fmt::join(parts, ", "), games.empty() ? "" : " of ",
                     fmt::join(games, ", "));
}

std::string order_text(const Plan& plan) {
  const tiles::Schedule& schedule = plan.schedule;
  if (plan.kernel() == search::kernel) return "one position after the other, one thread";
  if (!plan.descent.is_proved()) return "each position after its options, depth first, one thread";
  if (schedule.order() == tiles::Order::layers)
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

// Permutations of a symmetric rule share its text and its line, and so do the cases in which a sum
// of variable length has positions and has none.
void add_rules(std::string& text, const Plan& plan) {
  const auto& options = plan.rules.options;
  const std::string_view of_one = plan.rules.has_stretches() ? "cases" : "permutations";
  for (std::size_t i = 0, next = 0; i < options.size(); i = next) {
    for (next = i + 1; next < options.size() && options[next].text == options[i].text;) ++next;
    add_line(text, "",
             fmt::format("{:<9}{}{}", to_string(plan.kernel()), options[i].text,
                         next - i == 1 ? "" : fmt::format("  ({} {})", next - i, of_one)));
  }
}

std::string closure_text(const Plan& plan) {
  if (plan.closure == plan.box) return "the box itself: no move leaves it";
  return fmt::format("{}: {} positions, so that every option is known",
                     ranges(plan.closure, plan.rules), grouped(plan.closure_positions()));
}

// Stored in full.
std::uint64_t bytes_with_table(const Plan& plan) {
  return solve::estimated_bytes_with_table(plan, table::Store::full);
}

std::string memory_text(const Plan& plan) {
  std::string text = fmt::format("{} of {}", memory::format_bytes(solve::estimated_bytes(plan)),
                                 memory::format_bytes(plan.memory_limit));
  text += fmt::format(", {} with a table", memory::format_bytes(bytes_with_table(plan)));
  if (const generic::Task* cells = plan.by_options())
    text += fmt::format(": {} a cell, values up to {}", counted(cells->cell_bytes, "byte"),
                        grouped(cells->largest_value));
  if (plan.is_searched()) text += "; without the sums that the search remembers";
  return text;
}

std::string passes_text(const family::Passes& passes, const Plan& plan) {
  return fmt::format("about {}, with the values in a file of {} in {}", passes.count,
                     memory::format_bytes(passes.file_bytes), plan.passes.scratch.string());
}

// As if each rank had the plan's threads and this machine's speed.
double seconds_on_ranks(const family::Ranks& ranks, const Plan& plan) {
  return plan::estimated_seconds(plan) / static_cast<double>(ranks.memory_bytes.size()) /
         ranks.efficiency;
}

// Of each rank's process.
std::vector<std::uint64_t> memory_of(const family::Ranks& ranks, const Plan& plan) {
  std::vector<std::uint64_t> bytes = ranks.memory_bytes;
  for (std::uint64_t& own : bytes) own += plan.program_bytes;
  return bytes;
}

std::string memory_text(const family::Ranks& ranks, const Plan& plan) {
  const std::vector<std::uint64_t> bytes = memory_of(ranks, plan);
  if (ranks.all_to_all)
    return fmt::format("memory {} on each rank, for all hold all values",
                       memory::format_bytes(bytes[0]));
  return fmt::format(
      "memory {} on rank 0, and up to {} on the others, with the values of their shards",
      memory::format_bytes(bytes[0]),
      memory::format_bytes(*std::max_element(bytes.begin() + 1, bytes.end())));
}

std::string busiest_way(const family::Ranks& ranks, const Plan& plan) {
  std::uint64_t busiest = ranks.bytes / ranks.memory_bytes.size();
  if (!ranks.all_to_all) {
    busiest = 0;
    for (const family::Link& link : ranks.links) busiest = std::max(busiest, link.bytes);
  }
  return fmt::format("{} {}, {}/s", memory::format_bytes(busiest),
                     ranks.all_to_all ? "sent by each" : "over the busiest link",
                     memory::format_bytes(static_cast<std::uint64_t>(
                         static_cast<double>(busiest) / seconds_on_ranks(ranks, plan))));
}

void add_ranks(std::string& text, const Plan& plan) {
  const family::Ranks& ranks = *plan.method.ranks;
  add_line(text, "ranks",
           fmt::format("{}, of which at most {} have work; {:.0f} % of their time in use",
                       ranks.memory_bytes.size(), ranks.most_useful, 100 * ranks.efficiency));
  add_line(text, "", memory_text(ranks, plan));
  add_line(text, "",
           fmt::format("{} messages of {} in all; {}", grouped(ranks.messages),
                       memory::format_bytes(ranks.bytes), busiest_way(ranks, plan)));
  add_line(text, "",
           fmt::format("about {} with {} each", duration(seconds_on_ranks(ranks, plan)),
                       counted(plan.threads, "thread")));
}

Json to_json(const family::Ranks& ranks, const Plan& plan) {
  Json links = Json::array();
  for (const family::Link& link : ranks.links)
    links.push_back(
        {{"from", link.from}, {"to", link.to}, {"messages", link.messages}, {"bytes", link.bytes}});
  return {{"count", ranks.memory_bytes.size()},
          {"most_useful", ranks.most_useful},
          {"efficiency", ranks.efficiency},
          {"memory_bytes", memory_of(ranks, plan)},
          {"messages", ranks.messages},
          {"bytes", ranks.bytes},
          {"links", links},
          {"all_to_all", ranks.all_to_all},
          {"estimated_seconds", seconds_on_ranks(ranks, plan)}};
}

std::string options_text(const Plan& plan) {
  if (plan.kernel() != generic::kernel) return "";
  const generic::MeanOptions options = generic::mean_options(*plan.by_options(), plan);
  return fmt::format(": {:.1f} options a position in the mean{}", options.all,
                     options.guessed ? ", a guess: some loops are too long to be walked" : "");
}

std::string fallback_text(const plan::Fallback& fallback) {
  if (!fallback.plan)
    return fmt::format("none where there are {}: {}", fallback.when, fallback.why_none->message);
  return fmt::format("{} where there are {}: {}", to_string(fallback.plan->kernel()), fallback.when,
                     memory::format_bytes(solve::estimated_bytes(*fallback.plan)));
}

Json to_json(const plan::Fallback& fallback) {
  Json json{{"when", fallback.when}, {"kernel", nullptr}, {"memory_bytes", nullptr}};
  if (!fallback.plan) {
    json["why_none"] = fallback.why_none->message;
    return json;
  }
  json["kernel"] = to_string(fallback.plan->kernel());
  json["memory_bytes"] = solve::estimated_bytes(*fallback.plan);
  return json;
}

}  // namespace

std::string reason_of_end(const Plan& plan) {
  if (const std::string measure = rules::measure_text(plan.rules); !measure.empty())
    return fmt::format("{} falls with every move{}", measure,
                       plan.measure_is_proved ? "" : ", as is checked on the box");
  if (!plan.descent.is_proved()) return "checked as the box is solved: no proof was found";
  const auto names = plan.rules.coordinate_names();
  const auto& weights = plan.descent.weights;
  if (weights.empty()) return "the first coordinate of the scan order that changes falls";
  if (std::ranges::count(weights, 0) == std::ssize(weights)) return "nothing moves in the box";
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
           fmt::format("{}: {} {}", ranges(plan.box, plan.rules), grouped(plan.positions()),
                       plan.inside.is_all() ? "positions" : "tuples"));
  if (!plan.inside.is_all())
    add_line(text, "where", fmt::format("{}; other tuples are no positions", plan.inside.text()));
  for (const auto& [name, value] : plan.rules.parameters)
    add_line(text, "parameter", fmt::format("{} = {}", name, rules::to_string(value)));
  add_line(text, "closure", closure_text(plan));
  add_line(text, "play ends", reason_of_end(plan));
  if (const std::string cut = what_is_cut_off(plan); !cut.empty()) add_line(text, "cut off", cut);
  if (!plan.has_form()) add_line(text, "order", order_text(plan));
  if (!plan.method.symmetry.empty()) add_line(text, "symmetry", plan.method.symmetry);
  add_line(text, "kernel", fmt::format("{}: {}", to_string(plan.kernel()), plan.method.reason));
  for (const std::string& declined : plan.method.declined) add_line(text, "", "not " + declined);
  add_rules(text, plan);
  if (plan.fallback) add_line(text, "fallback", fallback_text(*plan.fallback));
  if (plan.section_axis)
    add_line(text, "section",
             fmt::format("each line along {} holds at most one P-position",
                         plan.rules.coordinates[*plan.section_axis].name));
  add_line(text, "memory", memory_text(plan));
  if (plan.method.ranks) add_ranks(text, plan);
  if (plan.method.passes) add_line(text, "passes", passes_text(*plan.method.passes, plan));
  if (!plan.is_searched())
    add_line(text, "single",
             "`value` of one position searches no longer than this box takes, then solves the box");
  add_line(text, "time",
           fmt::format("about {} on {}{}", duration(plan::estimated_seconds(plan)),
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
    rules.push_back({{"rule", rule.text}, {"kernel", to_string(plan.kernel())}});
  const bool tiles = plan.schedule.order() == tiles::Order::tiles;
  Json json;
  json["game"] = plan.rules.name;
  json["value"] = to_string(plan.quantity);
  json["convention"] = to_string(plan.convention);
  json["box"] = plan.rules.written(plan.box.high);
  json["positions"] = plan.positions();
  if (!plan.inside.is_all()) json["where"] = plan.inside.text();
  json["closure"] = plan.rules.written(plan.closure.high);
  json["closure_positions"] = plan.closure_positions();
  json["play_ends"] = plan.descent.is_proved() ? "proved" : "checked";
  json["cut_off"] = cut_off_json(plan);
  json["weights"] = plan.descent.weights;
  json["order"] = plan.has_form()             ? Json()
                  : !plan.descent.is_proved() ? Json("walk")
                                              : Json(tiles ? "tiles" : "layers");
  json["scan"] = scan;
  json["tile"] = tiles && !plan.has_form() ? Json(plan.schedule.tile_extents()) : Json();
  json["waves"] = plan.has_form() ? Json() : Json(plan.schedule.waves());
  json["symmetry"] = {{"used", plan.method.symmetry_used}, {"reason", plan.method.symmetry}};
  json["kernel"] = to_string(plan.kernel());
  json["reason"] = plan.method.reason;
  json["declined"] = plan.method.declined;
  json["rules"] = rules;
  json["section"] =
      plan.section_axis ? Json(plan.rules.coordinates[*plan.section_axis].name) : Json();
  json["fallback"] = plan.fallback ? to_json(*plan.fallback) : Json();
  const generic::Task* const cells = plan.by_options();
  json["largest_value"] = cells ? Json(cells->largest_value) : Json();
  json["cell_bytes"] = cells ? Json(cells->cell_bytes) : Json();
  json["memory_bytes"] = solve::estimated_bytes(plan);
  json["memory_bytes_with_table"] = bytes_with_table(plan);
  json["memory_limit_bytes"] = plan.memory_limit;
  json["threads"] = plan.threads;
  json["ranks"] = plan.method.ranks ? to_json(*plan.method.ranks, plan) : Json();
  const auto& passes = plan.method.passes;
  json["passes"] = passes ? Json{{"count", passes->count},
                                 {"file_bytes", passes->file_bytes},
                                 {"folder", plan.passes.scratch.string()}}
                          : Json();
  const auto options = cells ? generic::mean_options(*cells, plan) : generic::MeanOptions{};
  json["options_per_position"] = cells ? Json(options.all) : Json();
  json["options_guessed"] = cells ? Json(options.guessed) : Json();
  json["estimated_seconds"] = plan::estimated_seconds(plan);
  return json;
}

std::string what_is_cut_off(const Plan& plan) {
  const auto cut = compile::cut_off(plan.rules, plan.closure);
  if (!cut) return {};
  std::vector<std::string> positions;
  for (const Position& position : cut->to) positions.push_back(plan.rules.position_text(position));
  return fmt::format("{}{} beyond the upper end of a range, such as {} -> {}, {}",
                     cut->are_all ? "" : "at least ", counted(cut->options, "option"),
                     plan.rules.position_text(cut->from), fmt::join(positions, " + "),
                     cut->options == 1 ? "is no move" : "are no moves");
}

Json cut_off_json(const Plan& plan) {
  const auto cut = compile::cut_off(plan.rules, plan.closure);
  if (!cut) return {};
  Json json;
  json["options"] = cut->options;
  json["are_all"] = cut->are_all;
  json["from"] = cut->from;
  json["to"] = cut->to;
  return json;
}

namespace {

constexpr std::int64_t sample_high = 20;
constexpr std::int64_t far_away = std::int64_t{1} << 40;

bool ends_from_far(const rules::Rules& game) {
  const rules::Effort effort;
  Box far;
  for (const rules::Coordinate& coordinate : game.coordinates) {
    far.low.push_back(coordinate.low);
    far.high.push_back(coordinate.high.value_or(std::max(coordinate.low, far_away)));
  }
  const auto closed = rules::closure(game, far);
  const auto* const box = std::get_if<Box>(&closed);
  return box != nullptr && std::holds_alternative<rules::Descent>(rules::descent(game, *box));
}

}  // namespace

Result<plan::Plan> sample_plan(const rules::Rules& game) {
  plan::Request request;
  request.rules = game;
  request.convention = game.convention;
  const bool nimbers = game.convention == Convention::normal && !game.has_ending(Outcome::N);
  request.quantity = nimbers ? Quantity::nimber : Quantity::outcome;
  for (std::size_t axis = 0; axis < game.written_dimensions(); ++axis)
    request.high.push_back(
        std::max(game.coordinates[axis + game.first_written()].low, sample_high));
  return plan::make_plan(request);
}

std::string why_play_ends(const plan::Plan& sample) {
  const std::string reason = reason_of_end(sample);
  if (!sample.descent.is_proved()) return reason;
  return ends_from_far(sample.rules)
             ? reason
             : fmt::format("{} up to {}", reason, sample.rules.position_text(sample.box.high));
}

}  // namespace grundy::session
