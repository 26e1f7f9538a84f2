// What is counted, against a list of counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "methods/options/sliding.hpp"

namespace grundy::window {
namespace {

class Counted {
 public:
  explicit Counted(std::uint64_t end) : counts_(end), values_(*CountedValues::below(end)) {}

  void change(std::uint32_t value, bool more) {
    if (!more && counts_[value] == 0) return;
    counts_[value] += more ? 1U : ~0U;
    if (more)
      values_.add(value);
    else
      values_.remove(value);
  }

  void expect_absent_from(std::uint64_t from) const {
    const auto begin = counts_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto expected =
        static_cast<std::uint64_t>(std::find(begin, counts_.end(), 0U) - counts_.begin());
    ASSERT_EQ(values_.absent_from(from), expected) << "from " << from;
  }

 private:
  std::vector<std::uint32_t> counts_;
  CountedValues values_;
};

// Around the ends of words of all levels.
constexpr std::uint64_t ends[] = {1, 2, 63, 64, 65, 4031, 4032, 4095, 4096, 4097, 300'000};

TEST(CountedValues, FillFromBelowAndEmptyAgain) {
  for (const std::uint64_t end : ends) {
    SCOPED_TRACE(end);
    Counted counted(end);
    for (const bool more : {true, false})
      for (std::uint64_t value = 0; value < end; ++value) {
        counted.change(static_cast<std::uint32_t>(value), more);
        if (end > 5000 && value % 997 != 0) continue;
        counted.expect_absent_from(0);
        counted.expect_absent_from(value);
        counted.expect_absent_from(end);
      }
  }
}

TEST(CountedValues, AreCountedInAnyOrder) {
  std::mt19937_64 random(1939);
  for (const std::uint64_t end : ends) {
    SCOPED_TRACE(end);
    Counted counted(end);
    // Mostly full, so that words of all levels become full and are so no more.
    for (std::uint64_t value = 0; value < end; ++value)
      counted.change(static_cast<std::uint32_t>(value), true);
    for (int step = 0; step < 5'000; ++step) {
      const bool more = random() % 2 == 0;
      counted.change(static_cast<std::uint32_t>(random() % end), more);
      if (end <= 5000 || step % 100 == 0) counted.expect_absent_from(random() % (end + 1));
    }
  }
}

}  // namespace
}  // namespace grundy::window
