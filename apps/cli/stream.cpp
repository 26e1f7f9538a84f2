#include "cli/stream.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/machine.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "cli/world.hpp"
#include "kernels/isa.hpp"
#include "run/stream.hpp"
#include "table/info.hpp"

namespace grundy::cli {
namespace {

struct Done {
  const StreamChoice& choice;
  const rules::Rules& rules;
  const solve::StreamReport& report;
  std::string_view executor;
  std::size_t threads;

  const heaps::Streamed& streamed() const { return report.streamed; }
  // Of this run alone; nothing where it had nothing to do.
  std::optional<double> per_second() const {
    const std::uint64_t heaps = streamed().tally.heaps - report.resumed;
    return heaps == 0 ? std::nullopt : std::optional(static_cast<double>(heaps) / report.seconds);
  }
};

std::optional<table::TablePeriod> period_of(const heaps::Streamed& streamed) {
  if (!streamed.period) return std::nullopt;
  return table::TablePeriod{"nimber", streamed.period->length, streamed.period->preperiod,
                            "Guy and Smith (1956), by equal values up to twice as far"};
}

// For each nimber that some heap has: how many, the first and the last.
Json nimbers_json(const heaps::Tally& tally) {
  Json all = Json::array();
  for (std::uint32_t nimber = 0; nimber <= tally.largest(); ++nimber)
    if (tally.count[nimber] > 0)
      all.push_back({{"nimber", nimber},
                     {"heaps", tally.count[nimber]},
                     {"first", tally.first[nimber]},
                     {"last", tally.last[nimber]}});
  return all;
}

Json to_json(const Done& done) {
  const heaps::Streamed& streamed = done.streamed();
  const heaps::Tally& tally = streamed.tally;
  Json json;
  json["game"] = done.rules.name;
  json["value"] = "nimber";
  json["box"] = {tally.heaps - 1};
  json["positions"] = tally.heaps;
  json["p_positions"] = tally.count[0];
  json["max_nimber"] = tally.largest();
  json["rare_mask"] = streamed.mask;
  json["rare_alternating"] = streamed.alternating;
  json["rare_heaps"] = streamed.rares.size();
  json["last_rare"] = streamed.rares.empty() ? Json() : Json(streamed.rares.back());
  json["period"] = table::to_json(period_of(streamed));
  if (streamed.period) json["period"]["preperiod_is_least"] = streamed.least_preperiod;
  json["nimbers"] = nimbers_json(tally);
  json["digest"] = tally.digest.hex();
  json["checked"] = done.report.checked;
  json["solved"] = streamed.solved;
  json["kept"] = streamed.kept;
  json["kernel"] = to_string(heaps::streaming_kernel());
  json["isa"] = kernels::isa_name();
  json["executor"] = done.executor;
  json["threads"] = done.threads;
  json["seconds"] = done.report.seconds;
  const auto per_second = done.per_second();
  json["positions_per_second"] = per_second ? Json(*per_second) : Json();
  json["resumed"] = done.report.resumed;
  json["peak_memory_bytes"] = memory::peak_memory();
  json["state"] = done.choice.state.empty() ? Json() : Json(done.choice.state);
  return json;
}

void print_rares(const heaps::Streamed& streamed) {
  if (streamed.mask == 0) return;
  fmt::print("  rare heaps   {}", grouped(streamed.rares.size()));
  if (!streamed.rares.empty()) fmt::print(", the last {}", grouped(streamed.rares.back()));
  fmt::print(" (nimbers with an even number of bits of {:#x}{})\n", streamed.mask,
             streamed.alternating ? ", in every other heap an odd one" : "");
}

void print_for_people(const Done& done) {
  const heaps::Streamed& streamed = done.streamed();
  const heaps::Tally& tally = streamed.tally;
  fmt::print("{}: nimber of {}, streamed\n", done.rules.name, counted(tally.heaps, "position"));
  fmt::print("  P-positions  {}", grouped(tally.count[0]));
  if (tally.count[0] > 0) fmt::print(", the last {}", grouped(tally.last[0]));
  const std::uint32_t largest = tally.largest();
  fmt::print("\n  largest      nimber {}, of heap {} and {} others\n", largest,
             grouped(tally.first[largest]), grouped(tally.count[largest] - 1));
  print_rares(streamed);
  if (const auto period = period_of(streamed)) {
    const Box box{{0}, {static_cast<std::int64_t>(tally.heaps) - 1}};
    fmt::print("  period       {}{}\n", period_text(*period, box),
               streamed.least_preperiod ? "" : "; perhaps from an earlier heap on");
  }
  fmt::print("  digest       {}\n", tally.digest.hex());
  fmt::print("  checked      {}\n", counted(done.report.checked, "position"));
  const auto per_second = done.per_second();
  fmt::print("  solved in    {} ({}kernel {}, {}, {})\n", duration(done.report.seconds),
             per_second ? rate(*per_second) + " positions/s; " : "",
             to_string(heaps::streaming_kernel()), done.executor, counted(done.threads, "thread"));
  if (done.report.resumed > 0)
    fmt::print("  resumed      from heap {}\n", grouped(done.report.resumed));
  fmt::print("  peak memory  {}\n", memory::format_bytes(memory::peak_memory()));
  if (!done.choice.state.empty()) fmt::print("  state        {}\n", done.choice.state);
}

// Options of `solve` that mean nothing here.
Status check_options(const PlanChoice& plan) {
  const auto refused = [](std::string_view option) {
    return Error{Errc::usage, fmt::format("--stream: nimbers are streamed, in normal play, by "
                                          "kernel sparse and one process; leave out {}",
                                          option)};
  };
  if (!plan.value.empty() && plan.value != "nimber") return refused("--value " + plan.value);
  if (plan.misere) return refused("--misere");
  if (plan.kernel != "auto" && plan.kernel != to_string(heaps::streaming_kernel()))
    return refused("--kernel " + plan.kernel);
  if (plan.passes != "1") return refused("--passes");
  if (plan.ranks != 1 || world()) return refused("--ranks");
  return {};
}

}  // namespace

Status run_stream(const StreamChoice& choice) {
  const PlanChoice& plan = choice.plan;
  if (Status possible = check_options(plan); !possible) return possible;
  if (const Status forced = force_isa(plan.isa); !forced) return forced.error();
  const auto rules = plan.game.load();
  if (!rules) return rules.error();
  const auto high = parse_box(plan.box, *rules);
  if (!high) return high.error();
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (high->size() != rules->dimensions() || high->front() < 0 || high->front() >= most)
    return Error{Errc::usage,
                 fmt::format("--box {}: expected one heap, from 0 to {}", plan.box, most - 1)};
  const auto executor = parallel::make_executor(plan.executor, plan.threads);
  if (!executor) return executor.error();
  const auto count = static_cast<std::uint64_t>(high->front()) + 1;
  Progress progress(choice.progress, rules->name, count);
  solve::StreamOptions options;
  if (plan.memory) options.memory_bytes = *plan.memory;
  if (!choice.state.empty())
    options.state =
        solve::StreamState{choice.state, choice.force, choice.resume, choice.save_seconds};
  options.stop = &stop_on_interrupt();
  options.solved = &progress.solved();
  options.solved_before = &progress.solved_before();
  const auto report = solve::stream(*rules, count, **executor, options);
  if (!report) return report.error();
  const Done done{choice, *rules, *report, (*executor)->name(), (*executor)->threads()};
  if (choice.as_json)
    print(to_json(done));
  else
    print_for_people(done);
  return {};
}

}  // namespace grundy::cli
