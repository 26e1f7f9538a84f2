#include "cli/measure/bench_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/machine.hpp"
#include "cli/commit.hpp"
#include "cli/measure/bench_works.hpp"

namespace grundy::cli {
namespace {

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
  json["turns"] = run.times.seconds.size();
  json["seconds"] = run.times.median();
  json["seconds_least"] = run.times.least();
  json["seconds_greatest"] = run.times.greatest();
  json["positions_per_second"] = run.positions_per_second();
  json["bytes_per_second"] = run.bytes_per_second();
  json["speed_up"] = measure::speed_up(runs, run);
  json["efficiency"] = measure::efficiency(runs, run);
  return json;
}

// Of an object of plain values. No text of ours holds a comma or a quotation mark but a box.
std::string csv_line(const Json& json) {
  std::vector<std::string> fields;
  for (const Json& value : json) {
    if (value.is_array())
      fields.push_back(fmt::format("{}", fmt::join(value.get<std::vector<std::int64_t>>(), " ")));
    else
      fields.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return fmt::format("{}\n", fmt::join(fields, ","));
}

std::string commit_text() {
  return commit().empty() ? "" : fmt::format(" (commit {})", commit());
}

void print_run(const measure::Run& run, const std::vector<measure::Run>& runs) {
  fmt::print(
      "{:<19} {:<8} {:>8} {:>7} {:>9} {:>9} {:>9} {:>8} {:>10} {:>8.2f} {:>10.2f}\n",
      run.work->name, run.kernel, run.way.executor, run.way.threads, duration(run.times.median()),
      duration(run.times.least()), duration(run.times.greatest()), rate(run.positions_per_second()),
      rate(run.bytes_per_second()), measure::speed_up(runs, run), measure::efficiency(runs, run));
}

}  // namespace

Json to_json(const BenchReport& report) {
  Json json;
  json["works_version"] = works_version;
  json["version"] = GRUNDY_VERSION;
  json["commit"] = commit().empty() ? Json() : Json(commit());
  json["date"] = report.date;
  json["processor"] = report.machine.processor;
  json["cores"] = report.machine.cores;
  json["memory_bytes"] = report.machine.memory;
  json["compiler"] = report.machine.compiler;
  json["isa"] = report.machine.isa;
  json["copying"] = Json::array();
  for (const Copying& copying : report.copying)
    json["copying"].push_back({{"executor", copying.way.executor},
                               {"threads", copying.way.threads},
                               {"bytes_per_second", copying.bytes_per_second}});
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
  const measure::Machine& machine = report.machine;
  fmt::print("grundy {}{}, {}, {}, works of version {}\n", GRUNDY_VERSION, commit_text(),
             machine.compiler, machine.isa, works_version);
  fmt::print("{}, {}, {} free, {}\n", machine.processor, counted(machine.cores, "core"),
             memory::format_bytes(machine.memory), report.date);
  for (const Copying& copying : report.copying)
    fmt::print("memory copied with {} of {}: {}B/s read and written\n",
               counted(copying.way.threads, "thread"), copying.way.executor,
               rate(copying.bytes_per_second));
  fmt::print("\n{:<19} {:<8} {:>8} {:>7} {:>9} {:>9} {:>9} {:>8} {:>10} {:>8} {:>10}\n", "work",
             "kernel", "executor", "threads", "median", "least", "greatest", "pos./s", "bytes/s",
             "speed-up", "efficiency");
  for (const measure::Run& run : report.runs) print_run(run, report.runs);
}

}  // namespace grundy::cli
