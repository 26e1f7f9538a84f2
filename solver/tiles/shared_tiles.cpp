#include "tiles/shared_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/order.hpp"

namespace grundy::tiles {
namespace {

// From rank 0: a byte for each tile, 1 for those that it sends now; none where all begin anew. From
// the rank that solved it: a tile.
enum class Kind : std::uint32_t { begin, tile };

constexpr std::uint64_t most_waiting_bytes = std::uint64_t{64} << 20;
constexpr std::chrono::microseconds poll{100};

cluster::Subject subject(Kind kind, std::size_t tile) {
  return {static_cast<std::uint32_t>(kind), 0, tile};
}

}  // namespace

SharedTiles::SharedTiles(cluster::Transport& transport, std::span<const std::uint32_t> order,
                         const AllBefore& all_before)
    : transport_(transport),
      levels_(order.size()),
      mine_(order.size()),
      inbox_(order.size()),
      has_(order.size()) {
  for (const std::uint32_t tile : order)
    all_before(tile, [&](std::size_t other) {
      levels_[tile] = std::max(levels_[tile], levels_[other] + 1);
      return true;
    });
  const std::vector<std::uint32_t> by_level = order_by(levels_);
  for (std::size_t place = 0; place < by_level.size(); ++place)
    mine_[by_level[place]] = place % transport.ranks() == transport.rank();
  transport_.listen(cluster::Topic::solving,
                    [this](cluster::Message message) { receive(std::move(message)); });
}

std::vector<std::uint32_t> SharedTiles::order() const {
  std::vector<std::int64_t> keys;
  for (std::size_t tile = 0; tile < levels_.size(); ++tile)
    keys.push_back(2 * levels_[tile] + (is_mine(tile) ? 0 : 1));
  return order_by(keys);
}

SharedTiles::~SharedTiles() {
  transport_.listen(cluster::Topic::solving, {});
}

Status SharedTiles::begin(std::span<const std::uint8_t> done, const Pack& pack,
                          const std::atomic<bool>* stop) {
  if (transport_.rank() == 0) {
    const bool anew = std::ranges::count(done, 1) == 0;
    const auto bytes = std::as_bytes(anew ? done.first(0) : done);
    for (std::size_t rank = 1; rank < transport_.ranks(); ++rank)
      transport_.send(rank, subject(Kind::begin, 0), {bytes.begin(), bytes.end()});
    for (const std::uint32_t tile : order()) {  // in which others set them, so that few are kept
      if (done[tile] == 0) continue;
      while (!may_send() && !failure()) std::this_thread::sleep_for(poll);
      if (const auto failed = failure()) return *failed;
      send(tile, pack(tile));
    }
    return {};
  }
  if (Status word = wait_for_word(stop); !word) return word;
  for (std::size_t tile = 0; tile < done_.size(); ++tile)
    if (done_[tile] != std::byte{0}) mine_[tile] = 0;
  return {};
}

Status SharedTiles::wait_for_word(const std::atomic<bool>* stop) const {
  while (!told_.load(std::memory_order_acquire)) {
    if (const auto failed = failure()) return *failed;
    if (stop && stop->load(std::memory_order_relaxed))
      return Error{Errc::interrupted, "interrupted"};
    std::this_thread::sleep_for(poll);
  }
  return {};
}

bool SharedTiles::may_send() const noexcept {
  return transport_.waiting() < most_waiting_bytes;
}

void SharedTiles::send(std::size_t tile, const cluster::Bytes& bytes) {
  for (std::size_t rank = 0; rank < transport_.ranks(); ++rank)
    if (rank != transport_.rank()) transport_.send(rank, subject(Kind::tile, tile), bytes);
}

bool SharedTiles::has(std::size_t tile) const noexcept {
  return std::atomic_ref(has_[tile]).load(std::memory_order_acquire) != 0;
}

void SharedTiles::receive(cluster::Message message) {
  const std::size_t bytes = message.bytes.size();
  if (!keep(message))
    transport_.fail(
        {Errc::corrupt,
         fmt::format("rank {} got a message from rank {} that does not fit: kind {}, tile {}, "
                     "{} bytes",
                     transport_.rank(), message.from, message.subject.kind, message.subject.number,
                     bytes)});
}

// False if it does not fit. No tile comes twice, and none from two ranks.
bool SharedTiles::keep(cluster::Message& message) {
  const std::size_t size = message.bytes.size();
  switch (static_cast<Kind>(message.subject.kind)) {
    case Kind::begin:
      if (message.from != 0 || told_ || (size != 0 && size != mine_.size())) return false;
      done_ = std::move(message.bytes);
      told_.store(true, std::memory_order_release);
      return true;
    case Kind::tile: {
      const std::size_t tile = message.subject.number;
      if (tile >= inbox_.size() || has(tile)) return false;
      inbox_[tile] = std::move(message.bytes);
      std::atomic_ref(has_[tile]).store(1, std::memory_order_release);
      return true;
    }
  }
  return false;
}

cluster::Traffic traffic_of_shared(std::uint64_t tiles, std::uint64_t bytes, std::size_t ranks) {
  const std::uint64_t others = ranks - 1;
  return {others * (tiles + 1), others * bytes};
}

}  // namespace grundy::tiles
