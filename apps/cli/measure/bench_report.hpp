// cli/measure/bench_report.hpp: what `grundy bench` found, as text, JSON and CSV.
#pragma once
#include <string>
#include <vector>

#include "cli/measure/bench_machine.hpp"
#include "cli/text.hpp"
#include "view/measure/measure.hpp"
#include "view/measure/stream.hpp"

namespace grundy::cli {

struct BenchReport {
  Machine machine;
  std::string date;  // 2026-11-22
  double load_before;
  double load_after;
  std::uint64_t stream_array;  // bytes
  std::vector<measure::Stream> streams;
  std::vector<measure::Run> runs;
};

Json to_json(const BenchReport& report);

// A line of names, then one for each run.
std::string to_csv(const BenchReport& report);

// In lines of at most 80 columns, but for names that are longer.
void print_for_people(const BenchReport& report);

// The rows that other work disturbed, each with the reasons and the end of its line:
// "euclid_nimbers/tbb/2: waited ..".
std::vector<std::string> disturbed_rows(const BenchReport& report);

}  // namespace grundy::cli
