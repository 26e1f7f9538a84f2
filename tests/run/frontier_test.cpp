// A sweep that is killed or stopped and gone on with ends as if nothing had happened.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "support/kept_frontier.hpp"
#include "support/thread_executor.hpp"
#include "support/works.hpp"

namespace grundy::sweep {
namespace {

// Keeps a copy of the state that it was last asked to save.
class Memory final : public KeptFrontier {
 public:
  bool due() const override {
    const std::uint64_t turn = ++asked_;
    if (turn == stop_at) *stop = true;
    if (turn == due_at) was_due_ = true;
    return turn == due_at;
  }
  Status save(const tiles::Frontier& frontier) override {
    if (dead) return {};
    keep(frontier);
    if (dies_when_due && was_due_) dead = *stop = true;
    return {};
  }

  // The next sweep saves when asked for the `turn`th time, and is killed after it.
  void kill_after(std::uint64_t turn, std::atomic<bool>& killed) {
    due_at = turn;
    dies_when_due = true;
    dead = false;
    asked_ = 0;
    was_due_ = false;
    stop = &killed;
  }
  // The next sweep is stopped when it asks for the `turn`th time whether to save.
  void stop_after(std::uint64_t turn, std::atomic<bool>& stopped) {
    stop_at = turn;
    asked_ = 0;
    stop = &stopped;
  }
  std::uint64_t asked() const { return asked_; }
  std::optional<tiles::Frontier>& kept() { return kept_; }
  void lose_a_byte() { bytes_.front().pop_back(); }

 private:
  std::uint64_t due_at = 0;
  std::uint64_t stop_at = 0;
  bool dies_when_due = false;
  bool dead = false;
  std::atomic<bool>* stop = nullptr;
  mutable std::atomic<std::uint64_t> asked_{0};  // by any thread
  mutable std::atomic<bool> was_due_{false};
};

// Sets the flag when a number of tasks have begun.
class Interrupting final : public parallel::Executor {
 public:
  Interrupting(parallel::Executor& executor, std::uint64_t tasks, std::atomic<bool>& stop)
      : executor_(executor), left_(tasks), stop_(stop) {}
  std::string_view name() const noexcept override { return executor_.name(); }
  std::size_t threads() const noexcept override { return executor_.threads(); }
  void for_each(std::size_t count, const Body& body) override {
    executor_.for_each(count, [&](std::size_t index, std::size_t worker) {
      if (left_-- == 0) stop_ = true;
      body(index, worker);
    });
  }

 private:
  parallel::Executor& executor_;
  std::atomic<std::uint64_t> left_;
  std::atomic<bool>& stop_;
};

struct End {
  std::string digest;
  std::uint64_t solved = 0;
  friend bool operator==(const End&, const End&) = default;
  friend void PrintTo(const End& end, std::ostream* out) {
    *out << end.digest << ", " << end.solved << " positions";
  }
};

class Frontiers : public testing::TestWithParam<Work> {
 protected:
  void SetUp() override {
    auto plan = plan_of(GetParam());
    ASSERT_TRUE(plan) << plan.error().message;
    plan_.emplace(*std::move(plan));
    ASSERT_EQ(plan_->kernel(), GetParam().kernel);
    Memory memory;
    const auto end = run(*serial_, memory);
    ASSERT_TRUE(end) << end.error().message;
    whole_ = *end;
    turns_ = memory.asked();
  }

  Result<End> run(parallel::Executor& executor, Memory& memory) {
    std::atomic<std::uint64_t> solved{0};
    const auto solution = solve(*plan_, executor, {&stop_, &solved, &memory});
    if (!solution) return solution.error();
    return End{statistics(*plan_, *solution, executor).digest.hex(), solved};
  }

  std::optional<plan::Plan> plan_;
  std::unique_ptr<parallel::Executor> serial_ = *parallel::make_executor("serial", 1);
  std::unique_ptr<parallel::Executor> openmp_ = *parallel::make_executor("openmp", 2);
  std::unique_ptr<parallel::Executor> tbb_ = *parallel::make_executor("tbb", 3);
  support::ThreadExecutor threads_{4};
  std::vector<parallel::Executor*> executors_{serial_.get(), openmp_.get(), tbb_.get(), &threads_};
  std::atomic<bool> stop_{false};
  End whole_;
  std::uint64_t turns_ = 0;  // how often the serial sweep asked whether to save
};

TEST_P(Frontiers, AKilledSweepGoesOnFromWhatItSaved) {
  ASSERT_GT(turns_, 0u);
  std::size_t turn = 0;
  for (const std::uint64_t moment : {std::uint64_t{1}, (turns_ + 1) / 2, turns_}) {
    Memory memory;
    memory.kill_after(moment, stop_);
    parallel::Executor& before = *executors_[turn++ % executors_.size()];
    parallel::Executor& after = *executors_[turn % executors_.size()];
    SCOPED_TRACE(testing::Message() << "saved at " << moment << " of " << turns_ << " on "
                                    << before.name() << ", gone on with on " << after.name());
    const auto killed = run(before, memory);
    stop_ = false;
    if (killed) {
      EXPECT_EQ(*killed, whole_);  // more threads ask less often
    }
    memory.kill_after(std::numeric_limits<std::uint64_t>::max(), stop_);
    const auto end = run(after, memory);
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(*end, whole_);
  }
}

TEST_P(Frontiers, AStoppedSweepSavesAndGoesOn) {
  for (std::size_t i = 0; i < executors_.size(); ++i) {
    Memory memory;
    std::uint64_t tasks = 1 + 2 * i;
    Result<End> end = Error{Errc::interrupted, ""};
    for (; !end; tasks = 4 * tasks) {
      ASSERT_EQ(end.error().code, Errc::interrupted) << end.error().message;
      stop_ = false;
      Interrupting executor(*executors_[i], tasks, stop_);
      memory.stop_after(tasks, stop_);
      end = run(executor, memory);
    }
    stop_ = false;
    EXPECT_EQ(*end, whole_) << executors_[i]->name();
  }
}

TEST_P(Frontiers, AStateThatDoesNotFitIsRefused) {
  const auto refused = [&](auto&& spoil) {
    Memory memory;
    memory.kill_after(1, stop_);
    (void)static_cast<bool>(run(*serial_, memory));
    stop_ = false;
    EXPECT_TRUE(memory.saved());
    spoil(memory);
    const auto end = run(*serial_, memory);
    EXPECT_FALSE(end);
    return end ? Errc::usage : end.error().code;
  };
  EXPECT_EQ(refused([](Memory& memory) { memory.lose_a_byte(); }), Errc::corrupt);
  EXPECT_EQ(refused([](Memory& memory) { memory.kept()->numbers.pop_back(); }), Errc::corrupt);
  EXPECT_EQ(refused([](Memory& memory) { memory.kept()->numbers.front() = ~std::uint64_t{0}; }),
            Errc::corrupt);
}

std::vector<Work> all_works() {
  std::vector<Work> all = works();
  std::erase_if(all, [](const Work& work) { return work.kernel == growth::kernel; });  // at once
  for (Work& work : all)
    if (work.name == "sparse") work.high = {6'000};  // long enough, and soon done
  const std::string endless = "game g(n)\n  (n) -> (n - k)  for k >= 600\n";
  all.push_back({"step_endless", endless, {1'000'000}, Quantity::nimber, step::kernel});
  const std::string wide = "4." + std::string(255, '7');  // nimbers that have no index
  all.push_back({"sparse_wide", wide, {1'200}, Quantity::nimber, sparse::kernel});
  all.push_back({"sparse_period", "0.165", {20'000}, Quantity::nimber, sparse::kernel});
  all.push_back({"sparse_frequent", "0.74302077", {5'000}, Quantity::nimber, sparse::kernel});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Frontiers, testing::ValuesIn(all_works()),
                         [](const auto& work) { return work.param.name; });

}  // namespace
}  // namespace grundy::sweep
