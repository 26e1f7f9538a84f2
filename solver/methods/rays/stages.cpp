#include "methods/rays/stages.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/open_cells.hpp"
#include "methods/rays/cells.hpp"
#include "methods/rays/faces.hpp"
#include "methods/rays/lanes.hpp"
#include "methods/rays/tile_exchange.hpp"

namespace grundy::ray {
namespace {

// Enough batches for the pipeline to be full most of the time, and each worth a message.
constexpr std::uint64_t most_batches = 512;
constexpr std::uint64_t most_batch_tiles = 64;

// One part in this many of the bytes for sets may be on its way to other lanes.
constexpr std::uint64_t part_for_late_sets = 64;
constexpr std::uint64_t most_late_bytes = std::uint64_t{64} << 20;

// The work of each of several stages beside its slices, reading masks and sending values, in units
// of a slice in which all positions are open. Measured on 601^3 positions of three piles.
constexpr double work_of_any_stage = 0.35;

// With one stage each, ranks have equal work, but not equal memory. The gain must be at least this.
constexpr double worth_uneven_memory = 1.05;

// Fewer lanes send less and keep fewer sets. In return they may be a little less efficient.
constexpr double worth_fewer_lanes = 0.95;

// The share of positions whose value is in no earlier slice. For three piles and Wythoff's game the
// power is between 1.2 and 2.
double work_of_slice(std::uint64_t slice, double reached) {
  const double part = std::min(1.0, static_cast<double>(slice) / reached);
  return std::pow(1 - part, 1.5);
}

double work_of(const Stage& stage, const Relay& relay) {
  double work = relay.in_one_stage() ? 0 : work_of_any_stage;
  for (std::uint64_t slice = stage.first_slice; slice < stage.first_slice + stage.slices; ++slice)
    work += work_of_slice(slice, relay.reached);
  return work;
}

std::vector<double> work_of_ranks(const Relay& relay) {
  std::vector<double> work(relay.ranks);
  for (const Stage& stage : relay.stages)
    work[stage.rank] += work_of(stage, relay) / static_cast<double>(relay.slabs.lanes);
  return work;
}

double longest_work(const Relay& relay) {
  return std::ranges::max(work_of_ranks(relay));
}

// Stages are assigned to groups of ranks, each with one rank a lane.
std::size_t groups_of(const Relay& relay) {
  return relay.ranks / relay.slabs.lanes;
}

std::size_t group_of(std::size_t stage, std::size_t groups) {
  const std::size_t turn = stage % (2 * groups);
  return turn < groups ? turn : 2 * groups - 1 - turn;
}

// An early stage and a late one for each group of ranks: all have about the same memory and work.
void give_two_each(Relay& relay) {
  const std::uint64_t reached = relay.reached_slices();
  const std::size_t groups = groups_of(relay);
  const std::uint64_t stages = std::min<std::uint64_t>(2 * groups, reached);
  std::uint64_t first = 0;
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    // The remainder of the division goes to late stages, which have least to do.
    const std::uint64_t share = reached / stages + (stages - stage <= reached % stages);
    const std::uint64_t count = stage + 1 < stages ? share : relay.slices - first;
    relay.stages.push_back({first, count, relay.slabs.lanes * group_of(stage, groups)});
    first += count;
  }
}

// One stage for each group of ranks, all of them about as much work.
void give_one_each(Relay& relay) {
  const std::uint64_t reached = relay.reached_slices();
  const std::uint64_t stages = std::min<std::uint64_t>(groups_of(relay), reached);
  double left = 0;
  for (std::uint64_t slice = 0; slice < reached; ++slice)
    left += work_of_slice(slice, relay.reached);
  std::uint64_t first = 0;
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    const double share = left / static_cast<double>(stages - stage);
    std::uint64_t count = 1;
    double work = work_of_slice(first, relay.reached);
    // Each later stage gets at least a slice. Half a slice too many is better than half too few.
    while (first + count + (stages - stage - 1) < reached) {
      const double more = work_of_slice(first + count, relay.reached);
      if (work + more / 2 > share) break;
      work += more;
      ++count;
    }
    left -= work;
    if (stage + 1 == stages) count = relay.slices - first;
    relay.stages.push_back({first, count, relay.slabs.lanes * stage});
    first += count;
  }
}

// Bytes of the sets of some slices that are expected to be touched.
std::uint64_t expected_set_bytes(const Relay& relay, const CellTask& task,
                                 std::uint64_t first_slice, std::uint64_t slices) {
  const double touched = std::clamp(relay.reached + 0.5 - static_cast<double>(first_slice), 0.0,
                                    static_cast<double>(slices));
  return static_cast<std::uint64_t>(touched * static_cast<double>(slice_bytes(task)));
}

// Bytes from each slab to the next one, stage by stage.
std::vector<std::uint64_t> bytes_from_slabs(const Relay& relay, const CellTask& task) {
  return relay.tiles <= most_listed ? bytes_above(relay, task) : sampled_bytes_above(relay, task);
}

// About how many bytes a stage sends for a tile. Up to a tile about two thirds of the slices are
// possible that the box reaches.
std::uint64_t face_bytes(const Relay& relay, const CellTask& task, const Stage& stage) {
  const double slices = std::clamp(relay.reached * 2 / 3 - static_cast<double>(stage.first_slice),
                                   0.0, static_cast<double>(stage.slices));
  return static_cast<std::uint64_t>(static_cast<double>(lines_above_tile(task)) * slices) *
         bytes_of_set;
}

// How many pairs of a batch and a lane have tiles, and how many triples of a batch, a lane and an
// owner: in all, and without rank 0.
struct Parts {
  std::uint64_t all = 0;
  std::uint64_t of_owners = 0;
  std::uint64_t of_others = 0;
};

// For batches of many tiles, as if each tile had a random owner.
Parts guessed_parts(const Relay& relay, const Owners& owners) {
  const auto count = static_cast<double>(owners.count());
  const double tiles = std::max(
      1.0, static_cast<double>(relay.batch_tiles) / static_cast<double>(relay.slabs.lanes));
  const double met = count * (1 - std::pow(1 - 1 / count, tiles));
  const std::uint64_t parts = relay.slabs.lanes * relay.batches();
  const auto of_owners = static_cast<std::uint64_t>(static_cast<double>(parts) * met);
  return {parts, of_owners,
          static_cast<std::uint64_t>(static_cast<double>(of_owners) * (count - 1) / count)};
}

Parts parts_of(const Relay& relay, const CellTask& task) {
  const Owners owners(task, relay.ranks);
  if (relay.tiles > most_listed) return guessed_parts(relay, owners);
  const tiles::TileGrid grid(task.closure, task.groups, task.tile_sides);
  const std::vector<std::uint32_t> by_tile = owners_of_tiles(task, grid, relay.ranks);
  const Batches batches(grid, relay.slabs, relay.batch_tiles);
  Parts parts;
  std::vector<std::uint32_t> met;
  for (std::size_t batch = 0; batch < batches.count(); ++batch)
    for (std::size_t lane = 0; lane < relay.slabs.lanes; ++lane) {
      met.clear();
      for (const std::uint32_t tile : batches.tiles(batch, lane)) met.push_back(by_tile[tile]);
      std::ranges::sort(met);
      met.erase(std::unique(met.begin(), met.end()), met.end());
      parts.all += !met.empty();
      parts.of_owners += met.size();
      parts.of_others += met.size() - (!met.empty() && met.front() == 0);
    }
  return parts;
}

// What all stages send to the owners of tiles. A single stage sends cells. Several send masks, with
// the values that they have found.
cluster::Traffic traffic_of_values(const Relay& relay, const CellTask& task, const Parts& parts) {
  if (relay.in_one_stage())
    return {parts.of_owners, relay.tiles * cells_of_tile(task) * sizeof(std::uint16_t)};
  const std::uint64_t stages = relay.stages.size();
  return {stages * parts.of_owners,
          stages * relay.tiles * relay.mask_bytes + sizeof(std::uint16_t) * sorted_positions(task)};
}

// The time that lanes take, divided by that of as many ranks which never wait and send nothing.
// From simulations of two to eight lanes, with 18 to 84 tiles along the last coordinate. There,
// sending and adding the sets above a tile took half as long as solving it.
double cost_of_lanes(const Slabs& slabs) {
  const auto tiles = static_cast<double>(slabs.ends.back());
  return 1 + 4.7 * static_cast<double>(slabs.lanes - 1) / tiles;
}

// The relay with that many ranks to a stage.
Relay in_lanes(Relay relay, const CellTask& task, std::size_t lanes) {
  relay.slabs = cut_slabs(task, lanes);
  Relay single = relay;
  give_one_each(single);
  give_two_each(relay);
  return longest_work(single) * worth_uneven_memory < longest_work(relay) ? single : relay;
}

}  // namespace

bool can_be_relayed(const CellTask& task) {
  return task.quantity == Quantity::nimber && task.rays.starts.empty() && task.rays.cones.empty() &&
         (task.slices() <= most_relay_slices ||
          estimated_slices(task) <= static_cast<double>(most_relay_slices));
}

std::size_t most_useful_ranks(const CellTask& task) {
  return most_lanes(task) * static_cast<std::size_t>(std::ceil(estimated_slices(task)));
}

Relay plan_relay(const CellTask& task, std::size_t ranks, std::uint64_t set_bytes) {
  Relay relay;
  relay.ranks = ranks;
  relay.slices = std::min(task.slices(), most_relay_slices);
  relay.reached = std::min(estimated_slices(task), static_cast<double>(relay.slices));
  relay.tiles = tile_count(task);
  relay.batch_tiles = std::clamp<std::uint64_t>(relay.tiles / most_batches, 1, most_batch_tiles);
  relay.mask_bytes = kernels::mask_bytes(cells_of_tile(task));
  relay.late_bytes = std::min(set_bytes / part_for_late_sets, most_late_bytes);
  // How many ranks are needed to hold the sets of all values.
  const std::uint64_t all = expected_set_bytes(relay, task, 0, relay.slices);
  const std::uint64_t holders =
      std::clamp<std::uint64_t>((all + set_bytes - 1) / std::max<std::uint64_t>(set_bytes, 1), 1,
                                std::min<std::uint64_t>(ranks, relay.reached_slices()));
  std::vector<Relay> plans;  // from many lanes to few
  for (std::uint64_t groups = holders;
       groups <= std::min<std::uint64_t>(ranks, relay.reached_slices()); ++groups) {
    const std::size_t lanes = std::min<std::size_t>(ranks / groups, most_lanes(task));
    if (plans.empty() || lanes != plans.back().slabs.lanes)
      plans.push_back(in_lanes(relay, task, lanes));
  }
  const double best = efficiency_of(*std::ranges::max_element(plans, {}, efficiency_of));
  return *std::find_if(plans.rbegin(), plans.rend(), [&](const Relay& plan) {
    return efficiency_of(plan) >= best * worth_fewer_lanes;
  });
}

// Masks go from stage to stage, and an acknowledgement back for each batch. Sets go from lane to
// lane, and an acknowledgement back for those of each tile. Owners report settled batches to rank
// 0. At the beginning and at the end rank 0 sends a message to all ranks.
cluster::Traffic traffic_of(const Relay& relay, const CellTask& task) {
  const std::uint64_t stages = relay.stages.size();
  const std::uint64_t faces = faces_of(relay.slabs, task);
  const Parts parts = parts_of(relay, task);
  cluster::Traffic traffic = traffic_of_values(relay, task, parts);
  traffic.messages +=
      2 * (stages - 1) * parts.all + 2 * stages * faces + parts.of_others + 2 * (relay.ranks - 1);
  traffic.bytes += (stages - 1) * relay.tiles * relay.mask_bytes;
  for (const std::uint64_t bytes : bytes_from_slabs(relay, task)) traffic.bytes += bytes;
  return traffic;
}

std::vector<family::Link> links_of(const Relay& relay, const CellTask& task) {
  std::map<std::pair<std::size_t, std::size_t>, family::Link> links;
  const auto add = [&](std::size_t from, std::size_t to, std::uint64_t messages,
                       std::uint64_t bytes) {
    if (from == to) return;
    family::Link& link = links.try_emplace({from, to}, family::Link{from, to, 0, 0}).first->second;
    link.messages += messages;
    link.bytes += bytes;
  };
  const Slabs& slabs = relay.slabs;
  const std::vector<std::uint64_t> bytes_up = bytes_from_slabs(relay, task);
  for (std::size_t stage = 0; stage < relay.stages.size(); ++stage)
    for (std::size_t slab = 0; slab < slabs.ends.size(); ++slab) {
      const std::size_t lane = slabs.lane_of_slab(slab);
      const std::uint64_t tiles = tiles_of_slab(slabs, task, slab);
      const std::size_t own = relay.rank_of(stage, lane);
      if (stage > 0) {
        const std::size_t before = relay.rank_of(stage - 1, lane);
        const std::uint64_t batches = std::min(tiles, relay.batches());
        add(before, own, batches, tiles * relay.mask_bytes);
        add(own, before, batches, 0);
      }
      if (slab + 1 == slabs.ends.size()) continue;
      const std::uint64_t faces = faces_of_slab(slabs, task, slab);
      const std::size_t next = relay.rank_of(stage, slabs.lane_of_slab(slab + 1));
      add(own, next, faces, bytes_up[stage * slabs.ends.size() + slab]);
      add(next, own, faces, 0);
    }
  std::vector<family::Link> all;
  for (const auto& [ends, link] : links) all.push_back(link);
  return all;
}

std::vector<std::uint64_t> gathered_bytes(const CellTask& task, std::size_t ranks) {
  CellTask gathered = in_passes(task, task.passes.value_or(Passes{1, {}}));
  gathered.cell_bytes = sizeof(std::uint16_t);
  const CellMemory memory = memory_of(gathered);
  const std::uint64_t bytes_of_tile = cells_of_tile(task) * sizeof(std::uint16_t);
  std::vector<std::uint64_t> bytes = Owners(task, ranks).tiles_by_rank(task);
  const std::uint64_t all = tile_count(task);
  for (std::uint64_t& own : bytes) {
    const std::uint64_t others = (all - std::min(all, own)) * bytes_of_tile;
    own *= bytes_of_tile;
    if (task.passes) own = std::min(own, memory.cells);
    own += std::min(others, TileExchange::most_kept_bytes);
  }
  return bytes;
}

std::uint64_t set_bytes_of(const Relay& relay, const CellTask& task, std::size_t rank) {
  std::uint64_t bytes = 0;
  for (const Stage& stage : relay.stages) {
    if (rank < stage.rank || stage.rank + relay.slabs.lanes <= rank) continue;
    const double waiting = faces_that_wait(relay.slabs, task, rank - stage.rank);
    bytes +=
        expected_set_bytes(relay, task, stage.first_slice, stage.slices) +
        static_cast<std::uint64_t>(waiting * static_cast<double>(face_bytes(relay, task, stage)));
  }
  return bytes;
}

double efficiency_of(const Relay& relay) {
  double slices = 0;
  for (std::uint64_t slice = 0; slice < relay.reached_slices(); ++slice)
    slices += work_of_slice(slice, relay.reached);
  const auto batches = static_cast<double>(relay.batches());
  const auto lag = static_cast<double>(stage_lag * (relay.stages.size() - 1));
  return slices / static_cast<double>(relay.ranks) / longest_work(relay) * batches /
         (batches + lag) / cost_of_lanes(relay.slabs);
}

}  // namespace grundy::ray
