#include "run/sweep.hpp"

#include <fmt/format.h>

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

Result<Solution> solve_by_family(const Plan& plan, parallel::Executor& executor,
                                 const Hooks& hooks) {
  return plan::with_family(
      plan.method.task, [&](auto family, const auto& task) -> Result<Solution> {
        using Family = decltype(family);
        auto solved = Family::solve(task, plan, executor, hooks.watch());
        if (!solved) return solved.error();
        return Solution{to_values(std::move(solved->values)), Family::kernel, solved->period};
      });
}

Error cannot_hold(const Plan& plan, const Error& error) {
  return {Errc::unsupported,
          fmt::format("kernel {} cannot solve this: {}; use option `kernel` generic{}",
                      to_string(plan.kernel()), error.message,
                      plan.ranks.count > 1 ? "" : ", or auto, which goes over to it")};
}

// Saves states, and tells of none: what was saved is of the kernel that has given up.
class Anew final : public tiles::Keeper {
 public:
  explicit Anew(tiles::Keeper& keeper) : keeper_(keeper) {}
  bool due() const override { return keeper_.due(); }
  Status save(const tiles::Frontier& frontier) override { return keeper_.save(frontier); }
  const tiles::Frontier* saved() const override { return nullptr; }
  Status load(const tiles::Parts& parts) override { return keeper_.load(parts); }

 private:
  tiles::Keeper& keeper_;
};

// For a kernel that met values beyond what it can hold.
Result<Solution> fall_back(const Plan& plan, parallel::Executor& executor, const Hooks& hooks) {
  if (plan.fallback->why_none) return *plan.fallback->why_none;
  if (const Status fits = plan::check_memory(*plan.fallback->plan); !fits) return fits.error();
  hooks.solved->store(0);
  return solve_by_family(*plan.fallback->plan, executor, hooks);
}

Result<Solution> fall_back_anew(const Plan& plan, parallel::Executor& executor, Hooks hooks) {
  if (!hooks.keeper) return fall_back(plan, executor, hooks);
  Anew anew(*hooks.keeper);
  hooks.keeper = &anew;
  return fall_back(plan, executor, hooks);
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
  if (plan.fallback) return fall_back_anew(plan, executor, counted);
  const bool was_chosen = plan.kernel_was_asked_for || plan.ranks.count > 1;
  return was_chosen ? cannot_hold(plan, solution.error()) : solution.error();
}

}  // namespace grundy::sweep
