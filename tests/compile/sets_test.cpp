// Which sets of numbers a program keeps as lists.
#include <gtest/gtest.h>

#include "compile/compile.hpp"
#include "rules/parse.hpp"

namespace grundy::compile {
namespace {

std::size_t listed_sets(const std::string& set) {
  const rules::Rules rules = rules::parsed("game g(n) (n) -> (n - k) for k in " + set);
  const auto compiled = compile(rules, {{0}, {1'000'000}}, Outputs::ranks);
  EXPECT_TRUE(compiled) << compiled.error().message;
  return compiled->program().sets.size();
}

TEST(Sets, OddAndEvenNumbersAreNotListed) {
  EXPECT_EQ(listed_sets("odd"), 0U);
  EXPECT_EQ(listed_sets("even"), 0U);
  EXPECT_EQ(listed_sets("primes"), 1U);
  EXPECT_EQ(listed_sets("{1, 5, 7}"), 1U);
}

}  // namespace
}  // namespace grundy::compile
