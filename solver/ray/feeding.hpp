// ray/feeding.hpp: rank 0 of a relay (ray/relay.hpp) has the cells that were saved, and gives the
// first stages of other lanes theirs.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cluster/transport.hpp"
#include "ray/relay_ground.hpp"
#include "ray/relay_state.hpp"

namespace grundy::ray {

class Feeding {
 public:
  // To a lane: how many batches have known cells, or the cells of a batch.
  using Send = std::function<void(std::size_t lane, std::uint64_t number, bool is_cells,
                                  cluster::Bytes bytes)>;

  Feeding(const Ground& ground, const RelayState& state, Send send);

  // Tells all lanes how many batches will come.
  void begin();

  // Sends batches, few ahead of those that were taken.
  void go_on();
  bool is_due() const;

  // A batch was taken. False if that cannot be. Any thread.
  bool taken(std::size_t lane);

 private:
  struct Lane {
    std::size_t next = 0;  // batch to be sent
    std::atomic<std::uint64_t> sent{0};
    std::atomic<std::uint64_t> taken{0};
  };
  bool is_due(std::size_t lane) const;
  cluster::Bytes cells_of(std::size_t batch, std::size_t lane) const;

  const Ground& ground_;
  const RelayState& state_;
  Send send_;
  std::vector<Lane> lanes_;
};

// The cells of a tile to begin with: those that are known, or all open. They may be the state's.
void begin_cells(const Ground& ground, const RelayState* state, std::size_t tile,
                 std::span<RelayCell> cells);

}  // namespace grundy::ray
