#include "sweep/sweep.hpp"

#include <algorithm>
#include <deque>

#include "sweep/mirror.hpp"
#include "sweep/search.hpp"
#include "sweep/worker.hpp"

namespace grundy::sweep {
namespace {

using plan::Order;
using plan::Plan;

// Lines of a layer that one task looks at.
constexpr std::uint64_t lines_per_task = 4096;

// Calls run(task, worker) for every task of the wave.
class Waves {
 public:
  Waves(const Plan& plan, parallel::Executor& executor, Cells& cells,
        std::atomic<std::uint64_t>& solved, const std::atomic<bool>* stop)
      : plan_(plan), executor_(executor), mirror_(plan.rules, plan.closure, plan.sorted_only) {
    for (std::size_t i = 0; i < executor.threads(); ++i)
      workers_.emplace_back(plan, mirror_, cells, solved, stop);
  }

  void solve(std::uint64_t wave) {
    if (plan_.schedule.order() == Order::tiles)
      solve_tiles(wave);
    else
      solve_layer(wave);
  }

 private:
  void solve_tiles(std::uint64_t wave) {
    const std::vector<Box> tiles = plan_.schedule.tiles_of(wave);
    executor_.for_each(tiles.size(), [&](std::size_t task, std::size_t worker) {
      workers_[worker].solve_tile(tiles[task]);
    });
  }

  void solve_layer(std::uint64_t wave) {
    const std::int64_t weight = plan_.schedule.weight_of(wave);
    const std::uint64_t lines = Worker::lines(plan_);
    executor_.for_each(
        (lines + lines_per_task - 1) / lines_per_task, [&](std::size_t task, std::size_t worker) {
          const std::uint64_t first = task * lines_per_task;
          workers_[worker].solve_layer(weight, first, std::min(first + lines_per_task, lines));
        });
  }

  const Plan& plan_;
  parallel::Executor& executor_;
  Mirror mirror_;
  std::deque<Worker> workers_;
};

Status solve_by_waves(const Plan& plan, parallel::Executor& executor, Cells& cells,
                      std::atomic<std::uint64_t>& solved, const Hooks& hooks) {
  Waves waves(plan, executor, cells, solved, hooks.stop);
  for (std::uint64_t wave = 0; wave < plan.schedule.waves(); ++wave) {
    waves.solve(wave);
    if (hooks.stop && hooks.stop->load()) return Error{Errc::interrupted, "interrupted"};
    if (hooks.after_wave)
      if (const Status kept = hooks.after_wave(wave, cells); !kept) return kept.error();
  }
  return {};
}

Status solve_by_search(const Plan& plan, Cells& cells, std::atomic<std::uint64_t>& solved,
                       const Hooks& hooks) {
  if (const Status found = search_box(plan, cells, solved, hooks.stop); !found)
    return found.error();
  return hooks.after_wave ? hooks.after_wave(plan.schedule.waves() - 1, cells) : Status{};
}

}  // namespace

Result<Cells> solve(const Plan& plan, parallel::Executor& executor, const Hooks& hooks) {
  auto cells = Cells::allocate(plan.closure_positions(), plan.cell_bytes);
  if (!cells) return cells.error();
  std::atomic<std::uint64_t> uncounted{0};
  std::atomic<std::uint64_t>& solved = hooks.solved ? *hooks.solved : uncounted;
  const Status done = plan.kernel == plan::Kernel::search
                          ? solve_by_search(plan, *cells, solved, hooks)
                          : solve_by_waves(plan, executor, *cells, solved, hooks);
  if (!done) return done.error();
  return cells;
}

std::uint32_t value_of(const Plan& plan, Quantity quantity, std::uint32_t cell) noexcept {
  if (plan.computed == Quantity::remoteness)
    return quantity == Quantity::remoteness ? cell / 2 : cell % 2;
  if (plan.computed == Quantity::nimber && quantity == Quantity::outcome) return cell != 0;
  return cell;
}

}  // namespace grundy::sweep
