#include "tiles/ordered_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "base/first_failure.hpp"
#include "base/ordered_tasks.hpp"
#include "tiles/resumable.hpp"
#include "tiles/shared_tiles.hpp"

namespace grundy::tiles {
namespace {

std::uint64_t count_of(std::span<const std::uint8_t> done) {
  return static_cast<std::uint64_t>(std::ranges::count(done, 1));
}

// Tells the receiver of what is done: nobody, where the values are not to be had.
Receiver* begin_handing_over(const OrderedTiles& tiles, const Watch& watch,
                             std::span<const std::uint8_t> done) {
  if (!watch.receiver || !tiles.values) return nullptr;
  watch.receiver->begin(*tiles.values, done.size(), tiles.last_tile);
  for (std::size_t tile = 0; tile < done.size(); ++tile)
    if (done[tile] != 0) watch.receiver->done(tile);
  return watch.receiver;
}

constexpr std::chrono::microseconds short_while{20};  // beside what a system adds

// The tiles of a sweep, by whoever is to solve them.
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
    receiver_ = begin_handing_over(tiles_, watch_, tasks_.done());
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

}  // namespace grundy::tiles
