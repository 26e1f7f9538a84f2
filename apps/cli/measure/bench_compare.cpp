#include "cli/measure/bench_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "base/json_mistake.hpp"

namespace grundy::cli {
namespace {

Error no_result(const std::string& file, std::string_view why) {
  return {Errc::corrupt,
          fmt::format("{}: {}; expected what `grundy bench --json` prints", file, why)};
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
    for (const char* key : {"threads", "seconds", "seconds_least", "seconds_greatest"})
      if (!run.contains(key) || !run[key].is_number() || !(run[key] > 0))
        return no_result(file, fmt::format("a run has no `{}` above 0", key));
  }
  return json;
}

bool is_same(const Json& one, const Json& other) {
  return std::ranges::all_of(std::array{"work", "executor", "threads"},
                             [&](const char* key) { return one[key] == other[key]; });
}

Json compare(const Json& older, const Json& newer) {
  Json json;
  for (const char* key : {"work", "executor", "threads"}) json[key] = newer[key];
  json["old_seconds"] = older["seconds"];
  json["new_seconds"] = newer["seconds"];
  json["ratio"] = older["seconds"].get<double>() / newer["seconds"].get<double>();
  json["apart"] = older["seconds_least"].get<double>() > newer["seconds_greatest"].get<double>() ||
                  newer["seconds_least"].get<double>() > older["seconds_greatest"].get<double>();
  return json;
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
  return json;
}

void print_comparison(const Json& comparison) {
  for (const char* which : {"old", "new"}) {
    const Json& from = comparison[which];
    fmt::print("{}  {}: grundy {}, commit {}, {}, {}, {} cores, {}, {}\n", which,
               text_of(from["file"]), text_of(from["version"]), text_of(from["commit"]),
               text_of(from["date"]), text_of(from["processor"]), text_of(from["cores"]),
               text_of(from["compiler"]), text_of(from["isa"]));
  }
  fmt::print("\n{:<19} {:>8} {:>7} {:>9} {:>9} {:>9}\n", "work", "executor", "threads", "old",
             "new", "old / new");
  for (const Json& work : comparison["works"])
    fmt::print("{:<19} {:>8} {:>7} {:>9} {:>9} {:>9.2f}{}\n", text_of(work["work"]),
               text_of(work["executor"]), text_of(work["threads"]),
               duration(work["old_seconds"].get<double>()),
               duration(work["new_seconds"].get<double>()), work["ratio"].get<double>(),
               work["apart"].get<bool>() ? "" : "  within the range");
}

}  // namespace grundy::cli
