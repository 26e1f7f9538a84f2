#include "generic/waves.hpp"

#include <algorithm>
#include <deque>

#include "generic/kernel.hpp"
#include "generic/mirror.hpp"
#include "generic/worker.hpp"
#include "tiles/resumable.hpp"

namespace grundy::generic {
namespace {

// Lines of a layer that one task looks at.
constexpr std::uint64_t lines_per_task = 4096;

// Calls run(task, worker) for every task of the wave.
class Waves {
 public:
  Waves(const family::Scope& scope, const Task& task, parallel::Executor& executor,
        memory::Cells& cells, const tiles::Watch& watch)
      : scope_(scope), executor_(executor), mirror_(scope.rules, scope.closure, task.sorted_only) {
    for (std::size_t i = 0; i < executor.threads(); ++i)
      workers_.emplace_back(scope, task, mirror_, cells, *watch.solved, watch.stop);
  }

  void solve(std::uint64_t wave) {
    if (scope_.schedule.order() == tiles::Order::tiles)
      solve_tiles(wave);
    else
      solve_layer(wave);
  }

 private:
  void solve_tiles(std::uint64_t wave) {
    std::vector<Box> boxes = scope_.schedule.tiles_of(wave);
    std::erase_if(boxes, [&](const Box& tile) { return !mirror_.represents_any(tile); });
    executor_.for_each(boxes.size(), [&](std::size_t tile, std::size_t worker) {
      workers_[worker].solve_tile(boxes[tile]);
    });
  }

  void solve_layer(std::uint64_t wave) {
    const std::int64_t weight = scope_.schedule.weight_of(wave);
    const std::uint64_t lines = Worker::lines(scope_);
    executor_.for_each(
        (lines + lines_per_task - 1) / lines_per_task, [&](std::size_t task, std::size_t worker) {
          const std::uint64_t first = task * lines_per_task;
          workers_[worker].solve_layer(weight, first, std::min(first + lines_per_task, lines));
        });
  }

  const family::Scope& scope_;
  parallel::Executor& executor_;
  Mirror mirror_;
  std::deque<Worker> workers_;
};

}  // namespace

Status solve_by_waves(const Task& task, const family::Scope& scope, parallel::Executor& executor,
                      const tiles::Watch& watch, memory::Cells& cells,
                      const AfterWave& after_wave) {
  std::uint64_t wave = 0;
  tiles::Resumable sweep(kernel, watch, [&] {
    return tiles::Resumable::State{{wave}, {cells.bytes()}};
  });
  const auto begin = sweep.begin({scope.schedule.waves()});
  if (!begin) return begin.error();
  wave = begin->front();
  if (const Status loaded = sweep.load(); !loaded) return loaded;
  if (wave > 0 && after_wave)
    if (const Status kept = after_wave(wave - 1); !kept) return kept;
  Waves waves(scope, task, executor, cells, watch);
  while (wave < scope.schedule.waves()) {
    waves.solve(wave);
    if (sweep.stopped()) return sweep.interrupted();
    if (after_wave)
      if (const Status kept = after_wave(wave); !kept)
        return kept.error().code == Errc::interrupted ? sweep.interrupted() : kept;
    ++wave;
    if (const Status saved = sweep.reached(); !saved) return saved;
  }
  return {};
}

}  // namespace grundy::generic
