// Tasks run once each, behind those that they wait for, on any executor.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include "base/tasks.hpp"
#include "support/thread_executor.hpp"

namespace grundy::parallel {
namespace {

// Tasks that wait for some of those before them in a random order, and count the ways from the
// first: each adds what those have found.
class Ways {
 public:
  Ways(std::size_t tasks, unsigned seed) : order_(tasks), before_(tasks), counts_(tasks) {
    std::mt19937 random(seed);
    std::iota(order_.begin(), order_.end(), 0U);
    std::shuffle(order_.begin(), order_.end(), random);
    for (std::size_t place = 1; place < tasks; ++place)
      for (std::size_t i = random() % 4; i > 0; --i)
        before_[order_[place]].push_back(order_[random() % place]);
  }

  const std::vector<std::uint32_t>& order() const { return order_; }
  const std::vector<std::uint64_t>& counts() const { return counts_; }

  bool is_ready(const OrderedTasks& tasks, std::size_t task) const {
    return std::ranges::all_of(before_[task], [&](auto other) { return tasks.is_done(other); });
  }
  void count(std::size_t task) {
    counts_[task] += 1;  // so that a task that runs twice is found out
    for (const std::uint32_t other : before_[task]) counts_[task] += counts_[other];
  }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<std::uint64_t> counts_;  // modulo 2^64
};

// By name of the executor.
class OrderedTasksOn : public testing::TestWithParam<std::string_view> {
 protected:
  // One after the other: the threads of TBB are limited by the executor that has fewest.
  static void for_each_executor(const std::function<void(Executor&)>& visit) {
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
      SCOPED_TRACE(testing::Message() << threads << " threads");
      if (GetParam() == "threads") {
        support::ThreadExecutor plain(threads);
        visit(plain);
      } else {
        visit(**make_executor(GetParam(), threads));
      }
    }
  }
};

std::vector<std::uint64_t> counted_in_order(std::size_t tasks, unsigned seed) {
  Ways ways(tasks, seed);
  for (const std::uint32_t task : ways.order()) ways.count(task);
  return ways.counts();
}

TEST_P(OrderedTasksOn, RunOnceEachBehindWhatTheyWaitFor) {
  for (const std::size_t count : {0U, 1U, 2U, 7U, 500U})
    for (unsigned seed = 0; seed < 5; ++seed) {
      const auto expected = counted_in_order(count, seed);
      for_each_executor([&](Executor& executor) {
        Ways ways(count, seed);
        OrderedTasks tasks(ways.order());
        tasks.run(
            executor, [] { return true; },
            [&](std::size_t task) { return ways.is_ready(tasks, task); },
            [&](std::size_t task, std::size_t worker) {
              EXPECT_LT(worker, executor.threads());
              ways.count(task);
              return true;
            });
        EXPECT_TRUE(tasks.all_done());
        EXPECT_EQ(ways.counts(), expected);
      });
    }
}

// Some tasks take long, so that others sleep until they may go on.
TEST_P(OrderedTasksOn, WaitForSlowOnes) {
  const auto expected = counted_in_order(60, 1);
  for_each_executor([&](Executor& executor) {
    Ways ways(60, 1);
    OrderedTasks tasks(ways.order());
    tasks.run(
        executor, [] { return true; }, [&](std::size_t task) { return ways.is_ready(tasks, task); },
        [&](std::size_t task, std::size_t) {
          if (task % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
          ways.count(task);
          return true;
        });
    EXPECT_EQ(ways.counts(), expected);
  });
}

TEST_P(OrderedTasksOn, StoppedTheyGoOnWhereverTheyCame) {
  const auto expected = counted_in_order(300, 2);
  for_each_executor([&](Executor& executor) {
    Ways ways(300, 2);
    std::vector<std::uint8_t> saved(300);
    std::size_t runs = 0;
    for (bool all = false; !all; ++runs) {
      OrderedTasks tasks(ways.order());
      std::ranges::copy(saved, tasks.done().begin());
      std::atomic<int> left{40};
      tasks.run(
          executor, [&] { return left > 0; },
          [&](std::size_t task) { return ways.is_ready(tasks, task); },
          [&](std::size_t task, std::size_t) {
            if (--left < 0) return false;  // given up
            ways.count(task);
            return true;
          });
      std::ranges::copy(tasks.done(), saved.begin());
      all = tasks.all_done();
    }
    EXPECT_EQ(runs, 8u);
    EXPECT_EQ(ways.counts(), expected);
  });
}

INSTANTIATE_TEST_SUITE_P(Executor, OrderedTasksOn,
                         testing::Values("serial", "openmp", "tbb", "threads"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace grundy::parallel
