// Tables to judge: solved, written, and changed behind the program's back.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/executor.hpp"
#include "rules/language/parser.hpp"
#include "run/asked.hpp"
#include "run/solve.hpp"
#include "support/temporary_directory.hpp"
#include "table/metadata.hpp"
#include "table/metadata_file.hpp"
#include "verify/verify.hpp"

namespace grundy::verify {

namespace fs = std::filesystem;

// What is solved: a game of the catalogue, or the text of one.
struct Kind {
  std::string game;
  std::vector<std::int64_t> high;
  Quantity quantity = Quantity::nimber;
  table::Store store = table::Store::full;
  Convention convention = Convention::normal;
  std::string rules = "";
};

inline std::string name_of(const Kind& kind) {
  std::string name = kind.game + " " + std::string(to_string(kind.quantity)) + " " +
                     std::string(table::name_of(kind.store));
  if (kind.convention == Convention::misere) name += " misere";
  return name;
}
inline void PrintTo(const Kind& kind, std::ostream* stream) {
  *stream << name_of(kind);
}

inline void solve_table(const Kind& kind, const fs::path& path) {
  solve::Asked asked;
  asked.game = kind.game;
  asked.rules = kind.rules;
  asked.high = kind.high;
  asked.quantity = kind.quantity;
  asked.convention = kind.convention;
  asked.threads = 1;
  asked.memory_limit = std::uint64_t{1} << 32;
  const auto plan = solve::make_plan(asked);
  ASSERT_TRUE(plan) << plan.error().message;
  const auto executor = parallel::make_executor("serial", 1);
  ASSERT_TRUE(executor) << executor.error().message;
  solve::Options options;
  options.output.emplace();
  options.output->table = path;
  options.output->store = kind.store;
  options.program_version = "0.1.0";
  const auto report = solve::run(*plan, **executor, options);
  ASSERT_TRUE(report) << report.error().message;
}

inline Result<Report> judge(const fs::path& path, const Effort& effort, std::size_t threads = 1) {
  const auto executor = parallel::make_executor(threads == 1 ? "serial" : "tbb", threads);
  if (!executor) return executor.error();
  Request request;
  request.table = path;
  request.effort = effort;
  request.memory = std::uint64_t{1} << 30;
  return run(request, **executor);
}

inline std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
inline void overwrite(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Every file of the table, in the order of their names.
inline std::vector<fs::path> files_of(const fs::path& table) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(table))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// What a forger does: changes the metadata and makes its checksum good again.
template <class Change>
void forge_attributes(const fs::path& table, const Change& change) {
  const fs::path file = table / "zarr.json";
  auto document = nlohmann::json::parse(bytes_of(file));
  change(document["attributes"]);
  const std::string text = document.dump(2) + "\n";
  const auto info = table::parse_group(text);
  ASSERT_TRUE(info) << info.error().message;
  const auto checksum = table::metadata_checksum(table, info->spec, text);
  ASSERT_TRUE(checksum) << checksum.error().message;
  overwrite(file, table::with_checksum(text, *checksum));
}

// All findings, one a line.
inline std::string text_of(const Report& report) {
  std::string text;
  for (const auto& finding : report.findings)
    text += std::string(to_string(finding.kind)) + ": " + to_string(finding) + "\n";
  return text;
}

}  // namespace grundy::verify
