// The works of `grundy bench`.
#include <gtest/gtest.h>

#include <set>

#include "cli/measure/bench_works.hpp"

namespace grundy::cli {
namespace {

TEST(BenchWorks, AreTheSameInBothSizes) {
  std::set<std::string_view> names;
  for (const measure::Work& work : works(Size::small)) names.insert(work.name);
  EXPECT_EQ(names.size(), works(Size::small).size());
  ASSERT_EQ(works(Size::large).size(), names.size());
  for (const measure::Work& work : works(Size::large)) {
    EXPECT_TRUE(names.contains(work.name));
    EXPECT_EQ(work.digest.size(), 32u);
  }
}

}  // namespace
}  // namespace grundy::cli
