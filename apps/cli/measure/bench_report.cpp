#include "cli/measure/bench_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/machine.hpp"
#include "cli/commit.hpp"
#include "cli/measure/bench_score.hpp"
#include "cli/measure/disturbance.hpp"

namespace grundy::cli {
namespace {

void add_usage(Json& json, const measure::Usage& usage, std::size_t threads) {
  json["processors"] = usage.processors();
  json["share_waited"] = usage.share_waited(threads);
  json["share_stolen"] = usage.share_stolen(threads);
  json["involuntary_switches"] = usage.switches;
  json["disturbed"] = disturbances(usage, threads);
}

Json to_json(const measure::Run& run, const std::vector<measure::Run>& runs) {
  Json json;
  json["work"] = run.work->name;
  json["game"] = run.work->game;
  json["box"] = run.work->high;
  json["value"] = to_string(run.work->quantity);
  json["positions"] = run.positions;
  json["p_positions"] = run.work->p_positions;
  json["digest"] = run.work->digest;
  json["kernel"] = run.kernel;
  json["executor"] = run.way.executor;
  json["threads"] = run.way.threads;
  json["turns"] = run.turns.size();
  json["seconds"] = run.median();
  json["seconds_least"] = run.least();
  json["seconds_greatest"] = run.greatest();
  json["positions_per_second"] = run.positions_per_second();
  json["bytes_per_second"] = run.bytes_per_second();
  json["speed_up"] = measure::speed_up(runs, run);
  json["efficiency"] = measure::efficiency(runs, run);
  add_usage(json, run.usage(), run.way.threads);
  for (const measure::Usage& turn : run.turns) {
    json["turn_seconds"].push_back(turn.seconds);
    json["turn_processors"].push_back(turn.processors());
  }
  return json;
}

bool any_disturbed(const std::vector<measure::Run>& runs) {
  return std::ranges::any_of(runs, [](const measure::Run& run) {
    return !disturbances(run.usage(), run.way.threads).empty();
  });
}

Json to_json(const Score& score, bool is_disturbed) {
  return {{"one_thread", score.one_thread ? Json(*score.one_thread) : Json()},
          {"all_threads", score.all_threads ? Json(*score.all_threads) : Json()},
          {"reference", score.reference},
          {"disturbed", is_disturbed}};
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Of an object of plain values and arrays of them. No text of ours holds a comma or a quotation
// mark.
std::string csv_line(const Json& json) {
  std::vector<std::string> fields;
  for (const Json& value : json) {
    std::vector<std::string> parts;
    if (value.is_array())
      for (const Json& part : value) parts.push_back(plain(part));
    fields.push_back(value.is_array() ? fmt::format("{}", fmt::join(parts, " ")) : plain(value));
  }
  return fmt::format("{}\n", fmt::join(fields, ","));
}

std::string commit_text() {
  return commit().empty() ? "" : fmt::format(" (commit {})", commit());
}

std::string_view mark(const measure::Usage& usage, std::size_t threads) {
  return disturbances(usage, threads).empty() ? "" : " *";
}

void print_streams(const BenchReport& report) {
  if (report.streams.empty()) return;
  fmt::print("\nSTREAM, arrays of {}, bytes a second\n{:<26} {:>4}",
             memory::format_bytes(report.stream_array), "", "thr.");
  for (const std::string_view loop : measure::stream_loops) fmt::print(" {:>8}", loop);
  for (const measure::Stream& stream : report.streams) {
    fmt::print("\n{:<26} {:>4}", "memory", stream.threads);
    for (const double bytes : stream.bytes_per_second) fmt::print(" {:>8}", rate(bytes));
    fmt::print("{}", mark(stream.usage, stream.threads));
  }
  fmt::print("\n");
  if (report.stream_array < 4 * report.machine.last_caches())
    fmt::print("The arrays are less than four times the last caches, so these may count too.\n");
}

void print_run(const measure::Run& run, const std::vector<measure::Run>& runs) {
  const measure::Usage usage = run.usage();
  fmt::print("{:<19} {:<6} {:>4} {:>8} {:>8} {:>8} {:>7} {:>5.2f} {:>5.2f}{}\n", run.work->name,
             run.way.executor, run.way.threads, duration(run.median()), duration(run.least()),
             duration(run.greatest()), rate(run.positions_per_second()),
             measure::speed_up(runs, run), usage.processors(), mark(usage, run.way.threads));
}

void print_score(const Score& score, bool is_disturbed) {
  if (!score.one_thread && !score.all_threads) return;
  const auto* const mark = is_disturbed ? " *" : "";
  fmt::print("\n");
  if (score.one_thread)
    fmt::print("score, one thread:  {:.2f} times the reference on one{}\n", *score.one_thread,
               mark);
  if (score.all_threads)
    fmt::print("score, all threads: {:.2f} times the reference on all its {}{}\n",
               *score.all_threads, score.reference_threads, mark);
  fmt::print("(geometric means over all works, by tbb)\nreference: {}\n", score.reference);
}

void add_row(std::vector<std::string>& rows, const std::string& name, const measure::Usage& usage,
             std::size_t threads) {
  auto reasons = disturbances(usage, threads);
  if (reasons.empty()) return;
  reasons.front() = fmt::format("{}: {}", name, reasons.front());
  rows.push_back(lines_of(reasons));
}

}  // namespace

std::vector<std::string> disturbed_rows(const BenchReport& report) {
  std::vector<std::string> rows;
  for (const measure::Stream& stream : report.streams)
    add_row(rows, fmt::format("stream/{}", stream.threads), stream.usage, stream.threads);
  for (const measure::Run& run : report.runs)
    add_row(rows, fmt::format("{}/{}/{}", run.work->name, run.way.executor, run.way.threads),
            run.usage(), run.way.threads);
  return rows;
}

Json to_json(const BenchReport& report) {
  Json json;
  json["works_version"] = works_version;
  json["version"] = GRUNDY_VERSION;
  json["commit"] = commit().empty() ? Json() : Json(commit());
  json["date"] = report.date;
  json.update(to_json(report.machine));
  json["load_before"] = report.load_before;
  json["load_after"] = report.load_after;
  json["stream"] = Json::array();
  for (const measure::Stream& stream : report.streams)
    for (std::size_t loop = 0; loop < measure::stream_loops.size(); ++loop) {
      json["stream"].push_back({{"loop", measure::stream_loops[loop]},
                                {"threads", stream.threads},
                                {"array_bytes", report.stream_array},
                                {"bytes_per_second", stream.bytes_per_second[loop]}});
      add_usage(json["stream"].back(), stream.usage, stream.threads);
    }
  json["score"] = to_json(score(report.machine.cores, report.runs), any_disturbed(report.runs));
  json["runs"] = Json::array();
  for (const measure::Run& run : report.runs) json["runs"].push_back(to_json(run, report.runs));
  return json;
}

std::string to_csv(const BenchReport& report) {
  std::string text;
  for (const measure::Run& run : report.runs) {
    const Json json = to_json(run, report.runs);
    if (text.empty()) {
      std::vector<std::string> names;
      for (const auto& [name, value] : json.items()) names.push_back(name);
      text = fmt::format("{}\n", fmt::join(names, ","));
    }
    text += csv_line(json);
  }
  return text;
}

void print_for_people(const BenchReport& report) {
  fmt::print(
      "{}{}",
      lines_of({fmt::format("grundy {}{}", GRUNDY_VERSION, commit_text()), report.machine.compiler,
                report.machine.isa, fmt::format("works of version {}", works_version)}),
      to_text(report.machine));
  fmt::print("{}, load {:.2f} before and {:.2f} after\n", report.date, report.load_before,
             report.load_after);
  print_streams(report);
  if (!report.runs.empty())
    fmt::print("\n{:<19} {:<6} {:>4} {:>8} {:>8} {:>8} {:>7} {:>5} {:>5}\n", "work", "by", "thr.",
               "median", "least", "greatest", "pos./s", "gain", "CPUs");
  for (const measure::Run& run : report.runs) print_run(run, report.runs);
  print_score(score(report.machine.cores, report.runs), any_disturbed(report.runs));
  const auto disturbed = disturbed_rows(report);
  if (!disturbed.empty()) fmt::print("\n* Other work disturbed these rows:\n");
  for (const std::string& row : disturbed) fmt::print("{}", row);
}

}  // namespace grundy::cli
