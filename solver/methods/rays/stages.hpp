// methods/rays/stages.hpp: nimbers of rays on several ranks, cut by value: which rank has the sets
// of which values, and what goes from rank to rank.
//
// A stage (kernels/ray/nimbers.hpp) passes tiles on to the next one, with a bit for each position
// that is still open. That is all that stages tell one another: cut by space, ranks would exchange
// sets of whole lines. Early stages have most of the work, since nearly all positions are open, and
// late ones hardly any. So a rank has an early stage and a late one; or one alone, where that takes
// less time, as among few slices.
//
// Where the sets of all values fit the memory of fewer ranks, several share a stage: they are
// lanes, each with tiles of its own (methods/rays/lanes.hpp).
//
// Tiles go in batches, and each lane has its tiles of a batch. What a stage does with batch b is
// done at turn b + stage_lag * stage: each rank does its work in the order of turns, so it is never
// the earliest work of all that waits. The lag hides the way of a batch from rank to rank. A stage
// is at most `most_ahead` batches ahead of the next one, which bounds what waits there.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "methods/family.hpp"
#include "methods/rays/cell_task.hpp"
#include "methods/rays/lanes.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

inline constexpr std::uint64_t stage_lag = 4;
inline constexpr std::uint64_t most_ahead = 16;
static_assert(most_ahead > stage_lag);

// Of values that cells of 16 bits tell from an open one.
inline constexpr std::uint64_t most_relay_slices = 255;

struct Stage {
  std::uint64_t first_slice;
  std::uint64_t slices;  // of the last stage: all that there is room for
  std::size_t rank;      // of its first lane; those of the others follow
};

struct Relay {
  std::size_t ranks;
  std::vector<Stage> stages;
  Slabs slabs;
  std::uint64_t slices;  // that there is room for; a value behind them is an error
  std::uint64_t tiles;
  std::uint64_t batch_tiles;  // of all lanes
  std::uint64_t mask_bytes;   // of a tile
  std::uint64_t late_bytes;   // of sets that other lanes are late to take: more make a lane wait
  double reached;             // slices that some value is expected in (methods/rays/cells.hpp)

  // Whether no value can be one behind the slices.
  bool holds_all(const CellTask& task) const noexcept { return task.slices() <= slices; }
  bool in_one_stage() const noexcept { return stages.size() == 1; }
  std::uint64_t reached_slices() const noexcept {
    return static_cast<std::uint64_t>(std::ceil(reached));
  }
  std::uint64_t batches() const noexcept { return (tiles + batch_tiles - 1) / batch_tiles; }
  std::size_t rank_of(std::size_t stage, std::size_t lane) const {
    return stages[stage].rank + lane;
  }
};

// Whether a task can be solved by a relay: nimbers that are expected in most_relay_slices, and no
// ray begins beside itself.
bool can_be_relayed(const CellTask& task);

// The stages of a task on so many ranks and their lanes: of those whose sets have room in
// `set_bytes` a rank, the most efficient (efficiency_of), or fewer lanes that are about as
// efficient. There are no more stages than slices that some value is expected in, and no more lanes
// than tiles allow, so some ranks may have nothing to do.
Relay plan_relay(const CellTask& task, std::size_t ranks, std::uint64_t set_bytes);

// More ranks than this have nothing to do.
std::size_t most_useful_ranks(const CellTask& task);

// All that solving sends, by ranks to themselves too: exactly, unless some value is behind the
// slices that are expected to be reached. Of more tiles than can be listed in a moment what lanes
// send is a guess.
cluster::Traffic traffic_of(const Relay& relay, const CellTask& task);

// Of masks and sets, and the words back.
std::vector<family::Link> links_of(const Relay& relay, const CellTask& task);

// Of the values in memory, by rank: of the tiles that it gathers, and of others that it looks at.
std::vector<std::uint64_t> gathered_bytes(const CellTask& task, std::size_t ranks);

// Bytes of sets that a rank is expected to touch, and of those that wait there for their tiles.
std::uint64_t set_bytes_of(const Relay& relay, const CellTask& task, std::size_t rank);

// What one rank would take, as a part of what these take in all, if work takes as long as foretold.
double efficiency_of(const Relay& relay);

}  // namespace grundy::ray
