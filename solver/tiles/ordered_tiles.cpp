#include "tiles/ordered_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "parallel/first_failure.hpp"
#include "parallel/ordered_tasks.hpp"
#include "tiles/resumable.hpp"

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

}  // namespace

Status solve_tiles(OrderedTiles tiles, parallel::Executor& executor, const Watch& watch) {
  parallel::OrderedTasks tasks(std::move(tiles.order));
  Resumable sweep(tiles.kernel, watch, [&] {
    Resumable::State state{{count_of(tasks.done())}, {std::as_writable_bytes(tasks.done())}};
    state.parts.insert(state.parts.end(), tiles.parts.begin(), tiles.parts.end());
    return state;
  });
  const auto begin = sweep.begin({tasks.done().size()});
  if (!begin) return begin.error();
  if (Status loaded = sweep.load(); !loaded) return loaded;
  if (count_of(tasks.done()) != begin->front())
    return Error{Errc::corrupt, fmt::format("of {} tiles that the saved state says are solved it "
                                            "names {}",
                                            begin->front(), count_of(tasks.done()))};
  Receiver* const receiver = begin_handing_over(tiles, watch, tasks.done());
  parallel::FirstFailure failure;
  const auto go_on = [&] {
    return !sweep.awaited() && !failure.failed() && !(receiver && receiver->failed());
  };
  while (!tasks.all_done()) {
    tasks.run(
        executor, go_on,
        [&](std::size_t tile) {
          return tiles.all_before(tile, [&](std::size_t other) { return tasks.is_done(other); });
        },
        [&](std::size_t tile, std::size_t worker) {
          const auto solved = tiles.solve(tile, worker);
          if (!solved) failure.keep(solved.error());
          if (solved && watch.solved) watch.solved->fetch_add(*solved, std::memory_order_relaxed);
          if (solved && receiver) receiver->done(tile);
          return static_cast<bool>(solved);
        },
        [&](bool idle) { return receiver && receiver->work(idle); });
    if (receiver && receiver->failed()) return receiver->status();
    if (failure.failed() && failure.status().error().code != Errc::interrupted)
      return failure.status();
    if (Status saved = sweep.reached(); !saved) return saved;
  }
  return {};
}

}  // namespace grundy::tiles
