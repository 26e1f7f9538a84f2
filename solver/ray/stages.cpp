#include "ray/stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/open_cells.hpp"
#include "ray/cells.hpp"

namespace grundy::ray {
namespace {

// Enough batches for the pipeline to be full most of the time, and each worth a message.
constexpr std::uint64_t most_batches = 512;
constexpr std::uint64_t most_batch_tiles = 64;

// Beside its slices, by reading masks and sending values: in units of a slice in which all
// positions are open. Measured on 601^3 positions of three piles.
constexpr double work_of_any_stage = 0.2;

// Ranks of one stage have as much work each, but not as much memory. That must be worth it.
constexpr double worth_uneven_memory = 1.05;

// Of a slice: the share of positions whose value is none of an earlier slice. Three piles and
// Wythoff's game have it between the powers 1.2 and 2.
double work_of_slice(std::uint64_t slice, double reached) {
  const double part = std::min(1.0, static_cast<double>(slice) / reached);
  return std::pow(1 - part, 1.5);
}

double work_of(const Stage& stage, double reached) {
  double work = work_of_any_stage;
  for (std::uint64_t slice = stage.first_slice; slice < stage.first_slice + stage.slices; ++slice)
    work += work_of_slice(slice, reached);
  return work;
}

std::vector<double> work_of_ranks(const Relay& relay) {
  std::vector<double> work(relay.ranks);
  for (const Stage& stage : relay.stages) work[stage.rank] += work_of(stage, relay.reached);
  return work;
}

double longest_work(const Relay& relay) {
  return std::ranges::max(work_of_ranks(relay));
}

std::size_t rank_of(std::size_t stage, std::size_t ranks) {
  const std::size_t turn = stage % (2 * ranks);
  return turn < ranks ? turn : 2 * ranks - 1 - turn;
}

// An early stage and a late one for each rank: all have about the same memory and work.
void give_two_each(Relay& relay, std::uint64_t slices) {
  const std::uint64_t reached = most_useful_ranks(relay);
  const std::uint64_t stages = std::min<std::uint64_t>(2 * relay.ranks, reached);
  std::uint64_t first = 0;
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    // Late stages take what does not go into equal parts, for they have least to do.
    const std::uint64_t share = reached / stages + (stages - stage <= reached % stages);
    const std::uint64_t count = stage + 1 < stages ? share : slices - first;
    relay.stages.push_back({first, count, rank_of(stage, relay.ranks)});
    first += count;
  }
}

// One stage for each rank, all of them about as much work.
void give_one_each(Relay& relay, std::uint64_t slices) {
  const std::uint64_t reached = most_useful_ranks(relay);
  const std::uint64_t stages = std::min<std::uint64_t>(relay.ranks, reached);
  double left = 0;
  for (std::uint64_t slice = 0; slice < reached; ++slice)
    left += work_of_slice(slice, relay.reached);
  std::uint64_t first = 0;
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    const double share = left / static_cast<double>(stages - stage);
    std::uint64_t count = 1;
    double work = work_of_slice(first, relay.reached);
    // Each later stage gets a slice at least. Half a slice too many is better than half too few.
    while (first + count + (stages - stage - 1) < reached) {
      const double more = work_of_slice(first + count, relay.reached);
      if (work + more / 2 > share) break;
      work += more;
      ++count;
    }
    left -= work;
    if (stage + 1 == stages) count = slices - first;
    relay.stages.push_back({first, count, stage});
    first += count;
  }
}

}  // namespace

bool can_be_relayed(const CellTask& task) {
  return task.quantity == Quantity::nimber && task.rays.starts.empty() && task.rays.cones.empty() &&
         task.largest_value < kernels::open_cell<std::uint16_t>;
}

std::size_t most_useful_ranks(const Relay& relay) {
  return static_cast<std::size_t>(std::ceil(relay.reached));
}

Relay plan_relay(const CellTask& task, std::size_t ranks) {
  Relay relay;
  relay.ranks = ranks;
  relay.reached = foretold_slices(task);
  relay.tiles = tile_count(task);
  relay.batch_tiles = std::clamp<std::uint64_t>(relay.tiles / most_batches, 1, most_batch_tiles);
  relay.mask_bytes = kernels::mask_bytes(cells_of_tile(task));
  Relay single = relay;
  give_one_each(single, task.slices());
  give_two_each(relay, task.slices());
  return longest_work(single) * worth_uneven_memory < longest_work(relay) ? single : relay;
}

// Masks go from stage to stage, and a word back for each batch. Values go to rank 0 with masks that
// say where they belong, each value once. At the end rank 0 tells all ranks.
cluster::Traffic traffic_of(const Relay& relay, const CellTask& task) {
  const std::uint64_t stages = relay.stages.size();
  const std::uint64_t masks = relay.tiles * relay.mask_bytes;
  return {2 * (stages - 1) * relay.batches() + stages * relay.batches() + relay.ranks - 1,
          (stages - 1) * masks + stages * masks + sizeof(std::uint16_t) * sorted_positions(task)};
}

std::vector<family::Link> links_of(const Relay& relay) {
  std::map<std::pair<std::size_t, std::size_t>, family::Link> links;
  const auto add = [&](std::size_t from, std::size_t to, std::uint64_t bytes) {
    if (from == to) return;
    family::Link& link = links.try_emplace({from, to}, family::Link{from, to, 0, 0}).first->second;
    link.messages += relay.batches();
    link.bytes += bytes;
  };
  for (std::size_t stage = 1; stage < relay.stages.size(); ++stage) {
    add(relay.stages[stage - 1].rank, relay.stages[stage].rank, relay.tiles * relay.mask_bytes);
    add(relay.stages[stage].rank, relay.stages[stage - 1].rank, 0);
  }
  std::vector<family::Link> all;
  for (const auto& [ends, link] : links) all.push_back(link);
  return all;
}

std::uint64_t gathered_bytes(const CellTask& task) {
  return memory_of(in_passes(task, task.passes.value_or(Passes{1, {}}))).*
         (task.passes ? &CellMemory::cells : &CellMemory::file);
}

std::uint64_t set_bytes_of(const Relay& relay, const CellTask& task, std::size_t rank) {
  const double reached = relay.reached + 0.5;
  double slices = 0;
  for (const Stage& stage : relay.stages)
    if (stage.rank == rank)
      slices += std::clamp(reached - static_cast<double>(stage.first_slice), 0.0,
                           static_cast<double>(stage.slices));
  return static_cast<std::uint64_t>(slices * static_cast<double>(slice_bytes(task)));
}

double efficiency_of(const Relay& relay) {
  double slices = 0;
  for (std::uint64_t slice = 0; slice < most_useful_ranks(relay); ++slice)
    slices += work_of_slice(slice, relay.reached);
  const auto batches = static_cast<double>(relay.batches());
  const auto lag = static_cast<double>(stage_lag * (relay.stages.size() - 1));
  return (slices + work_of_any_stage) / static_cast<double>(relay.ranks) / longest_work(relay) *
         batches / (batches + lag);
}

}  // namespace grundy::ray
