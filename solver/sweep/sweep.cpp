#include "sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "sweep/bit_rows.hpp"
#include "sweep/memory.hpp"
#include "sweep/mirror.hpp"
#include "sweep/ray_nimber.hpp"
#include "sweep/ray_outcome.hpp"
#include "sweep/resumable.hpp"
#include "sweep/search.hpp"
#include "sweep/sparse_space.hpp"
#include "sweep/split.hpp"
#include "sweep/steps.hpp"
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
    std::vector<Box> tiles = plan_.schedule.tiles_of(wave);
    std::erase_if(tiles, [&](const Box& tile) { return !mirror_.represents_any(tile); });
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

Result<Solution> solve_by_waves(const Plan& plan, parallel::Executor& executor,
                                std::atomic<std::uint64_t>& solved, const Hooks& hooks) {
  auto cells = Cells::allocate(plan.closure_positions(), plan.cell_bytes);
  if (!cells) return cells.error();
  Solution solution{std::move(*cells), plan::Kernel::generic, std::nullopt};
  auto& values = std::get<Cells>(solution.values);
  std::uint64_t wave = 0;
  Resumable sweep(plan::Kernel::generic, hooks, [&] {
    return Resumable::State{{wave}, {values.bytes()}};
  });
  const auto begin = sweep.begin({plan.schedule.waves()});
  if (!begin) return begin.error();
  wave = begin->front();
  if (const Status loaded = sweep.load(); !loaded) return loaded.error();
  if (wave > 0 && hooks.after_wave)
    if (const Status kept = hooks.after_wave(wave - 1, solution); !kept) return kept.error();
  Waves waves(plan, executor, values, solved, hooks.stop);
  while (wave < plan.schedule.waves()) {
    waves.solve(wave);
    if (sweep.stopped()) return sweep.interrupted();
    if (hooks.after_wave)
      if (const Status kept = hooks.after_wave(wave, solution); !kept)
        return kept.error().code == Errc::interrupted ? sweep.interrupted() : kept.error();
    ++wave;
    if (const Status saved = sweep.reached(); !saved) return saved.error();
  }
  return solution;
}

Result<Solution> solve_by_search(const Plan& plan, std::atomic<std::uint64_t>& solved,
                                 const Hooks& hooks) {
  auto cells = Cells::allocate(plan.closure_positions(), plan.cell_bytes);
  if (!cells) return cells.error();
  if (const Status found = search_box(plan, *cells, solved, hooks.stop); !found)
    return found.error();
  return Solution{std::move(*cells), plan::Kernel::search, std::nullopt};
}

template <class Values>
Result<Solution> solution_of(const Plan& plan, Result<Values> values) {
  if (!values) return values.error();
  return Solution{std::move(*values), plan.kernel(), std::nullopt};
}

Result<Solution> solution_of(const Plan& plan, Result<RayNimberCells> values) {
  if (!values) return values.error();
  return std::visit(
      [&](auto&& cells) {
        return Solution{std::forward<decltype(cells)>(cells), plan.kernel(), std::nullopt};
      },
      std::move(*values));
}

Result<Solution> solution_of(const Plan& plan, Result<StepSolution> values) {
  if (!values) return values.error();
  return Solution{std::move(values->cells), plan.kernel(), values->period};
}

Result<Solution> solution_of(const Plan& plan, Result<TakeAndBreakSolution> values) {
  if (!values) return values.error();
  return Solution{std::move(values->cells), plan.kernel(), values->period};
}

// Each family by its kernel.
struct FamilySolver {
  const Plan& plan;
  parallel::Executor& executor;
  const Hooks& hooks;

  Result<Solution> operator()(std::monostate) const {
    return solve_by_search(plan, *hooks.solved, hooks);
  }
  Result<Solution> operator()(const plan::Rays& rays) const {
    return solution_of(plan,
                       solve_ray_outcome(rays, plan.closure, plan.convention, executor, hooks));
  }
  Result<Solution> operator()(const plan::RayNimbers& task) const {
    return solution_of(plan, solve_ray_nimbers(task, executor, hooks));
  }
  Result<Solution> operator()(const plan::BitRows& rows) const {
    return solution_of(plan, solve_bit_rows(rows, plan.convention, executor, hooks));
  }
  Result<Solution> operator()(const plan::Steps& steps) const {
    return solution_of(
        plan, solve_steps(steps, plan.closure, plan.computed, plan.convention, executor, hooks));
  }
  Result<Solution> operator()(const plan::Splits& splits) const {
    return or_generically(solution_of(plan, solve_splits(splits, plan.closure, executor, hooks)));
  }

  Result<Solution> operator()(const plan::TakeAndBreak& game) const {
    return or_generically(
        solution_of(plan, solve_take_and_break(game, plan.closure, executor, hooks)));
  }

  // Whoever asked for the kernel by name is not given another one.
  Result<Solution> or_generically(Result<Solution> solution) const {
    if (solution || solution.error().code != Errc::unsupported) return solution;
    if (!plan.kernel_was_asked_for) return solve_generically();
    return Error{
        Errc::unsupported,
        fmt::format("kernel {} cannot solve this: {}; use option `kernel` generic, or auto, which "
                    "goes over to it",
                    plan::to_string(plan.kernel()), solution.error().message)};
  }

  // For a kernel that met values beyond what it can hold.
  Result<Solution> solve_generically() const {
    plan::Request request{.rules = plan.rules,
                          .high = plan.box.high,
                          .quantity = plan.quantity,
                          .convention = plan.convention,
                          .threads = plan.threads,
                          .memory_limit = plan.memory_limit,
                          .kernel = "generic",
                          .program_bytes = plan.program_bytes};
    const auto generic = plan::make_plan(request);
    if (!generic) return generic.error();
    hooks.solved->store(0);
    return sweep::solve(*generic, executor, {hooks.stop, hooks.solved, nullptr, hooks.keeper});
  }
};

// Whether the state to go on from was saved after the family's kernel had given up.
bool fell_back(const Keeper* keeper) {
  return keeper && keeper->saved() && keeper->saved()->kernel == plan::Kernel::generic;
}

}  // namespace

Result<Solution> solve(const Plan& plan, parallel::Executor& executor, const Hooks& hooks) {
  if (const Status fits = check_memory(plan); !fits) return fits.error();
  if (hooks.stop && hooks.stop->load()) return Error{Errc::interrupted, "interrupted"};
  std::atomic<std::uint64_t> uncounted{0};
  Hooks counted = hooks;
  if (!counted.solved) counted.solved = &uncounted;
  if (plan.kernel() == plan::Kernel::generic)
    return solve_by_waves(plan, executor, *counted.solved, counted);
  const FamilySolver solver{plan, executor, counted};
  auto solution = !plan.kernel_was_asked_for && fell_back(hooks.keeper)
                      ? solver.solve_generically()
                      : std::visit(solver, plan.method.family);
  if (solution && hooks.after_wave)
    if (const Status kept = hooks.after_wave(plan.schedule.waves() - 1, *solution); !kept)
      return kept.error();
  return solution;
}

}  // namespace grundy::sweep
