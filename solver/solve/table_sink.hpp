// solve/table_sink.hpp: hands shards to the table as soon as they are solved.
#pragma once
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "parallel/executor.hpp"
#include "plan/plan.hpp"
#include "solve/solve.hpp"
#include "sweep/solution.hpp"
#include "table/writer.hpp"

namespace grundy::solve {

// The spec of the table that `output` asks for.
table::TableSpec table_spec(const plan::Plan& plan, const Output& output,
                            const std::string& program_version);

class TableSink {
 public:
  static Result<TableSink> create(const plan::Plan& plan, const Output& output,
                                  const std::string& program_version);

  // When it becomes true no further shard is begun: Errc::interrupted. May be null.
  void stop_on(const std::atomic<bool>* stop) noexcept { stop_ = stop; }

  table::TableWriter& writer() noexcept { return writer_; }

  // Whether shards of this table are on disk, or may be: those of a table that is resumed.
  bool has_shards() const noexcept { return has_shards_ || writer_.resumed(); }

  // Writes, in parallel, the shards that are final after `wave`.
  Status after_wave(std::uint64_t wave, const sweep::Solution& solution,
                    parallel::Executor& executor);

  // Writes p_section, in parallel, and the metadata.
  Status finish(const sweep::Solution& solution, const sweep::Statistics& statistics,
                parallel::Executor& executor);
  Status discard() { return writer_.discard(); }

 private:
  TableSink(const plan::Plan& plan, table::TableWriter writer);
  Status write_shard(std::uint64_t shard, const sweep::Solution& solution);
  template <class Write>
  Status write_in_parallel(parallel::Executor& executor, std::size_t tasks, const Write& write);
  Status write_section(const sweep::Solution& solution, parallel::Executor& executor);

  const plan::Plan* plan_;
  table::TableWriter writer_;
  const std::atomic<bool>* stop_ = nullptr;
  bool has_shards_ = false;
  // (wave after which it is final, shard), latest first: the next one is at the back.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> waiting_;
};

}  // namespace grundy::solve
