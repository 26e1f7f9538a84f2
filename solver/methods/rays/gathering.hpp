// methods/rays/gathering.hpp: a rank of a relay (methods/rays/relay.hpp) puts the values of the
// tiles that it owns where they belong.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "methods/rays/relay_ground.hpp"
#include "methods/rays/tile_exchange.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

class Gathering {
 public:
  // A lane's part of a batch, of which this rank has tiles.
  struct Part {
    std::size_t batch;
    std::size_t lane;
  };

  Gathering(const Ground& ground, std::size_t rank, SortedCells& cells, TileExchange& exchange);

  // Before values come: cells that were saved, from byte `first` of the state on, within a tile.
  // False if they do not fit.
  bool receive_saved(std::uint64_t first, const cluster::Bytes& bytes);

  // When all that was saved is here: it is of tiles in the first so many batches.
  void take_up(std::size_t known_batches);

  // What a stage found in this rank's tiles of a part (StageWork::found_in). False if it does not
  // fit, or came before. Different ones may come at once.
  bool receive(std::size_t stage, const Part& part, const cluster::Bytes& bytes);

  // Parts of which all values are here, each told once. Any thread.
  std::vector<Part> take_settled();

 private:
  std::size_t place(const Part& part) const {
    return part.batch * ground_.relay.slabs.lanes + part.lane;
  }
  bool put_part(const Part& part, const cluster::Bytes& bytes);
  bool put_cells(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes);
  bool put_values(const std::vector<std::uint32_t>& tiles, const cluster::Bytes& bytes);
  bool put(std::size_t tile, const std::uint8_t* found, const std::byte*& value,
           const std::byte* end);

  const Ground& ground_;
  std::size_t rank_;
  SortedCells& cells_;
  TileExchange& exchange_;
  std::vector<std::uint32_t> open_;                 // sorted positions, by tile; of own tiles
  std::vector<std::uint8_t> saved_;                 // by tile
  std::vector<std::atomic<bool>> has_come_;         // by stage, batch and lane
  std::vector<std::atomic<std::uint32_t>> stages_;  // that have not come, by batch and lane
  std::mutex guard_;
  std::vector<Part> settled_;
};

}  // namespace grundy::ray
