#include "methods/rays/tile_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <utility>

namespace grundy::ray {
namespace {

enum class MessageKind : std::uint32_t { wanted, cells };

constexpr std::uint64_t most_answer_bytes = std::uint64_t{64} << 20;
// Failures come without a message, so they are polled.
constexpr std::chrono::milliseconds between_checks{1};

cluster::Subject subject(MessageKind kind, std::uint64_t number) {
  return {static_cast<std::uint32_t>(kind), 0, number, cluster::Topic::cells};
}

}  // namespace

TileExchange::TileExchange(cluster::Transport& transport, Owners owners, KeptTiles own)
    : transport_(transport), owners_(std::move(owners)), own_(std::move(own)) {
  listen();
  answering_ = std::thread([this] {
    try {
      answer_all();
    } catch (const std::exception& error) {
      transport_.fail({Errc::memory, fmt::format("rank {} cannot answer for its tiles: {}",
                                                 transport_.rank(), error.what())});
    }
  });
}

TileExchange::~TileExchange() {
  transport_.listen(cluster::Topic::cells, {});
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
    changed_.notify_all();
  }
  answering_.join();
}

void TileExchange::listen() {
  transport_.listen(cluster::Topic::cells,
                    [this](cluster::Message message) { receive(std::move(message)); });
}

void TileExchange::drop_questions() {
  transport_.listen(cluster::Topic::cells, {});  // waits for calls in progress
  {
    const std::lock_guard lock(guard_);
    asked_.clear();
  }
  listen();
}

void TileExchange::begin() {
  const std::lock_guard lock(guard_);
  begun_ = true;
  changed_.notify_all();
}

void TileExchange::receive(cluster::Message message) {
  const std::size_t from = message.from;
  const std::size_t bytes = message.bytes.size();
  if (!handle(std::move(message)))
    transport_.fail(
        {Errc::corrupt, fmt::format("rank {} got {} bytes of tiles from rank {} that do not fit",
                                    transport_.rank(), bytes, from)});
}

bool TileExchange::handle(cluster::Message message) {
  const std::uint64_t number = message.subject.number;
  if (static_cast<MessageKind>(message.subject.kind) == MessageKind::wanted) {
    std::vector<std::uint32_t> tiles(message.bytes.size() / sizeof(std::uint32_t));
    if (tiles.empty() || tiles.size() * sizeof(std::uint32_t) != message.bytes.size()) return false;
    std::memcpy(tiles.data(), message.bytes.data(), message.bytes.size());
    if (std::ranges::any_of(
            tiles, [&](std::uint32_t tile) { return tile >= owners_->size() || !own_.has(tile); }))
      return false;
    const std::lock_guard lock(guard_);
    requests_.push_back({message.from, number, std::move(tiles)});
    changed_.notify_all();
    return true;
  }
  Then then;
  {
    const std::lock_guard lock(guard_);
    const auto asked = asked_.find(number);
    if (asked == asked_.end()) return number < next_number_;  // the question was dropped
    then = std::move(asked_.extract(asked).mapped());
  }
  then(std::move(message.bytes));
  return true;
}

void TileExchange::answer_all() {
  std::unique_lock lock(guard_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || (begun_ && !requests_.empty()); });
    if (ends_) return;
    const Request request = std::move(requests_.front());
    requests_.pop_front();
    lock.unlock();
    while (transport_.waiting() > most_answer_bytes && !transport_.failure())
      std::this_thread::sleep_for(between_checks);
    transport_.send(request.from, subject(MessageKind::cells, request.number),
                    cells_of(request.tiles));
    lock.lock();
  }
}

cluster::Bytes TileExchange::cells_of(std::span<const std::uint32_t> tiles) const {
  cluster::Bytes bytes(tiles.size() * own_.tile_bytes);
  std::byte* at = bytes.data();
  for (const std::uint32_t tile : tiles) {
    const auto held = lock(tile);
    std::memcpy(at, own_.of(tile), own_.tile_bytes);
    at += own_.tile_bytes;
  }
  return bytes;
}

void TileExchange::ask(std::size_t owner, std::vector<std::uint32_t> tiles, Then then) const {
  if (owner == transport_.rank()) return then(cells_of(tiles));
  const auto bytes = std::as_bytes(std::span(tiles));
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(guard_);
    number = next_number_++;
    asked_.emplace(number, std::move(then));
  }
  transport_.send(owner, subject(MessageKind::wanted, number), {bytes.begin(), bytes.end()});
}

// All owners are asked at once.
Status TileExchange::fetch(std::span<const std::uint32_t> tiles, std::byte* cells) const {
  std::map<std::size_t, std::vector<std::size_t>> places;  // by owner
  for (std::size_t i = 0; i < tiles.size(); ++i) places[(*owners_)[tiles[i]]].push_back(i);
  struct Coming {
    std::mutex guard;
    std::condition_variable changed;
    std::size_t left = 0;
    bool fits = true;
  };
  const auto coming = std::make_shared<Coming>();  // answers may come after this call has failed
  coming->left = places.size();
  for (const auto& [owner, of_owner] : places) {
    std::vector<std::uint32_t> wanted;
    for (const std::size_t place : of_owner) wanted.push_back(tiles[place]);
    ask(owner, std::move(wanted),
        [coming, cells, of_owner, size = own_.tile_bytes](const cluster::Bytes& bytes) {
          const std::lock_guard lock(coming->guard);
          if (coming->left == 0) return;
          coming->fits = coming->fits && bytes.size() == of_owner.size() * size;
          for (std::size_t i = 0; coming->fits && i < of_owner.size(); ++i)
            std::memcpy(cells + of_owner[i] * size, bytes.data() + i * size, size);
          --coming->left;
          coming->changed.notify_all();
        });
  }
  std::unique_lock lock(coming->guard);
  while (coming->left > 0) {
    if (const auto failed = transport_.failure()) {
      coming->left = 0;
      return *failed;
    }
    coming->changed.wait_for(lock, between_checks);
  }
  if (coming->fits) return {};
  const Error error{Errc::corrupt, "tiles of another rank have another size"};
  transport_.fail(error);
  return error;
}

OtherTiles::Tile TileExchange::kept(std::size_t tile) const {
  const std::lock_guard lock(keeping_);
  const auto found = places_.find(tile);
  if (found == places_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found->second);
  return kept_.front().second;
}

void TileExchange::keep(std::size_t tile, Tile cells) const {
  const std::lock_guard lock(keeping_);
  if (places_.contains(tile)) return;
  kept_.emplace_front(tile, std::move(cells));
  places_[tile] = kept_.begin();
  if (kept_.size() * own_.tile_bytes <= most_kept_bytes) return;
  places_.erase(kept_.back().first);
  kept_.pop_back();
}

// The caller cannot fail. The failure of the rank ends the job a little later.
OtherTiles::Tile TileExchange::get(std::size_t tile) const {
  if (Tile found = kept(tile)) return found;
  auto cells = std::make_shared<cluster::Bytes>(own_.tile_bytes);
  const auto number = static_cast<std::uint32_t>(tile);
  if (!fetch({&number, 1}, cells->data())) std::ranges::fill(*cells, std::byte{});
  keep(tile, cells);
  return cells;
}

}  // namespace grundy::ray
