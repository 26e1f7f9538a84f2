// bench/probe.cpp: positions out of a table on disk, one by one and a million at once.
//
// Random positions of the three piles up to 300; every answer is compared with what was computed.
// The files lie in the page cache. Outcomes come from p_section. The argument of each benchmark is
// how many bytes of decoded chunks a reader may keep: 1 (one chunk: nearly every probe decodes) or
// 256 MiB (all of the table).
#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "grundy_path.hpp"
#include "run/solve.hpp"
#include "support/temporary_directory.hpp"
#include "table/reader.hpp"

namespace grundy::bench {
namespace {

constexpr std::int64_t largest = 300;
constexpr std::size_t axes = 3;
constexpr std::int64_t everything = std::int64_t{256} << 20;

const Box everywhere{{0, 0, 0}, {largest, largest, largest}};
const Box one_chunk{{160, 160, 160}, {167, 175, 175}};  // chunks of nimbers are 8 x 16 x 16

struct Sample {
  std::vector<std::int64_t> positions;  // [row][axis]
  std::vector<std::uint32_t> expected;
  std::vector<std::uint32_t> found;

  std::size_t rows() const { return expected.size(); }
  std::span<const std::int64_t> position(std::size_t row) const {
    return std::span(positions).subspan(row * axes, axes);
  }
  table::Batch batch() {
    return {rows(),
            reinterpret_cast<const std::byte*>(positions.data()),
            axes * sizeof(std::int64_t),
            sizeof(std::int64_t),
            reinterpret_cast<std::byte*>(found.data()),
            sizeof(std::uint32_t)};
  }
};

Sample random_sample(const plan::Plan& plan, const sweep::Solution& solution, const Box& from,
                     std::size_t rows) {
  std::mt19937_64 random(/*seed=*/1956);
  std::uniform_int_distribution<std::uint64_t> rank(0, *from.volume() - 1);
  Sample sample;
  for (std::size_t row = 0; row < rows; ++row) {
    const Position at = from.position(rank(random));
    sample.positions.insert(sample.positions.end(), at.begin(), at.end());
    sample.expected.push_back(sweep::value_at(plan, solution, plan.quantity, at));
  }
  sample.found.resize(rows);
  return sample;
}

Result<solve::Report> write_table(const plan::Plan& plan, const std::filesystem::path& path) {
  auto executor = make_executor();
  if (!executor) return executor.error();
  solve::Options options;
  options.output = {path};
  options.program_version = "bench";
  return solve::run(plan, **executor, options);
}

// Calls probe(path, cache_bytes, sample), which loops over state and fills sample.found.
template <class Probe>
void with_table(benchmark::State& state, Quantity quantity, const Box& from, std::size_t rows,
                Probe probe) {
  const test::TemporaryDirectory directory;
  const auto plan = plan_for({"three_pile", quantity, {largest, largest, largest}});
  if (!plan) return skip(state, plan.error());
  const auto report = write_table(*plan, directory / "T.zarr");
  if (!report) return skip(state, report.error());
  Sample sample = random_sample(*plan, report->solution, from, rows);
  const Status status =
      probe(directory / "T.zarr", static_cast<std::size_t>(state.range(0)), sample);
  if (!status) return skip(state, status.error());
  if (sample.found != sample.expected)
    state.SkipWithError("the table does not hold what it should");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}

void probe_single(benchmark::State& state, Quantity quantity, const Box& from) {
  with_table(state, quantity, from, 4096,
             [&](const auto& path, std::size_t cache_bytes, Sample& sample) -> Status {
               const auto table = table::Table::open(path, cache_bytes);
               if (!table) return table.error();
               for (auto _ : state)
                 for (std::size_t row = 0; row < sample.rows(); ++row) {
                   const auto value = table->at(quantity, sample.position(row));
                   if (!value) return value.error();
                   sample.found[row] = *value;
                 }
               return {};
             });
}

// Everything is decoded before the clock starts.
void probe_batch(benchmark::State& state, Quantity quantity) {
  with_table(state, quantity, everywhere, 1'000'000,
             [&](const auto& path, std::size_t cache_bytes, Sample& sample) -> Status {
               const auto table = table::Table::open(path, cache_bytes);
               if (!table) return table.error();
               Status status = table->values(quantity, sample.batch());
               for (auto _ : state)
                 if (status) status = table->values(quantity, sample.batch());
               return status;
             });
}

// A reader fresh each time: its shards are not mapped, its chunks not decoded.
void probe_batch_from_cold(benchmark::State& state, Quantity quantity) {
  with_table(state, quantity, everywhere, 1'000'000,
             [&](const auto& path, std::size_t cache_bytes, Sample& sample) -> Status {
               for (auto _ : state) {
                 const auto table = table::Table::open(path, cache_bytes);
                 if (!table) return table.error();
                 if (Status s = table->values(quantity, sample.batch()); !s) return s;
               }
               return {};
             });
}

BENCHMARK_CAPTURE(probe_single, nimbers, Quantity::nimber, everywhere)
    ->Arg(1)
    ->Arg(everything)
    ->UseRealTime();
BENCHMARK_CAPTURE(probe_single, nimbers_of_a_chunk, Quantity::nimber, one_chunk)
    ->Arg(everything)
    ->UseRealTime();
BENCHMARK_CAPTURE(probe_single, outcomes, Quantity::outcome, everywhere)
    ->Arg(1)
    ->Arg(everything)
    ->UseRealTime();
BENCHMARK_CAPTURE(probe_batch, nimbers, Quantity::nimber)->Arg(everything)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(probe_batch, outcomes, Quantity::outcome)
    ->Arg(everything)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(probe_batch_from_cold, nimbers, Quantity::nimber)
    ->Arg(everything)
    ->Apply(in_milliseconds);
BENCHMARK_CAPTURE(probe_batch_from_cold, outcomes, Quantity::outcome)
    ->Arg(everything)
    ->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
