// solve/table_sink.hpp: hands shards to the table as soon as they are solved.
#pragma once
#include <atomic>
#include <memory>

#include "core/error.hpp"
#include "parallel/executor.hpp"
#include "plan/plan.hpp"
#include "solve/packer.hpp"
#include "solve/section_lines.hpp"
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
  void stop_on(const std::atomic<bool>* stop) noexcept {
    stop_ = stop;
    packer_->stop_on(stop);
  }

  table::TableWriter& writer() noexcept { return *writer_; }

  // Whoever solves hands over to it what is final.
  Packer& packer() noexcept { return *packer_; }

  // Whether shards of this table are on disk, or may be: those of a table that is resumed.
  bool has_shards() const noexcept {
    return section_written_ || packer_->has_shards() || writer_->resumed();
  }

  // Writes p_section and packs the shards that are left, in parallel. They are on disk when
  // finish() returns.
  Status complete(const sweep::Solution& solution, parallel::Executor& executor);

  // Writes the metadata.
  Status finish(const sweep::Solution& solution, const sweep::Statistics& statistics,
                const parallel::Executor& executor);
  Status discard();

 private:
  TableSink(const plan::Plan& plan, table::TableWriter writer);
  Status write_section_shard(const SectionLines& lines, std::uint64_t shard);

  const plan::Plan* plan_;
  std::unique_ptr<table::TableWriter> writer_;
  const std::atomic<bool>* stop_ = nullptr;
  bool section_written_ = false;
  std::unique_ptr<Packer> packer_;
};

}  // namespace grundy::solve
