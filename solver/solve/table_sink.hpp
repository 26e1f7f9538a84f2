// solve/table_sink.hpp: hands shards to the table as soon as they are solved.
#pragma once
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

class TableSink {
 public:
  static Result<TableSink> create(const plan::Plan& plan, const Output& output,
                                  const std::string& program_version);

  // Writes, in parallel, the shards that are final after `wave`.
  Status after_wave(std::uint64_t wave, const sweep::Solution& solution,
                    parallel::Executor& executor);

  Status finish(const sweep::Statistics& statistics, plan::Kernel kernel,
                std::string_view executor);
  Status discard() { return writer_.discard(); }

 private:
  TableSink(const plan::Plan& plan, table::TableWriter writer);
  Status write_shard(std::uint64_t shard, const sweep::Solution& solution);

  const plan::Plan* plan_;
  table::TableWriter writer_;
  // (wave after which it is final, shard), latest first: the next one is at the back.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> waiting_;
};

}  // namespace grundy::solve
