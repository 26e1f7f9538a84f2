// run/table_sink.hpp: writes a solution to a table: shards as soon as they are solved
// (run/packer.hpp), and p_section.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/packer.hpp"
#include "run/solve.hpp"
#include "run/sweep.hpp"
#include "table/array_format.hpp"
#include "table/writer.hpp"

namespace grundy::solve {

// The sorted P-positions that this rank keeps, of values that several ranks share, as ranks in
// plan.box.
std::vector<std::uint64_t> kept_p_positions(const plan::Plan& plan, const sweep::Solution& solution,
                                            parallel::Executor& executor);

// Where the P-position of each line along an axis is, for p_section.
//
// A solution that keeps lines is asked for them, part by part. Otherwise the cells of sorted
// positions are scanned, and each P-position that is found gives those of its images.
class SectionLines {
 public:
  // All arguments must outlive this. Scans cells at once, on all threads.
  SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
               const table::ArrayFormat& section, parallel::Executor& executor);

  // From all sorted P-positions, as ranks in plan.box; coordinates in `groups` may be exchanged.
  SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
               const table::ArrayFormat& section, AxisGroups groups,
               std::span<const std::uint64_t> p_positions);

  // Calls use(view) with a view that holds `lines`, a part of section.box. Any thread may call it.
  template <class Use>
  Status with(const Box& lines, const Use& use) const {
    if (!found_.empty()) return use(view_of(found_, section_.box));
    const std::vector<std::uint32_t> part = read(lines);
    return use(view_of(part, lines));
  }

 private:
  std::vector<std::uint32_t> read(const Box& lines) const;
  void find(const CellSource& cells, parallel::Executor& executor);
  void scan(const CellSource& cells, const Box& block);
  void set_images(Position p);

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const table::ArrayFormat& section_;
  AxisGroups groups_;
  std::vector<std::uint32_t> found_;  // all lines; empty if the solution keeps them
};

// The spec of the table that `output` asks for.
table::TableSpec table_spec(const plan::Plan& plan, const Output& output,
                            const std::string& program_version);

class TableSink {
 public:
  // The plan must outlive the sink. Errc::usage if the plan cannot be stored as the output asks,
  // and the errors of table::TableWriter::create.
  static Result<TableSink> create(const plan::Plan& plan, const Output& output,
                                  const std::string& program_version);

  // On another rank than rank 0, which has created the table.
  static TableSink join(const plan::Plan& plan, const Output& output,
                        const std::string& program_version, bool resumed);

  // Once `stops` returns true no further shard is begun: Errc::interrupted.
  void stop_when(const std::function<bool()>& stops) {
    stops_ = stops;
    packer_->stop_when(stops);
  }

  // Other ranks write shards too. This one writes a share of those of p_section; of the others,
  // those of Packer::pack_only.
  void set_share(Share share) noexcept { share_ = share; }

  table::TableWriter& writer() noexcept { return *writer_; }

  // The receiver of what is final during a sweep.
  Packer& packer() noexcept { return *packer_; }

  // Gives the lines of p_section, if they do not follow from this rank's solution alone.
  void set_lines(SectionLines lines) { lines_.emplace(std::move(lines)); }

  // Whether shards of this table are on disk, or may be, because it is resumed or other ranks
  // write.
  bool has_shards() const noexcept {
    return packer_->has_shards() || writer_->resumed() || others_write_;
  }
  void expect_other_writers() noexcept { others_write_ = true; }

  // Calls use(lines) with the lines of a shard of p_section, which the table must have.
  template <class Use>
  Status with_section(const sweep::Solution& solution, parallel::Executor& executor,
                      std::uint64_t shard, const Use& use) {
    find_lines(solution, executor);
    return lines_->with(writer_->section()->shards().box(shard), use);
  }

  // Packs p_section and the shards that are left, in parallel. When finish() returns they are on
  // disk, and so is the metadata of arrays.
  Status complete(const sweep::Solution& solution, parallel::Executor& executor);

  // Waits for the disk and writes the metadata.
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
  std::optional<SectionLines> lines_;  // of p_section, once they are known
  bool others_write_ = false;
  std::unique_ptr<Packer> packer_;
};

}  // namespace grundy::solve
