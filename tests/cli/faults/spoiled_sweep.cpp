// Linked with the program by --wrap: sweeps end with one wrong value, the last one. Those that
// GRUNDY_RIGHT_SWEEPS counts do not, if it is set.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <variant>

#include "run/sweep.hpp"

namespace grundy::sweep {

Result<Solution> right(const plan::Plan& plan, parallel::Executor& executor,
                       const tiles::Watch& watch) __asm__("__real_" GRUNDY_SWEEP_SOLVE);
Result<Solution> wrong(const plan::Plan& plan, parallel::Executor& executor,
                       const tiles::Watch& watch) __asm__("__wrap_" GRUNDY_SWEEP_SOLVE);

namespace {

bool spoils() {
  static std::uint64_t sweeps = 0;
  const char* const right_ones = std::getenv("GRUNDY_RIGHT_SWEEPS");
  return right_ones == nullptr || ++sweeps > std::stoull(right_ones);
}

}  // namespace

Result<Solution> wrong(const plan::Plan& plan, parallel::Executor& executor,
                       const tiles::Watch& watch) {
  auto solution = right(plan, executor, watch);
  if (solution && spoils())
    if (auto* cells = std::get_if<memory::Cells>(&solution->values))
      cells->bytes().back() ^= std::byte{1};
  return solution;
}

}  // namespace grundy::sweep
