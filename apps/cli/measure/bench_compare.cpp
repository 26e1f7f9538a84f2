#include "cli/measure/bench_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/json_mistake.hpp"
#include "cli/measure/bench_machine.hpp"
#include "cli/measure/rank_test.hpp"
#include "view/measure/measure.hpp"

namespace grundy::cli {
namespace {

// Of the rows called faster or slower the share that is expected to be false.
constexpr double false_share = 0.01;
// One program started twice lies elsewhere in memory, which all its turns then share. So the times
// of the faster one must come first even when they are multiplied by this.
constexpr double margin = 1.05;

Error no_result(const std::string& file, std::string_view why) {
  return {Errc::corrupt,
          fmt::format("{}: {}; expected what `grundy bench --json` prints", file, why)};
}

bool is_above_0(const Json& value) {
  return value.is_number() && value > 0;
}

Result<Json> read_result(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream) return Error{Errc::io, fmt::format("{}: cannot be read", file)};
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return no_result(file, "it " + json_mistake<Json>(text));
  if (!json.is_object() || !json.contains("works_version") || !json.contains("runs") ||
      !json["runs"].is_array())
    return no_result(file, "it is no such object");
  for (const Json& run : json["runs"]) {
    for (const char* key : {"work", "executor"})
      if (!run.is_object() || !run.contains(key) || !run[key].is_string())
        return no_result(file, fmt::format("a run has no text `{}`", key));
    if (!run.contains("threads") || !is_above_0(run["threads"]))
      return no_result(file, "a run has no `threads` above 0");
    for (const char* key : {"turn_seconds", "disturbed"})
      if (!run.contains(key) || !run[key].is_array())
        return no_result(file, fmt::format("a run has no array `{}`", key));
    if (run["turn_seconds"].empty() || !std::ranges::all_of(run["turn_seconds"], is_above_0))
      return no_result(file, "the `turn_seconds` of a run are not all above 0");
  }
  return json;
}

bool is_same(const Json& one, const Json& other) {
  return std::ranges::all_of(std::array{"work", "executor", "threads"},
                             [&](const char* key) { return one[key] == other[key]; });
}

std::vector<double> turns(const Json& run) {
  return run["turn_seconds"];
}

double median(std::vector<double> times) {
  std::ranges::sort(times);
  return (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
}

std::vector<double> times(double factor, std::vector<double> seconds) {
  for (double& time : seconds) time *= factor;
  return seconds;
}

Json compare(const Json& older, const Json& newer) {
  Json json;
  for (const char* key : {"work", "executor", "threads"}) json[key] = newer[key];
  const auto before = turns(older);
  const auto after = turns(newer);
  json["old_turns"] = before.size();
  json["new_turns"] = after.size();
  json["old_seconds"] = median(before);
  json["new_seconds"] = median(after);
  json["ratio"] = median(before) / median(after);
  const double faster = rank_test(times(margin, after), before);
  const double slower = rank_test(times(margin, before), after);
  json["chance"] = std::min(faster, slower);
  if (std::min(before.size(), after.size()) < measure::least_turns)
    json["verdict"] = "few turns";
  else if (!older["disturbed"].empty() || !newer["disturbed"].empty())
    json["verdict"] = "disturbed";
  else
    json["verdict"] = faster < slower ? "faster" : slower < faster ? "slower" : "undecided";
  return json;
}

// Leaves of the works that may be judged only those faster or slower that are not so by chance.
void judge(Json& works) {
  std::vector<Json*> judged;
  std::vector<double> chances;
  for (Json& work : works) {
    if (work["verdict"] == "few turns" || work["verdict"] == "disturbed") continue;
    judged.push_back(&work);
    chances.push_back(work["chance"]);
  }
  const auto apart = discoveries(chances, false_share);
  for (std::size_t i = 0; i < judged.size(); ++i)
    if (!apart[i]) (*judged[i])["verdict"] = "undecided";
}

Json origin(const std::string& file, const Json& result) {
  Json json{{"file", file}};
  for (const char* key : {"version", "commit", "date", "processor", "cores", "compiler", "isa"})
    json[key] = result.value(key, Json());
  return json;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

Result<Json> compare_bench(const std::string& old_file, const std::string& new_file) {
  const auto older = read_result(old_file);
  if (!older) return older.error();
  const auto newer = read_result(new_file);
  if (!newer) return newer.error();
  if ((*older)["works_version"] != (*newer)["works_version"])
    return Error{
        Errc::usage,
        fmt::format("{} holds works of version {} and {} of version {}: they differ", old_file,
                    (*older)["works_version"].dump(), new_file, (*newer)["works_version"].dump())};
  Json json;
  json["old"] = origin(old_file, *older);
  json["new"] = origin(new_file, *newer);
  json["works"] = Json::array();
  for (const Json& run : (*newer)["runs"])
    for (const Json& before : (*older)["runs"])
      if (is_same(run, before)) json["works"].push_back(compare(before, run));
  judge(json["works"]);
  return json;
}

void print_comparison(const Json& comparison) {
  for (const char* which : {"old", "new"}) {
    const Json& from = comparison[which];
    const auto text = [&](const char* key) { return text_of(from[key]); };
    fmt::print("{}",
               lines_of({fmt::format("{}  {}", which, text("file")),
                         fmt::format("grundy {}", text("version")),
                         fmt::format("commit {}", text("commit")), text("date"), text("processor"),
                         fmt::format("{} cores", text("cores")), text("compiler"), text("isa")}));
  }
  fmt::print("\n{:<19} {:<6} {:>4} {:>9} {:>9} {:>9} {:>7}  {}\n", "work", "by", "thr.", "old",
             "new", "old / new", "chance", "verdict");
  for (const Json& work : comparison["works"])
    fmt::print("{:<19} {:<6} {:>4} {:>9} {:>9} {:>9.2f} {:>7.1g}  {}\n", text_of(work["work"]),
               text_of(work["executor"]), text_of(work["threads"]),
               duration(work["old_seconds"].get<double>()),
               duration(work["new_seconds"].get<double>()), work["ratio"].get<double>(),
               work["chance"].get<double>(), text_of(work["verdict"]));
}

}  // namespace grundy::cli
