// Executors run as many bodies at once as they say.
#include "base/executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace grundy::parallel {
namespace {

TEST(Executor, OfOneThreadDoesNotHoldUpAnotherOne) {
  const auto one = make_executor("tbb", 1);
  const auto two = make_executor("tbb", 2);
  ASSERT_TRUE(one && two);
  EXPECT_EQ((*one)->threads(), 1u);
  EXPECT_EQ((*two)->threads(), 2u);
  std::atomic<bool> alone = false;
  std::atomic<int> begun = 0;
  (*two)->for_each(2, [&](std::size_t, std::size_t) {
    ++begun;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (begun < 2 && !alone) {
      std::this_thread::yield();
      if (std::chrono::steady_clock::now() > end) alone = true;
    }
  });
  EXPECT_FALSE(alone);
}

}  // namespace
}  // namespace grundy::parallel
