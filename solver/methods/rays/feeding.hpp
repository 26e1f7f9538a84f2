// methods/rays/feeding.hpp: the first stage of a lane goes on from cells that were saved, for which
// it asks the owners of its tiles (methods/rays/relay.hpp).
#pragma once
#include <atomic>
#include <cstddef>
#include <functional>

#include "methods/rays/relay_ground.hpp"
#include "methods/rays/stage_work.hpp"
#include "methods/rays/tile_exchange.hpp"

namespace grundy::ray {

class Feeding {
 public:
  // Tells `failed` of cells that do not fit.
  Feeding(const Ground& ground, StageWork& work, const TileExchange& exchange,
          std::function<void()> failed);

  // Asks for the first batches of those that have known cells.
  void begin(std::size_t known_batches);

  // One that was asked for is done: asks for another one. Any thread.
  void go_on();

 private:
  void ask(std::size_t batch);

  const Ground& ground_;
  StageWork& work_;
  const TileExchange& exchange_;
  std::function<void()> failed_;
  std::size_t known_batches_ = 0;
  std::atomic<std::size_t> next_{0};
};

}  // namespace grundy::ray
