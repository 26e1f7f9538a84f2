// Sweeps on plain threads: run under the preset `tsan` (scripts/tsan), where nothing may race.
#include <gtest/gtest.h>

#include "rules/catalogue.hpp"
#include "support/thread_executor.hpp"
#include "sweep/expected.hpp"

namespace grundy::sweep {
namespace {

struct Work {
  std::string name;
  std::string game;
  Position high;
  Quantity quantity;
  plan::Kernel kernel;  // that must do it
};

std::vector<Work> works() {
  using plan::Kernel;
  return {{"ray_outcome_one_tile", "three_pile", {150, 150, 150}, Quantity::outcome, Kernel::ray},
          {"ray_outcome", "three_pile", {1500, 1500, 1500}, Quantity::outcome, Kernel::ray},
          {"ray_nimber", "three_pile", {70, 70, 70}, Quantity::nimber, Kernel::ray},
          {"ray_nimber_unlike_sides", "nim3", {40, 70, 66}, Quantity::nimber, Kernel::ray},
          {"offset", "cards", {24, 24, 24, 24}, Quantity::outcome, Kernel::offset},
          {"split", "cutting", {300, 200}, Quantity::nimber, Kernel::split},
          {"step", "fibonacci_heaps", {200'000}, Quantity::nimber, Kernel::step},
          {"step_period", "subtraction", {200'000}, Quantity::nimber, Kernel::step},
          {"sparse", "officers", {15'000}, Quantity::nimber, Kernel::sparse},
          {"generic_outcome", "chomp3", {50, 50, 50}, Quantity::outcome, Kernel::generic},
          {"generic_nimber", "euclid", {120, 120}, Quantity::nimber, Kernel::generic},
          {"generic_remoteness", "cards", {9, 9, 9, 9}, Quantity::remoteness, Kernel::generic}};
}

class Threads : public testing::TestWithParam<Work> {};

TEST_P(Threads, ShareASweepWithoutRacesAndWithTheSameDigest) {
  const auto rules = rules::load(GetParam().game);
  ASSERT_TRUE(rules) << rules.error().message;
  Box box{Position(rules->dimensions()), GetParam().high};
  const auto plan = plan_for(*rules, box, {GetParam().quantity, Convention::normal}, 4096);
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->kernel(), GetParam().kernel);
  const auto digest_on = [&](parallel::Executor& executor) {
    const auto solution = solve(*plan, executor);
    EXPECT_TRUE(solution) << solution.error().message;
    return solution ? statistics(*plan, *solution, executor).digest.hex() : "";
  };
  const auto serial = parallel::make_executor("serial", 1);
  const std::string expected = digest_on(**serial);
  for (const std::size_t threads : {2u, 3u, 8u}) {
    support::ThreadExecutor executor(threads);
    EXPECT_EQ(digest_on(executor), expected) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Threads, testing::ValuesIn(works()),
                         [](const auto& work) { return work.param.name; });

}  // namespace
}  // namespace grundy::sweep
