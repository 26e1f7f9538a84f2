// bench/probe.cpp: single positions out of a table on disk.
//
// The table is small enough for the reader to keep all of its chunks decoded, so these are warm
// probes; the first one of each chunk pays for the decoding.
#include <random>

#include "grundy_path.hpp"
#include "solve/solve.hpp"
#include "support/temporary_directory.hpp"
#include "table/reader.hpp"

namespace grundy::bench {
namespace {

constexpr std::int64_t largest = 100;
constexpr std::size_t probes = 4096;

std::vector<Position> random_positions(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::int64_t> pile(0, largest);
  std::vector<Position> positions(probes);
  for (Position& position : positions) position = {pile(random), pile(random), pile(random)};
  return positions;
}

Result<solve::Report> write_table(const plan::Plan& plan, const std::filesystem::path& path) {
  auto executor = make_executor();
  if (!executor) return executor.error();
  solve::Options options;
  options.output = {path};
  options.program_version = "bench";
  return solve::run(plan, **executor, options);
}

// probe(table, position) -> Result of what plan.quantity is there.
template <class Probe>
void probe_three_pile(benchmark::State& state, Quantity quantity, Probe probe) {
  const test::TemporaryDirectory directory;
  const auto plan = plan_for({"three_pile", quantity, {largest, largest, largest}});
  if (!plan) return skip(state, plan.error());
  const auto report = write_table(*plan, directory / "T.zarr");
  if (!report) return skip(state, report.error());
  const auto table = table::Table::open(directory / "T.zarr");
  if (!table) return skip(state, table.error());
  const std::vector<Position> positions = random_positions(/*seed=*/1956);
  for (auto _ : state)
    for (const Position& position : positions) {
      const auto value = probe(*table, position);
      if (!value) return skip(state, value.error());
      if (static_cast<std::uint32_t>(*value) !=
          sweep::value_at(*plan, report->solution, quantity, position))
        return state.SkipWithError("the table does not hold what was computed");
    }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(probes));
}

void probe_nimbers(benchmark::State& state) {
  probe_three_pile(state, Quantity::nimber, [](const table::Table& table, const Position& at) {
    return table.at(Quantity::nimber, at);
  });
}

// From p_section, since the rules have a full ray.
void probe_outcomes(benchmark::State& state) {
  probe_three_pile(state, Quantity::outcome,
                   [](const table::Table& table, const Position& at) { return table.outcome(at); });
}

BENCHMARK(probe_nimbers)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(probe_outcomes)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace grundy::bench
