#include "tiles/ordered_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "base/tasks.hpp"

namespace grundy::tiles {
namespace {

std::uint64_t count_of(std::span<const std::uint8_t> done) {
  return static_cast<std::uint64_t>(std::ranges::count(done, 1));
}

// Announces the values and the tiles done to the receiver, and returns it. Null if there is no
// receiver or the values are not available before the end.
Receiver* begin_receiving(const OrderedTiles& tiles, const Watch& watch,
                          std::span<const std::uint8_t> done) {
  if (!watch.receiver || !tiles.values) return nullptr;
  watch.receiver->begin(*tiles.values, done.size(), tiles.last_tile);
  for (std::size_t tile = 0; tile < done.size(); ++tile)
    if (done[tile] != 0) watch.receiver->done(tile);
  return watch.receiver;
}

constexpr std::chrono::microseconds short_while{20};  // the system adds to it

// A sweep by this rank.
class Sweep {
 public:
  Sweep(OrderedTiles tiles, parallel::Executor& executor, const Watch& watch,
        cluster::Transport* transport)
      : tiles_(std::move(tiles)),
        executor_(executor),
        watch_(watch),
        shared_(transport
                    ? std::make_unique<SharedTiles>(*transport, tiles_.order, tiles_.all_before)
                    : nullptr),
        tasks_(shared_ ? shared_->order() : std::move(tiles_.order)) {}

  Status run() {
    Resumable sweep(tiles_.kernel, watch_, [&] { return state(); });
    if (Status begun = begin(sweep); !begun) return begun;
    receiver_ = begin_receiving(tiles_, watch_, tasks_.done());
    while (!tasks_.all_done()) {
      run_tasks(sweep);
      if (receiver_ && receiver_->failed()) return receiver_->status();
      if (const auto failed = failure())
        return failed->code == Errc::interrupted ? sweep.ended() : *failed;
      if (Status saved = sweep.reached(); !saved) return saved;
    }
    return {};
  }

 private:
  Resumable::State state() {
    Resumable::State state{{count_of(tasks_.done())}, {std::as_writable_bytes(tasks_.done())}};
    state.parts.insert(state.parts.end(), tiles_.parts.begin(), tiles_.parts.end());
    return state;
  }

  Status begin(Resumable& sweep) {
    const auto begin = sweep.begin({tasks_.done().size()});
    if (!begin) return begin.error();
    if (Status loaded = sweep.load(); !loaded) return loaded;
    if (count_of(tasks_.done()) != begin->front())
      return Error{Errc::corrupt, fmt::format("of {} tiles that the saved state says are solved it "
                                              "names {}",
                                              begin->front(), count_of(tasks_.done()))};
    if (!shared_) return {};
    return shared_->begin(
        tasks_.done(), [&](std::size_t tile) { return tiles_.pack(tile, 0); }, watch_.stop);
  }

  void run_tasks(Resumable& sweep) {
    tasks_.run(
        executor_,
        [&] {
          return !sweep.awaited() && !failure_.failed() && !(receiver_ && receiver_->failed()) &&
                 !(shared_ && shared_->failure());
        },
        [&](std::size_t tile) { return is_ready(tile); },
        [&](std::size_t tile, std::size_t worker) { return carry_out(tile, worker); },
        [&](bool idle) {
          if (receiver_ && receiver_->work(idle)) return true;
          if (!shared_ || !idle) return false;
          std::this_thread::sleep_for(short_while);  // until messages come
          return true;
        });
  }

  bool is_ready(std::size_t tile) {
    if (shared_ && !(shared_->is_mine(tile) ? shared_->may_send() : shared_->has(tile)))
      return false;
    return tiles_.all_before(tile, [&](std::size_t other) { return tasks_.is_done(other); });
  }

  bool carry_out(std::size_t tile, std::size_t worker) {
    const bool is_mine = !shared_ || shared_->is_mine(tile);
    const auto solved =
        is_mine ? tiles_.solve(tile, worker) : tiles_.set(tile, shared_->take(tile), worker);
    if (!solved) {
      failure_.keep(solved.error());
      return false;
    }
    if (shared_ && is_mine) shared_->send(tile, tiles_.pack(tile, worker));
    if (watch_.solved) watch_.solved->fetch_add(*solved, std::memory_order_relaxed);
    if (receiver_) receiver_->done(tile);
    return true;
  }

  std::optional<Error> failure() const {
    if (failure_.failed()) return failure_.status().error();
    return shared_ ? shared_->failure() : std::nullopt;
  }

  OrderedTiles tiles_;
  parallel::Executor& executor_;
  const Watch& watch_;
  std::unique_ptr<SharedTiles> shared_;  // null for one rank
  parallel::OrderedTasks tasks_;
  Receiver* receiver_ = nullptr;
  parallel::FirstFailure failure_;
};

}  // namespace

Status solve_tiles(OrderedTiles tiles, parallel::Executor& executor, const Watch& watch,
                   cluster::Transport* transport) {
  return Sweep(std::move(tiles), executor, watch, transport).run();
}

namespace {

// `begin` comes from rank 0: a byte for each tile, 1 for those that it sends next; no bytes if all
// start from the beginning. `tile` comes from the rank that solved it.
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
    const bool none_done = std::ranges::count(done, 1) == 0;
    const auto bytes = std::as_bytes(none_done ? done.first(0) : done);
    for (std::size_t rank = 1; rank < transport_.ranks(); ++rank)
      transport_.send(rank, subject(Kind::begin, 0), {bytes.begin(), bytes.end()});
    for (const std::uint32_t tile : order()) {  // others apply them in this order, so they keep few
      if (done[tile] == 0) continue;
      while (!may_send() && !failure()) std::this_thread::sleep_for(poll);
      if (const auto failed = failure()) return *failed;
      send(tile, pack(tile));
    }
    return {};
  }
  if (Status waited = wait_for_done(stop); !waited) return waited;
  for (std::size_t tile = 0; tile < done_.size(); ++tile)
    if (done_[tile] != std::byte{0}) mine_[tile] = 0;
  return {};
}

Status SharedTiles::wait_for_done(const std::atomic<bool>* stop) const {
  while (!has_done_.load(std::memory_order_acquire)) {
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

// Returns false for a message that does not fit. No tile may come twice.
bool SharedTiles::keep(cluster::Message& message) {
  const std::size_t size = message.bytes.size();
  switch (static_cast<Kind>(message.subject.kind)) {
    case Kind::begin:
      if (message.from != 0 || has_done_ || (size != 0 && size != mine_.size())) return false;
      done_ = std::move(message.bytes);
      has_done_.store(true, std::memory_order_release);
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
