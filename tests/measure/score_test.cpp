// The score is a geometric mean of ratios, of all works or not at all.
#include <gtest/gtest.h>

#include "cli/measure/bench_score.hpp"

namespace grundy::cli {
namespace {

std::vector<measure::Run> runs(Size size, const std::string& executor, double seconds) {
  std::vector<measure::Run> found;
  for (const measure::Work& work : works(size))
    for (const std::size_t threads : {1U, 6U})
      found.push_back({&work, {executor, threads}, "step", 1, 1, {{.seconds = seconds}}});
  return found;
}

TEST(BenchScore, IsAGeometricMeanForOneThreadAndForAll) {
  auto slow = runs(Size::small, "tbb", 1);
  const Score before = score(6, slow);
  ASSERT_TRUE(before.one_thread && before.all_threads);
  EXPECT_GT(*before.one_thread, 0);
  EXPECT_GT(*before.all_threads, 0);
  EXPECT_LT(*before.all_threads, *before.one_thread);  // the reference took less time with two
  for (measure::Run& run : slow)
    if (run.way.threads == 6) run.turns[0].seconds /= 4;
  slow[0].turns[0].seconds /= 512;
  const Score after = score(6, slow);
  EXPECT_NEAR(*after.one_thread / *before.one_thread, 2, 1e-9);  // 512 = 2^9, of nine works
  EXPECT_NEAR(*after.all_threads / *before.all_threads, 4, 1e-9);
}

TEST(BenchScore, NamesItsReference) {
  const std::string reference(score(1, {}).reference);
  for (const char* named : {"Xeon", "2 cores", "commit c0614fd", "2026-11-27"})
    EXPECT_NE(reference.find(named), std::string::npos) << named;
  EXPECT_LE(("reference: " + reference).size(), 80u);
}

TEST(BenchScore, NeedsAllSmallWorksByOneTbb) {
  auto some = runs(Size::small, "tbb", 1);
  EXPECT_FALSE(score(5, some).all_threads);
  EXPECT_TRUE(score(5, some).one_thread);
  some.erase(some.begin());
  EXPECT_FALSE(score(6, some).one_thread);
  EXPECT_TRUE(score(6, some).all_threads);
  EXPECT_FALSE(score(6, runs(Size::small, "openmp", 1)).one_thread);
  EXPECT_FALSE(score(6, runs(Size::large, "tbb", 1)).one_thread);
}

}  // namespace
}  // namespace grundy::cli
