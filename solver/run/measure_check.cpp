#include "run/measure_check.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compile/compile.hpp"
#include "compile/position_options.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/measure.hpp"

namespace grundy::solve {
namespace {

constexpr std::uint64_t positions_per_task = 1 << 12;

std::vector<Position> sum_of(const kernels::Run& run, std::size_t option, std::size_t dimensions) {
  std::vector<Position> sum(run.summands, Position(dimensions));
  for (std::size_t summand = 0; summand < sum.size(); ++summand)
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      sum[summand][axis] = run.output(summand * dimensions + axis, option);
  return sum;
}

}  // namespace

Status check_measure(const plan::Plan& plan, parallel::Executor& executor,
                     const std::atomic<bool>* stop) {
  if (!plan.rules.falls || plan.measure_is_proved) return {};
  const rules::Effort effort;
  const rules::Rules against = rules::moves_against_measure(plan.rules);
  const auto program = compile::compile(against, plan.closure, compile::Outputs::coordinates);
  if (!program) return program.error();
  const std::uint64_t positions = plan.closure_positions();
  parallel::FirstFailure failure;
  executor.for_each((positions + positions_per_task - 1) / positions_per_task, [&](std::size_t task,
                                                                                   std::size_t) {
    if (failure.failed()) return;
    if (stop && stop->load()) return failure.keep(Error{Errc::interrupted, "interrupted"});
    compile::PositionOptions options(program->program());
    const std::uint64_t first = task * positions_per_task;
    const std::uint64_t last = std::min(first + positions_per_task, positions);
    for (std::uint64_t rank = first; rank < last; ++rank) {
      const Position from = plan.closure.position(rank);
      options.visit(from, [&](const kernels::Run& run, std::size_t i) {
        const auto to = sum_of(run, i, from.size());
        failure.keep(rules::to_error(plan.rules, rules::broken_measure(plan.rules, from, to)));
        return true;
      });
    }
  });
  return failure.status();
}

}  // namespace grundy::solve
