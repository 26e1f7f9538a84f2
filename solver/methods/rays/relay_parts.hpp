// methods/rays/relay_parts.hpp: what ranks of a relay (methods/rays/relay.hpp) do beside solving.
// Owners gather values, rank 0 tracks progress and saves it, and the first stage resumes.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "methods/rays/passes.hpp"
#include "methods/rays/relay_context.hpp"
#include "methods/rays/stage_work.hpp"
#include "methods/rays/tile_exchange.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {

// How far the tiles have come, as rank 0 saves and resumes it. The cells are at their owners.
class RelayState {
 public:
  // Sends bytes of a saved tile, from byte `first` of all cells on, to its owner.
  using Send = std::function<Status(std::size_t owner, std::uint64_t first,
                                    std::span<const std::byte> bytes)>;

  // All of them outlive this.
  RelayState(const RelayContext& context, const TileExchange& exchange, const tiles::Watch& watch,
             Send send);

  // Loads what was saved, if anything was, and sends the cells to their owners.
  Status resume();

  // Only the first known_batches() batches have cells that were saved.
  std::size_t known_batches() const noexcept { return known_batches_; }

  // Whether saving is due or the job is to be stopped. Thread-safe.
  bool awaited() noexcept { return sweep_.awaited(); }

  // Saves the cells if that is due. All values of the tiles with is_known(tile) are known, and some
  // of other tiles may be. Errc::interrupted if the job is to be stopped.
  Status reached(const std::function<bool(std::size_t tile)>& is_known);

 private:
  struct Piece {  // of a tile, in a stretch of all cells
    std::uint32_t tile;
    std::uint64_t first;
    std::size_t bytes;
  };

  std::uint64_t slices() const noexcept { return context_.task.slices(); }
  Settled& settled() noexcept { return has_resumed_ ? now_ : resumed_; }
  std::vector<Piece> pieces_of(std::uint64_t first, std::uint64_t size);
  Status read(std::uint64_t first, std::span<std::byte> into);
  Status write(std::uint64_t first, std::span<const std::byte> bytes);

  const RelayContext& context_;
  const TileExchange& exchange_;
  Send send_;
  Settled resumed_;
  Settled now_;
  bool has_resumed_ = false;
  std::size_t known_batches_ = 0;
  tiles::Resumable sweep_;
};

// Writes the values of the tiles that a rank owns into their cells.
class TileGatherer {
 public:
  // A lane's part of a batch, of which this rank has tiles.
  struct Part {
    std::size_t batch;
    std::size_t lane;
  };

  TileGatherer(const RelayContext& context, std::size_t rank, SortedCells& cells,
               TileExchange& exchange);

  // Receives saved cells, from byte `first` of the state on, within a tile. False if they do not
  // fit. Must be called before begin().
  bool receive_saved(std::uint64_t first, const cluster::Bytes& bytes);

  // Begins once all saved cells are here. They are of tiles in the first `known_batches` batches.
  void begin(std::size_t known_batches);

  // Receives what a stage found in this rank's tiles of a part (StageWork::found_in). False if it
  // does not fit, or came before. Threads may call it at once for different parts and stages.
  bool receive(std::size_t stage, const Part& part, const cluster::Bytes& bytes);

  // Parts of which all values are here. Each is returned once. Thread-safe.
  std::vector<Part> take_settled();

 private:
  std::size_t place(const Part& part) const {
    return part.batch * context_.relay.slabs.lanes + part.lane;
  }
  bool put_part(const Part& part, const cluster::Bytes& bytes);
  bool put_cells(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes);
  bool put_values(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes);
  bool put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
           const std::byte* end);

  const RelayContext& context_;
  std::size_t rank_;
  SortedCells& cells_;
  TileExchange& exchange_;
  std::vector<std::uint32_t> open_;                 // open sorted positions of own tiles, by tile
  std::vector<std::uint8_t> saved_;                 // by tile
  std::vector<std::atomic<bool>> has_come_;         // by stage, batch and lane
  std::vector<std::atomic<std::uint32_t>> stages_;  // that have not come, by batch and lane
  std::mutex guard_;
  std::vector<Part> settled_;
};

// Tracks on rank 0 which tiles have all their values at their owners.
class ProgressTracker {
 public:
  // *watch.solved positions were solved before, unless the sweep starts from the beginning. It
  // grows to the volume of the box.
  ProgressTracker(const RelayContext& context, const tiles::Watch& watch, bool from_beginning);

  // Records that an owner has all values of its tiles in a lane's part of a batch. False if it has
  // no tiles there, or if that is already recorded. Thread-safe.
  bool settled(std::size_t owner, std::size_t batch, std::size_t lane);

  bool has_all() const noexcept { return left_.load(std::memory_order_acquire) == 0; }
  // Whether all values of a tile are at its owner.
  bool has(std::size_t tile) const noexcept;

 private:
  const RelayContext& context_;
  const tiles::Watch& watch_;
  std::uint64_t volume_;
  std::uint64_t before_;  // positions that were solved before
  std::atomic<std::uint64_t> images_{0};
  mutable std::vector<std::uint8_t> has_;  // by tile, accessed through atomic_ref
  std::atomic<std::uint64_t> left_;        // tiles without all values
};

// Gives the first stage of a lane the cells that were saved. It asks the owners of tiles for them.
class Feeder {
 public:
  // Calls failed() for cells that do not fit.
  Feeder(const RelayContext& context, StageWork& work, const TileExchange& exchange,
         std::function<void()> failed);

  // Asks for the first of the batches that have known cells.
  void begin(std::size_t known_batches);

  // Asks for one more batch, when a batch that was asked for is done. Thread-safe.
  void ask_next();

 private:
  void ask(std::size_t batch);

  const RelayContext& context_;
  StageWork& work_;
  const TileExchange& exchange_;
  std::function<void()> failed_;
  std::size_t known_batches_ = 0;
  std::atomic<std::size_t> next_{0};
};

}  // namespace grundy::ray
