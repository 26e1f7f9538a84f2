// cli/measure/bench_report.hpp: what `grundy bench` found, as text, JSON and CSV.
#pragma once
#include <string>
#include <vector>

#include "cli/text.hpp"
#include "view/measure/measure.hpp"

namespace grundy::cli {

struct Copying {
  measure::Way way;
  double bytes_per_second;
};

struct BenchReport {
  measure::Machine machine;
  std::string date;  // 2026-11-22
  std::vector<Copying> copying;
  std::vector<measure::Run> runs;
};

Json to_json(const BenchReport& report);

// A line of names, then one for each run.
std::string to_csv(const BenchReport& report);

void print_for_people(const BenchReport& report);

}  // namespace grundy::cli
