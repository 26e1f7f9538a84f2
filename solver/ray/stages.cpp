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

// Of a stage: the share of open positions falls about linearly from slice to slice.
double work_of(const Stage& stage, double reached) {
  double work = 0;
  for (std::uint64_t slice = stage.first_slice; slice < stage.first_slice + stage.slices; ++slice)
    work += std::max(0.0, 1 - static_cast<double>(slice) / reached);
  return work;
}

std::size_t rank_of(std::size_t stage, std::size_t ranks) {
  const std::size_t turn = stage % (2 * ranks);
  return turn < ranks ? turn : 2 * ranks - 1 - turn;
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
  const std::uint64_t reached = most_useful_ranks(relay);
  const std::uint64_t stages = std::min<std::uint64_t>(2 * ranks, reached);
  std::uint64_t first = 0;
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    // Late stages take what does not go into equal parts, for they have least to do.
    const std::uint64_t share = reached / stages + (stages - stage <= reached % stages);
    const std::uint64_t slices = stage + 1 < stages ? share : task.slices() - first;
    relay.stages.push_back({first, slices, rank_of(stage, ranks)});
    first += slices;
  }
  relay.tiles = tile_count(task);
  relay.batch_tiles = std::clamp<std::uint64_t>(relay.tiles / most_batches, 1, most_batch_tiles);
  relay.mask_bytes = kernels::mask_bytes(cells_of_tile(task));
  return relay;
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
  const double reached = std::max(relay.reached, 1.0);
  std::vector<double> work(relay.ranks);
  for (const Stage& stage : relay.stages) work[stage.rank] += work_of(stage, reached);
  double all = 0;
  for (const double one : work) all += one;
  const auto batches = static_cast<double>(relay.batches());
  const auto lag = static_cast<double>(stage_lag * (relay.stages.size() - 1));
  const double longest = *std::ranges::max_element(work);
  return all / static_cast<double>(relay.ranks) / longest * batches / (batches + lag);
}

}  // namespace grundy::ray
