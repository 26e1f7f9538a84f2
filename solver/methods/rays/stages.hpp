// methods/rays/stages.hpp: plans of relays, which solve nimbers of rays on several ranks that share
// values: which rank has the sets of which values, and what goes from rank to rank.
//
// A stage (kernels/ray/nimbers.hpp) passes tiles on to the next one, with a bit for each position
// that is still open. Stages exchange nothing else. If ranks shared space instead, they would
// exchange sets of whole lines. Early stages have most of the work, since nearly all positions are
// open, and late ones hardly any. So a rank has an early stage and a late one, or a single one
// where that takes less time, as with few slices.
//
// Where the sets of all values fit the memory of fewer ranks, several share a stage: they are
// lanes, each with tiles of its own (methods/rays/lanes.hpp).
//
// Tiles go in batches, and each lane has its tiles of a batch. A stage solves batch b at turn
// b + stage_lag * stage. Each rank works in the order of turns, so the earliest work of all never
// waits. The lag hides the latency of a batch from rank to rank. A stage is at most `most_ahead`
// batches ahead of the next one, which bounds what waits there.
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

// Slices of values that cells of 16 bits can hold beside an open one.
inline constexpr std::uint64_t most_relay_slices = 255;

struct Stage {
  std::uint64_t first_slice;
  std::uint64_t slices;  // the last stage has all that there is room for
  std::size_t rank;      // of its first lane; those of the others follow
};

struct Relay {
  std::size_t ranks;
  std::vector<Stage> stages;
  Slabs slabs;
  std::uint64_t slices;  // all that there is room for; a value beyond them is an error
  std::uint64_t tiles;
  std::uint64_t batch_tiles;  // of all lanes
  std::uint64_t mask_bytes;   // of a tile
  std::uint64_t late_bytes;   // a lane waits if others have yet to add more bytes of sets
  double reached;             // slices in which some value is expected (estimated_slices)

  // Whether no value can be beyond the slices.
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

// Whether a relay can solve the task: nimbers that are expected in most_relay_slices, and rays
// without starts and cones.
bool can_be_relayed(const CellTask& task);

// The stages and lanes of a task on that many ranks. Of those whose sets fit `set_bytes` a rank it
// is the most efficient (efficiency_of), or one of fewer lanes that is about as efficient. There
// are no more stages than slices with an expected value, and no more lanes than tiles allow. So
// some ranks may have nothing to do.
Relay plan_relay(const CellTask& task, std::size_t ranks, std::uint64_t set_bytes);

// More ranks than this have nothing to do.
std::size_t most_useful_ranks(const CellTask& task);

// All that solving sends, including what ranks send to themselves. It is exact unless some value is
// beyond the expected slices, and for up to most_listed tiles. Otherwise what lanes send is
// estimated.
cluster::Traffic traffic_of(const Relay& relay, const CellTask& task);

// The links for masks and sets, and for their acknowledgements.
std::vector<family::Link> links_of(const Relay& relay, const CellTask& task);

// Bytes of values in memory, by rank: of the tiles that it gathers, and of others that it reads.
std::vector<std::uint64_t> gathered_bytes(const CellTask& task, std::size_t ranks);

// Bytes of sets that a rank is expected to touch, and of sets that wait there for their tiles.
std::uint64_t set_bytes_of(const Relay& relay, const CellTask& task, std::size_t rank);

// The time that one rank would take, divided by what these ranks take together, as estimated.
double efficiency_of(const Relay& relay);

}  // namespace grundy::ray
