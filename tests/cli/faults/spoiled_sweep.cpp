// Linked with the program by --wrap: every sweep ends with one wrong value, its last one.
#include <span>
#include <variant>

#include "sweep/sweep.hpp"

namespace grundy::sweep {

Result<Solution> right(const plan::Plan& plan, parallel::Executor& executor,
                       const Hooks& hooks) __asm__("__real_" GRUNDY_SWEEP_SOLVE);
Result<Solution> wrong(const plan::Plan& plan, parallel::Executor& executor,
                       const Hooks& hooks) __asm__("__wrap_" GRUNDY_SWEEP_SOLVE);

Result<Solution> wrong(const plan::Plan& plan, parallel::Executor& executor, const Hooks& hooks) {
  auto solution = right(plan, executor, hooks);
  if (solution)
    if (auto* cells = std::get_if<memory::Cells>(&solution->values))
      cells->bytes().back() ^= std::byte{1};
  return solution;
}

}  // namespace grundy::sweep
