// run/together.hpp: what several ranks do together: they agree on what to solve and, when each has
// solved its part, count, and write one table. Start reading here for tables of several ranks.
//
// Either all ranks hold all values, or each holds those of its shards and reads from others what
// lies at their borders. Each shard has one owner, which packs and writes it. Shards whose
// positions are images of one another have the same owner. No two ranks write to one file. All of
// them see one file system.
//
// Before any shard is written, ranks determine what its bytes depend on: codec, chunks and the
// width of cells. A single rank determines these with the first shard that has values of the
// largest width. So ranks find that shard, its owner tries codecs on it, and all write the bytes
// that one would. Rank 0 saves the formats in the directory, which it has claimed. When all shards
// are written it writes the group's zarr.json.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "ranks/meeting.hpp"
#include "run/solve.hpp"
#include "run/statistics.hpp"
#include "run/sweep.hpp"
#include "run/table_sink.hpp"

namespace grundy::solve {

// Makes sure, before ranks solve, that all of them were asked for the same; every rank calls it.
// Errc::usage, on all of them, with the first difference from what rank 0 was asked. Threads and
// SIMD targets may differ.
Status agree(const plan::Plan& plan, const Options& options, cluster::Meeting& meeting);

// One on each rank. All ranks call the same functions in the same order. All arguments must outlive
// this.
class Together {
 public:
  Together(const plan::Plan& plan, const sweep::Solution& solution, parallel::Executor& executor,
           cluster::Meeting& meeting);

  // The counts of the whole box on rank 0, of a share on others. This and the following fail with
  // the error of any rank.
  Result<sweep::Statistics> count();

  // Write all shards. `largest` is the largest value of the box. The caller of write_as_first then
  // finishes the table.
  Status write_as_first(TableSink& sink, std::uint32_t largest);
  Status write_as_other(const Options& options);

  // Returns when no rank reads values of other ranks any more.
  Status wait_for_all();

 private:
  // An array whose format is not determined.
  struct Undecided {
    unsigned width;       // that its cells need
    std::uint64_t place;  // in order_, of the first shard that needs it
  };

  // Whether each rank keeps only a part of the values.
  bool values_are_shared_out() const;
  AxisGroups groups() const;
  Status write(TableSink& sink, std::uint32_t largest);
  Status find_lines(TableSink& sink);
  Status choose_formats(TableSink& sink, std::uint32_t largest);
  Result<std::vector<Undecided>> find_undecided(TableSink& sink, std::uint32_t largest);
  std::uint64_t first_place(TableSink& sink, const CellSource& source, unsigned width,
                            bool any_width) const;
  Result<cluster::Bytes> try_formats(TableSink& sink, const std::vector<Undecided>& undecided);
  Result<std::vector<std::string>> collect_formats(TableSink& sink,
                                                   const std::vector<Undecided>& undecided);
  Status set_formats(TableSink& sink, const std::vector<std::string>& texts);
  Result<std::string> section_format(TableSink& sink);
  template <class Use>
  auto with_source(TableSink& sink, std::size_t array, const Use& use) const;
  std::size_t owner(std::uint64_t shard) const { return owners_[shard] % meeting_.ranks(); }
  bool is_mine(std::uint64_t shard) const { return owner(shard) == meeting_.rank(); }
  Error does_not_fit() const;

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  parallel::Executor& executor_;
  cluster::Meeting& meeting_;
  std::vector<std::uint32_t> owners_;  // by shard: the number of its orbit
  std::vector<std::uint64_t> order_;   // of all shards
};

}  // namespace grundy::solve
