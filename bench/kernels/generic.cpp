// bench/kernels/generic.cpp: straight-line code over columns; and options with their mex or first
// P, of three piles up to `size` by a sweep on one thread. Items are instructions on a lane, and
// positions.
#include "base/value.hpp"
#include "grundy_path.hpp"
#include "kernels/generic/columns.hpp"
#include "on_target.hpp"
#include "run/asked.hpp"
#include "run/sweep.hpp"

namespace grundy::bench {
namespace {

using kernels::lanes;
using kernels::Op;

// Of two columns the sum, the product, the least and a comparison, over and over.
void columns(benchmark::State& state, std::int64_t size) {
  const std::vector<kernels::Instruction> pattern{
      {Op::add, 2, 0, 1}, {Op::multiply, 3, 2, 1}, {Op::minimum, 4, 3, 0}, {Op::less, 5, 4, 2}};
  std::vector<kernels::Instruction> code;
  while (code.size() < static_cast<std::size_t>(size))
    code.insert(code.end(), pattern.begin(), pattern.end());
  auto registers = random_words<std::int64_t>(6 * lanes, 1000);
  for (auto _ : state) {
    kernels::evaluate(code, registers, lanes);
    benchmark::ClobberMemory();
  }
  bool right = true;
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::int64_t a = registers[l];
    const std::int64_t sum = a + registers[lanes + l];
    const std::int64_t least = std::min(sum * registers[lanes + l], a);
    right = right && registers[4 * lanes + l] == least && registers[5 * lanes + l] == (least < sum);
  }
  report(state, right, static_cast<std::int64_t>(code.size() * lanes));
}

Result<plan::Plan> three_pile(std::int64_t size, Quantity quantity, std::string kernel) {
  solve::Asked asked;
  asked.game = "three_pile";
  asked.high = {size, size, size};
  asked.quantity = quantity;
  asked.kernel = std::move(kernel);
  return solve::make_plan(asked);
}

// The answer is compared with that of the kernel which three piles have of their own.
void sweep_three_pile(benchmark::State& state, std::int64_t size, Quantity quantity) {
  const auto plan = three_pile(size, quantity, "generic");
  const auto other = three_pile(size, quantity, "ray");
  if (!plan || !other) return state.SkipWithError("no plan");
  const auto executor = parallel::make_executor("serial", 1);
  Answer answer;
  for (auto _ : state) {
    const auto solution = sweep::solve(*plan, **executor);
    state.PauseTiming();
    answer = answer_of(*plan, *solution, **executor);
    state.ResumeTiming();
  }
  const auto expected = sweep::solve(*other, **executor);
  report(state, answer == answer_of(*other, *expected, **executor),
         static_cast<std::int64_t>(plan->positions()));
}

void outcomes(benchmark::State& state, std::int64_t size) {
  sweep_three_pile(state, size, Quantity::outcome);
}
void nimbers(benchmark::State& state, std::int64_t size) {
  sweep_three_pile(state, size, Quantity::nimber);
}

const bool added = on_every_target("generic_columns", {8, 64}, columns) &&
                   on_every_target("generic_outcomes", {30, 120}, outcomes) &&
                   on_every_target("generic_nimbers", {30, 80}, nimbers);

}  // namespace
}  // namespace grundy::bench
