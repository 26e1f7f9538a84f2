// Sweeps on plain threads: run under the preset `tsan` (scripts/tsan), where nothing may race.
#include <gtest/gtest.h>

#include "support/thread_executor.hpp"
#include "support/works.hpp"

namespace grundy::sweep {
namespace {

class Threads : public testing::TestWithParam<Work> {};

TEST_P(Threads, ShareASweepWithoutRacesAndWithTheSameDigest) {
  const auto plan = plan_of(GetParam());
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
