// ray/stage_work.hpp: a stage of a relay (ray/stages.hpp): sets, and the batches of tiles that are
// on their way through it.
//
// A batch comes as masks, a bit for each position that is open. Where a job goes on from cells that
// were saved, batches come as cells: the stage adds those that are values to its sets, and solves
// what is open.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "cluster/transport.hpp"
#include "memory/block.hpp"
#include "ray/relay_ground.hpp"
#include "ray/relay_state.hpp"

namespace grundy::ray {

class StageWork {
 public:
  // `state` is for the first stage.
  StageWork(const Ground& ground, std::size_t number, memory::Block sets, const RelayState* state);

  std::size_t number() const { return number_; }
  bool is_first() const { return number_ == 0; }
  bool is_last() const { return number_ + 1 == ground_.relay.stages.size(); }

  // A batch of the stage before, as masks or as cells. False if they do not fit.
  bool receive(std::size_t batch, cluster::Bytes bytes, bool as_cells);

  // The next stage has done with a batch. False if it cannot have.
  bool taken(std::size_t batch);

  bool may_begin(std::size_t batch) const;

  // Solves a tile with the scratch cells. Whether it was the last one of its batch.
  bool solve(std::size_t tile, std::span<RelayCell> cells, std::span<RelayCell> values);

  // Of a batch that is done: what goes on to the next stage, and what was found: masks, and the
  // values of their positions. They go from here.
  bool goes_on_as_cells(std::size_t batch) const { return batches_[batch].is_cells; }
  cluster::Bytes take_batch(std::size_t batch);
  cluster::Bytes take_values(std::size_t batch);

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
  };

  void begin(std::size_t number);
  void begin_tile(Batch& batch, std::size_t tile, std::size_t place, std::span<RelayCell> cells,
                  std::uint8_t* mask);
  void begin_first(std::size_t tile, std::span<RelayCell> cells) const;
  bool is_known(std::size_t batch) const { return state_ && batch < state_->known_batches(); }
  std::size_t bytes_of(std::size_t batch, bool as_cells) const;
  std::uint8_t* mask_in(cluster::Bytes& masks, std::size_t place) const;
  std::byte* cells_in(cluster::Bytes& cells, std::size_t place) const;
  StageSets sets();

  const Ground& ground_;
  Stage stage_;
  std::size_t number_;
  memory::Block sets_;
  const RelayState* state_;
  std::unique_ptr<Batch[]> batches_;
};

}  // namespace grundy::ray
