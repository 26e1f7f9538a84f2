// tiles/on_ranks.hpp: a sweep run by one process alone, or by several ranks.
#pragma once
#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "ranks/transport.hpp"
#include "tiles/watch.hpp"

namespace grundy::tiles {

// Calls work(transport, executor, watch) for each of several ranks in this process, each with an
// equal share of the executor's threads, and returns the result of rank 0. The other ranks get only
// the stop flag of the watch. The traffic of all ranks is added to `traffic`, if not null.
template <class Work>
auto on_local_ranks(std::size_t ranks, const parallel::Executor& executor, const Watch& watch,
                    const Work& work, cluster::Traffic* traffic = nullptr) {
  using Done = decltype(work(std::declval<cluster::Transport&>(),
                             std::declval<parallel::Executor&>(), watch));
  Done done = Error{Errc::interrupted, "interrupted"};
  std::atomic<std::uint64_t> solved_by_others{0};
  const Watch of_others{watch.stop, &solved_by_others, nullptr, nullptr};
  std::mutex guard;
  cluster::run_local(ranks, [&](cluster::Transport& transport) {
    const bool is_first = transport.rank() == 0;
    const std::size_t threads = std::max<std::size_t>(1, executor.threads() / ranks);
    const auto own = parallel::make_executor(executor.name(), threads);
    Done part = own ? work(transport, **own, is_first ? watch : of_others) : Done(own.error());
    if (!part) transport.fail(part.error());
    const std::lock_guard lock(guard);
    if (traffic) {
      traffic->messages += transport.sent().messages;
      traffic->bytes += transport.sent().bytes;
    }
    if (is_first) done = std::move(part);
  });
  return done;
}

// Calls work(transport, executor, watch). For one rank the transport is null. For several it is the
// given one, on which the caller must report errors by fail(). If that is null, all ranks run in
// this process.
template <class Work>
auto on_ranks(std::size_t ranks, cluster::Transport* transport, parallel::Executor& executor,
              const Watch& watch, const Work& work) {
  if (ranks == 1) return work(nullptr, executor, watch);
  if (!transport)
    return on_local_ranks(ranks, executor, watch,
                          [&](cluster::Transport& local, parallel::Executor& own,
                              const Watch& part) { return work(&local, own, part); });
  return work(transport, executor, watch);
}

}  // namespace grundy::tiles
