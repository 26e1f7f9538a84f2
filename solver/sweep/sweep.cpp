#include "sweep/sweep.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

#include "plan/memory.hpp"

namespace grundy::sweep {
namespace {

using plan::Plan;

template <class Values>
plan::Values to_values(Values&& values) {
  return plan::Values(std::forward<Values>(values));
}
template <class... Kinds>
plan::Values to_values(std::variant<Kinds...>&& values) {
  return std::visit([](auto&& kind) { return plan::Values(std::move(kind)); }, std::move(values));
}

// Waves end on the calling thread, so work on what is final is done between them, by all threads.
generic::AfterWave hand_over(tiles::Receiver& receiver, parallel::Executor& executor) {
  return [&](std::uint64_t wave) -> Status {
    receiver.done(wave);
    executor.for_each(executor.threads(), [&](std::size_t, std::size_t) {
      while (receiver.work(/*idle=*/true)) {
      }
    });
    return receiver.failed() ? receiver.status() : Status();
  };
}

Result<Solution> solve_by_waves(const Plan& plan, const generic::Task& task,
                                parallel::Executor& executor, const Hooks& hooks) {
  auto cells = memory::Cells::allocate(plan.closure, task.cell_bytes);
  if (!cells) return cells.error();
  const SourceOf source(*cells);
  if (hooks.receiver)
    hooks.receiver->begin(source, plan.schedule.waves(),
                          [&](const Box& part) { return plan.schedule.last_wave(part); });
  if (Status solved =
          generic::solve_by_waves(task, plan, executor, hooks.watch(), *cells,
                                  hooks.receiver ? hand_over(*hooks.receiver, executor) : nullptr);
      !solved)
    return solved.error();
  return Solution{std::move(*cells), generic::kernel, std::nullopt};
}

template <class Family>
Result<Solution> solve_at_once(const Plan& plan, const typename Family::Task& task,
                               parallel::Executor& executor, const Hooks& hooks) {
  auto solved = Family::solve(task, plan, executor, hooks.watch());
  if (!solved) return solved.error();
  return Solution{to_values(std::move(solved->values)), Family::kernel, solved->period};
}

Result<Solution> solve_by_family(const Plan& plan, parallel::Executor& executor,
                                 const Hooks& hooks) {
  return plan::with_family(plan.method.task, [&](auto family, const auto& task) {
    using Family = decltype(family);
    if constexpr (std::is_same_v<Family, generic::Family>)
      return solve_by_waves(plan, task, executor, hooks);
    else
      return solve_at_once<Family>(plan, task, executor, hooks);
  });
}

Error cannot_hold(const Plan& plan, const Error& error) {
  return {
      Errc::unsupported,
      fmt::format("kernel {} cannot solve this: {}; use option `kernel` generic, or auto, which "
                  "goes over to it",
                  to_string(plan.kernel()), error.message)};
}

// For a kernel that met values beyond what it can hold.
Result<Solution> fall_back(const Plan& plan, parallel::Executor& executor, const Hooks& hooks) {
  if (plan.fallback->why_none) return *plan.fallback->why_none;
  if (const Status fits = plan::check_memory(*plan.fallback->plan); !fits) return fits.error();
  hooks.solved->store(0);
  return solve_by_family(*plan.fallback->plan, executor, hooks);
}

// Whether the state to go on from was saved after the family's kernel had given up.
bool fell_back(const Plan& plan, const tiles::Keeper* keeper) {
  return plan.fallback && plan.fallback->plan && keeper && keeper->saved() &&
         keeper->saved()->kernel == plan.fallback->plan->kernel();
}

}  // namespace

Result<Solution> solve(const Plan& plan, parallel::Executor& executor, const Hooks& hooks) {
  if (const Status fits = plan::check_memory(plan); !fits) return fits.error();
  if (hooks.stop && hooks.stop->load()) return Error{Errc::interrupted, "interrupted"};
  std::atomic<std::uint64_t> uncounted{0};
  Hooks counted = hooks;
  if (!counted.solved) counted.solved = &uncounted;
  if (fell_back(plan, hooks.keeper)) return fall_back(plan, executor, counted);
  auto solution = solve_by_family(plan, executor, counted);
  if (solution || solution.error().code != Errc::unsupported) return solution;
  return plan.fallback ? fall_back(plan, executor, counted)
                       : Result<Solution>(cannot_hold(plan, solution.error()));
}

}  // namespace grundy::sweep
