#include "methods/rays/feeding.hpp"

#include <utility>
#include <vector>

namespace grundy::ray {
namespace {

// Batches of a lane on their way.
constexpr std::size_t most_fed_ahead = 16;

}  // namespace

Feeding::Feeding(const Ground& ground, StageWork& work, const TileExchange& exchange,
                 std::function<void()> failed)
    : ground_(ground), work_(work), exchange_(exchange), failed_(std::move(failed)) {}

void Feeding::begin(std::size_t known_batches) {
  known_batches_ = known_batches;
  work_.learn(known_batches);
  for (std::size_t i = 0; i < most_fed_ahead; ++i) go_on();
}

void Feeding::go_on() {
  std::size_t batch = next_++;
  while (batch < known_batches_ && ground_.batches.tiles(batch, work_.lane()).empty())
    batch = next_++;
  if (batch < known_batches_) ask(batch);
}

void Feeding::ask(std::size_t batch) {
  const std::vector<TilesOfOwner> all = ground_.by_owner(batch, work_.lane());
  work_.expect(batch, all.size());
  const auto tiles = ground_.batches.tiles(batch, work_.lane());
  for (const TilesOfOwner& of_owner : all) {
    std::vector<std::uint32_t> wanted;
    for (const std::size_t place : of_owner.places) wanted.push_back(tiles[place]);
    exchange_.ask(of_owner.owner, std::move(wanted),
                  [this, batch, places = of_owner.places](const cluster::Bytes& cells) {
                    if (!work_.receive_known(batch, places, cells)) failed_();
                  });
  }
}

}  // namespace grundy::ray
