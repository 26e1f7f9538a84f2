// The set against a list of bits.
#include "methods/dense_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace grundy::family {
namespace {

TEST(DenseSet, FindsTheNextAbsentNumber) {
  std::mt19937_64 random(/*seed=*/64);
  for (const std::uint64_t size : {1U, 63U, 64U, 65U, 4095U, 4096U, 4097U, 300'000U}) {
    auto set = *DenseSet::below(size);
    std::vector<bool> expected(size + 2 * DenseSet::word_bits);
    // Long runs, and random numbers between them.
    for (std::uint64_t i = 0; i < size; ++i)
      if (i / 5000 % 3 > 0 || i < 100 || random() % 8 > 0) expected[i] = true;
    for (std::uint64_t i = 0; i < size; ++i)
      if (expected[i]) set.insert(i);
    for (const bool restored : {false, true}) {
      if (restored) set.restore_levels();
      ASSERT_EQ(set.absent_from(size), size);
      std::uint64_t next = size;
      for (std::uint64_t i = size; i-- > 0;) {
        if (!expected[i]) next = i;
        if (size > 5000 && random() % 16 > 0) continue;
        ASSERT_EQ(set.absent_from(i), next) << i << " of " << size;
        for (std::uint64_t bit = 0; bit < DenseSet::word_bits; ++bit)
          ASSERT_EQ(set.word_at(i) >> bit & 1, expected[i + bit]) << i << " of " << size;
      }
    }
  }
}

}  // namespace
}  // namespace grundy::family
