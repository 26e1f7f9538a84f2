// run/table_sink.hpp: hands shards to the table as soon as they are solved.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/packer.hpp"
#include "run/section_lines.hpp"
#include "run/solution.hpp"
#include "run/solve.hpp"
#include "table/writer.hpp"

namespace grundy::solve {

// The spec of the table that `output` asks for.
table::TableSpec table_spec(const plan::Plan& plan, const Output& output,
                            const std::string& program_version);

class TableSink {
 public:
  static Result<TableSink> create(const plan::Plan& plan, const Output& output,
                                  const std::string& program_version);

  // Of a table that rank 0 has created, on another rank.
  static TableSink join(const plan::Plan& plan, const Output& output,
                        const std::string& program_version, bool resumed);

  // When it tells true no further shard is begun: Errc::interrupted.
  void stop_when(const std::function<bool()>& stops) {
    stops_ = stops;
    packer_->stop_when(stops);
  }

  // Other ranks write shards too: of those of p_section this one takes a share. Its other shards
  // are what the packer takes.
  void share_out(Share share) noexcept { share_ = share; }

  table::TableWriter& writer() noexcept { return *writer_; }

  // Whoever solves hands over to it what is final.
  Packer& packer() noexcept { return *packer_; }

  // The lines of p_section, where they are not found in the solution alone.
  void give_lines(SectionLines lines) { lines_.emplace(std::move(lines)); }

  // Whether shards of this table are on disk, or may be: those of a table that is resumed.
  bool has_shards() const noexcept {
    return packer_->has_shards() || writer_->resumed() || others_write_;
  }
  void others_write() noexcept { others_write_ = true; }

  // Calls use(lines) with those of a shard of p_section, which the table has.
  template <class Use>
  Status with_section(const sweep::Solution& solution, parallel::Executor& executor,
                      std::uint64_t shard, const Use& use) {
    find_lines(solution, executor);
    return lines_->with(writer_->section()->shards().box(shard), use);
  }

  // Packs p_section and the shards that are left, in parallel. They are on disk, and the metadata
  // of arrays too, when finish() returns.
  Status complete(const sweep::Solution& solution, parallel::Executor& executor);

  // Writes the metadata.
  Status finish(const sweep::Solution& solution, const sweep::Statistics& statistics,
                const parallel::Executor& executor);
  Status discard();

 private:
  TableSink(const plan::Plan& plan, table::TableWriter writer);
  void find_lines(const sweep::Solution& solution, parallel::Executor& executor);
  Status pack_section_shard(std::uint64_t shard);

  const plan::Plan* plan_;
  std::unique_ptr<table::TableWriter> writer_;
  std::function<bool()> stops_;
  Share share_;
  std::optional<SectionLines> lines_;  // of p_section, once they are found
  bool others_write_ = false;
  std::unique_ptr<Packer> packer_;
};

}  // namespace grundy::solve
