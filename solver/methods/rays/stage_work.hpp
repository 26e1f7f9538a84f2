// methods/rays/stage_work.hpp: a stage of a relay (methods/rays/stages.hpp), or a lane of one:
// sets, and the batches of tiles that are on their way through it.
//
// A batch comes as masks, a bit for each position that is open. Where a job goes on from cells that
// were saved, batches come as cells: the stage adds those that are values to its sets, and solves
// what is open. The first stage gets them from the owners of tiles (methods/rays/feeding.hpp).
//
// The lanes of the only stage keep cells from the start, and no masks.
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
#include "methods/rays/relay_ground.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

class StageWork {
 public:
  StageWork(const Ground& ground, std::size_t number, std::size_t lane, memory::Block sets);

  std::size_t number() const { return number_; }
  std::size_t lane() const { return lane_; }
  bool is_first() const { return number_ == 0; }
  bool is_last() const { return number_ + 1 == ground_.relay.stages.size(); }
  bool is_only() const { return ground_.relay.in_one_stage(); }

  // Of a first stage: so many batches have known cells. Before any tile is begun.
  void learn(std::size_t known_batches) { known_batches_ = known_batches; }
  // The known cells of a batch are on their way, in so many parts.
  void expect(std::size_t batch, std::size_t parts);
  // A part: the cells of the tiles at these places in the batch. False if they do not fit.
  bool receive_known(std::size_t batch, std::span<const std::size_t> places,
                     const cluster::Bytes& cells);

  // A batch of the stage before, as masks or as cells. False if they do not fit.
  bool receive(std::size_t batch, cluster::Bytes bytes, bool as_cells);

  // The next stage has done with a batch. False if it cannot have.
  bool taken(std::size_t batch);

  // Sets from the tile below one of this lane. False if no such tile waits for them.
  bool receive_sets(std::size_t tile, cluster::Bytes bytes);

  // The next lane has done with the sets for a tile of it. False if it cannot have.
  bool taken_sets(std::size_t tile);

  bool may_begin(std::size_t tile) const;

  // Has the sets know what came from below a tile, if anything did. Errc::corrupt if that does not
  // fit.
  Status take_up_sets(std::size_t tile, std::span<RelayCell> cells);

  // Solves a tile with the scratch cells. Whether it was the last one of its batch.
  // Errc::unsupported for a value behind the slices of all stages.
  Result<bool> solve(std::size_t tile, std::span<RelayCell> cells, std::span<RelayCell> values);

  // Of a tile that is solved, for the one above it in the next slab.
  cluster::Bytes sets_above(std::size_t tile, std::size_t above, std::span<RelayCell> cells);

  // Of a batch that is done: what was found in the tiles at some places, for their owner: masks,
  // and the values of their positions; or all cells, if this is the only stage. And then what goes
  // on to the next stage. It goes from here.
  bool goes_on_as_cells(std::size_t batch) const { return batches_[batch].is_cells; }
  cluster::Bytes found_in(std::size_t batch, std::span<const std::size_t> places);
  cluster::Bytes take_batch(std::size_t batch);

 private:
  struct Batch {
    std::atomic<bool> arrived{false};
    std::atomic<bool> taken{false};
    std::once_flag begun;
    bool is_cells = false;
    cluster::Bytes bytes;  // masks or cells, of which solving makes those of the next stage
    cluster::Bytes found;
    std::vector<std::vector<RelayCell>> values;  // by tile
    std::atomic<std::size_t> left{0};            // tiles
    std::atomic<std::size_t> parts{0};           // of known cells that are to come
  };

  void begin(std::size_t number);
  bool solve_whole(Batch& batch, std::size_t tile);
  bool solve_open(Batch& batch, std::size_t tile, std::span<RelayCell> cells,
                  std::span<RelayCell> values);
  void begin_tile(Batch& batch, std::size_t tile, std::size_t place, std::span<RelayCell> cells,
                  std::uint8_t* mask);
  std::span<const std::uint32_t> tiles_of(std::size_t batch) const {
    return ground_.batches.tiles(batch, lane_);
  }
  bool others_are_late(std::size_t batch) const;
  void count_slices(const Batch& batch, std::span<const RelayCell> found);
  void count_slice_of(std::uint64_t value);
  void count_slice(std::size_t slice);
  std::size_t bytes_of(std::size_t batch, bool as_cells) const;
  std::uint8_t* mask_in(cluster::Bytes& masks, std::size_t place) const;
  std::span<RelayCell> cells_in(cluster::Bytes& cells, std::size_t place) const;
  StageSets sets();

  const Ground& ground_;
  Stage stage_;
  std::size_t number_;
  std::size_t lane_;
  memory::Block sets_;
  std::size_t known_batches_ = 0;  // of a first stage: these have cells
  std::unique_ptr<Batch[]> batches_;
  struct FromBelow {
    std::atomic<bool> arrived{false};
    cluster::Bytes bytes;
  };
  std::unordered_map<std::size_t, FromBelow> from_below_;  // by tile, of those that wait for any
  std::atomic<std::size_t> last_slice_{0};                 // in which this lane has a value

  // Bytes of sets, by batch and tile of another lane.
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> on_their_way_;
  mutable std::mutex on_their_way_guard_;
};

}  // namespace grundy::ray
