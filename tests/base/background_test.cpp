// Jobs beside the work of an executor.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/tasks.hpp"

namespace grundy::parallel {
namespace {

TEST(Background, DoesEveryJobOnce) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    std::vector<std::atomic<int>> done(100);
    Background background(threads);
    for (std::atomic<int>& one : done) background.add([&one] { ++one; });
    background.wait();
    for (const std::atomic<int>& one : done) EXPECT_EQ(one, 1);
    EXPECT_TRUE(background.idle());
    background.add([&done] { ++done[0]; });  // once more
    background.wait();
    EXPECT_EQ(done[0], 2);
  }
}

TEST(Background, IsBusyUntilTheLastJobIsDone) {
  std::atomic<bool> go_on = false;
  Background background(2);
  EXPECT_TRUE(background.idle());
  background.add([&] { go_on.wait(false); });
  EXPECT_FALSE(background.idle());
  go_on = true;
  go_on.notify_all();
  background.wait();
  EXPECT_TRUE(background.idle());
}

TEST(Background, EndsWithItsJobsDone) {
  std::atomic<int> done = 0;
  {
    Background background(3);
    for (int i = 0; i < 20; ++i)
      background.add([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        ++done;
      });
  }
  EXPECT_EQ(done, 20);
}

}  // namespace
}  // namespace grundy::parallel
