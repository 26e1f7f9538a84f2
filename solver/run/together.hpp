// run/together.hpp: what ranks do together when each has solved its part: they count, and write
// one table. Start reading here for tables of several ranks.
//
// Either all ranks hold all values, or each holds those of its shards, and asks others for what
// lies at their borders. Each shard has one owner, which packs and writes it; shards whose
// positions stand for one another, where coordinates change places, have the same one. No two ranks
// write to one file. All of them see one file system.
//
// Before any shard is written ranks settle what its bytes depend on: codec, chunks and the width of
// cells. One rank that writes alone settles them with the first shard that has values of the
// largest width. So ranks find that shard, its owner tries codecs on it, and all write the same
// bytes as one. Rank 0 puts what is settled into the directory, which it has claimed, and when all
// shards are there it writes the group's zarr.json.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "ranks/meeting.hpp"
#include "run/solution.hpp"
#include "run/solve.hpp"
#include "run/statistics.hpp"
#include "run/table_sink.hpp"

namespace grundy::solve {

// On each rank. All of them call the same, in the same order; all that is given outlives this.
class Together {
 public:
  Together(const plan::Plan& plan, const sweep::Solution& solution, parallel::Executor& executor,
           cluster::Meeting& meeting);

  // Of the whole box on rank 0, of a share of it on others. Errors are those of any rank, as of all
  // that follow.
  Result<sweep::Statistics> count();

  // All shards; `largest` is the largest value of the box. Who calls it finishes the table then.
  Status write_as_first(TableSink& sink, std::uint32_t largest);
  Status write_as_other(const Options& options);

  // Nobody looks at values of other ranks any more.
  Status part();

 private:
  // Of an array that is to be settled.
  struct Open {
    unsigned width;       // that its cells need
    std::uint64_t place;  // in the order of shards, of the first one that needs it
  };

  // Whether each rank keeps values of its own, and not all.
  bool values_are_shared_out() const;
  AxisGroups groups() const;
  Status write(TableSink& sink, std::uint32_t largest);
  Status find_lines(TableSink& sink);
  Status settle(TableSink& sink, std::uint32_t largest);
  Result<std::vector<Open>> find_open(TableSink& sink, std::uint32_t largest);
  std::uint64_t first_place(TableSink& sink, const CellSource& source, unsigned width,
                            bool any_width) const;
  Result<cluster::Bytes> formats_tried(TableSink& sink, const std::vector<Open>& open);
  Result<std::vector<std::string>> formats(TableSink& sink, const std::vector<Open>& open);
  Status adopt_formats(TableSink& sink, const std::vector<std::string>& texts);
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
