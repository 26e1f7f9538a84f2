// methods/rays/stage_work.hpp: a stage of a relay (methods/rays/stages.hpp), or a lane of one: its
// sets, and the batches of tiles that are on their way through it.
//
// A batch comes as masks, a bit for each position that is open. Where a job resumes from saved
// cells, batches come as cells: the stage adds those that are values to its sets, and solves the
// open ones. The first stage gets them from the owners of tiles (class Feeder).
//
// If there is only one stage, its lanes keep cells from the start, and no masks.
//
// A tile whose neighbour below is another lane's (methods/rays/lanes.hpp) waits for the sets of the
// lines that come up from there.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/block.hpp"
#include "methods/rays/relay_context.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

class StageWork {
 public:
  StageWork(const RelayContext& context, std::size_t number, std::size_t lane, memory::Block sets);

  std::size_t number() const { return number_; }
  std::size_t lane() const { return lane_; }
  bool is_first() const { return number_ == 0; }
  bool is_last() const { return number_ + 1 == context_.relay.stages.size(); }
  bool is_only() const { return context_.relay.in_one_stage(); }

  // For a first stage: how many batches have known cells. Must be called before any tile is begun.
  void set_known_batches(std::size_t known_batches) { known_batches_ = known_batches; }
  // Announces the known cells of a batch, which come in that many parts.
  void expect(std::size_t batch, std::size_t parts);
  // Receives a part: the cells of the tiles at these places in the batch. False if they do not fit.
  bool receive_known(std::size_t batch, std::span<const std::size_t> places,
                     const cluster::Bytes& cells);

  // Receives a batch from the stage before, as masks or as cells. False if they do not fit.
  bool receive(std::size_t batch, cluster::Bytes bytes, bool as_cells);

  // Records that the next stage has solved a batch. False if it already had, or there is no such
  // one.
  bool taken(std::size_t batch);

  // Receives sets from the tile below one of this lane. False if the tile waits for none.
  bool receive_sets(std::size_t tile, cluster::Bytes bytes);

  // Records that the next lane has added the sets for one of its tiles. False if none were sent.
  bool taken_sets(std::size_t tile);

  bool may_begin(std::size_t tile) const;

  // Adds the sets that came from below a tile, if any did. Errc::corrupt if they do not fit.
  Status add_sets_from_below(std::size_t tile, std::span<RelayCell> cells);

  // Solves a tile, with scratch cells. Returns whether it was the last one of its batch.
  // Errc::unsupported for a value beyond the slices of all stages.
  Result<bool> solve(std::size_t tile, std::span<RelayCell> cells, std::span<RelayCell> values);

  // The sets of a solved tile, for the one above it in the next slab.
  cluster::Bytes sets_above(std::size_t tile, std::size_t above, std::span<RelayCell> cells);

  // For a batch that is done: what was found in the tiles at some places, for their owner. That is
  // masks and the values of their positions, or all cells if this is the only stage. After that,
  // take_batch() moves out what goes on to the next stage.
  bool continues_as_cells(std::size_t batch) const { return batches_[batch].is_cells; }
  cluster::Bytes found_in(std::size_t batch, std::span<const std::size_t> places);
  cluster::Bytes take_batch(std::size_t batch);

 private:
  struct Batch {
    std::atomic<bool> arrived{false};
    std::atomic<bool> taken{false};
    std::once_flag begun;
    bool is_cells = false;
    cluster::Bytes bytes;  // masks or cells, which solving turns into those of the next stage
    cluster::Bytes found;
    std::vector<std::vector<RelayCell>> values;  // by tile
    std::atomic<std::size_t> left{0};            // tiles that are not solved
    std::atomic<std::size_t> parts{0};           // parts of known cells that have not come
  };

  void begin(std::size_t number);
  bool solve_whole(Batch& batch, std::size_t tile);
  bool solve_open(Batch& batch, std::size_t tile, std::span<RelayCell> cells,
                  std::span<RelayCell> values);
  void begin_tile(Batch& batch, std::size_t tile, std::size_t place, std::span<RelayCell> cells,
                  std::uint8_t* mask);
  std::span<const std::uint32_t> tiles_of(std::size_t batch) const {
    return context_.batches.tiles(batch, lane_);
  }
  bool others_are_late(std::size_t batch) const;
  void count_slices(const Batch& batch, std::span<const RelayCell> found);
  void count_slice_of(std::uint64_t value);
  void count_slice(std::size_t slice);
  std::size_t bytes_of(std::size_t batch, bool as_cells) const;
  std::uint8_t* mask_in(cluster::Bytes& masks, std::size_t place) const;
  std::span<RelayCell> cells_in(cluster::Bytes& cells, std::size_t place) const;
  StageSets sets();

  const RelayContext& context_;
  Stage stage_;
  std::size_t number_;
  std::size_t lane_;
  memory::Block sets_;
  std::size_t known_batches_ = 0;  // for a first stage: these have known cells
  std::unique_ptr<Batch[]> batches_;
  struct FromBelow {
    std::atomic<bool> arrived{false};
    cluster::Bytes bytes;
  };
  std::unordered_map<std::size_t, FromBelow> from_below_;  // by tile that waits for sets
  std::atomic<std::size_t> last_slice_{0};                 // the last with a value of this lane

  // Bytes of sets, by batch and tile of another lane.
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> on_their_way_;
  mutable std::mutex on_their_way_guard_;
};

}  // namespace grundy::ray
