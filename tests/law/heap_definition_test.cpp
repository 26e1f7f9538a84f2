// The quick definition of nimbers says what the oracle's options say, whatever the values are.
#include "law/certificate/heap_definition.hpp"

#include <gmock/gmock.h>

#include <random>
#include <set>

#include "oracle/options.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/random_heap_rules.hpp"

namespace grundy::law {
namespace {

std::uint32_t by_oracle(const rules::Rules& rules, std::int64_t n,
                        const std::vector<std::uint32_t>& values) {
  std::set<std::uint32_t> seen;
  const auto visit = [&](const oracle::Sum& option) -> Status {
    std::uint32_t all = 0;
    for (const Position& part : option)
      all ^= values.at(static_cast<std::size_t>(part[0] - rules.coordinates[0].low));
    seen.insert(all);
    return {};
  };
  EXPECT_TRUE(oracle::for_each_option(rules, {n}, visit));
  return oracle::mex(seen);
}

// How many heaps were known.
int expect_agreement(const rules::Rules& rules, std::mt19937& engine, std::int64_t heaps) {
  auto definition = HeapDefinition::of(rules);
  if (!definition) return 0;
  std::vector<std::uint32_t> values(static_cast<std::size_t>(heaps));
  for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(engine() % 5);
  int known = 0;
  const std::int64_t low = rules.coordinates[0].low;
  for (std::int64_t n = low; n < low + heaps; ++n)
    if (const auto nimber = definition->nimber(n, values)) {
      ++known;
      EXPECT_EQ(*nimber, by_oracle(rules, n, values)) << rules.text << n;
    }
  return known;
}

TEST(HeapDefinition, SaysWhatTheOptionsSay) {
  std::mt19937 engine(1956);
  support::RandomHeapRules random(2026);
  int known = 0;
  for (int i = 0; i < 1000; ++i) known += expect_agreement(random.next(), engine, 40);
  EXPECT_GT(known, 5000);
}

TEST(HeapDefinition, KnowsCodes) {
  std::mt19937 engine(1976);
  for (const char* code : {"0.127", "0.165", "0.07", "0.77", "4.007", "0.3307", "0.8", "kayles"})
    EXPECT_EQ(expect_agreement(*rules::load(code), engine, 60), code[2] == '8' ? 0 : 60) << code;
}

TEST(HeapDefinition, LeavesOtherRulesToTheOracle) {
  for (const char* name : {"kiki", "calendar", "square_nim", "powers_of_two"})
    EXPECT_FALSE(HeapDefinition::of(*rules::load(name))) << name;
  for (const char* rule :
       {"(n) -> (floor(n / 2)) when n >= 1", "(n) -> (n - k * k) for k in 1 .. n",
        "(n) -> (i) + (j) for i in 0 .. n - 1, j in 0 .. n - 1"})
    EXPECT_FALSE(HeapDefinition::of(rules::parsed(std::string("game g(n)\n ") + rule + "\n")))
        << rule;
}

// Conditions on the binder, parts that grow with it, binders without end, low heaps.
TEST(HeapDefinition, KnowsLinearRulesOfAllKinds) {
  std::mt19937 engine(7);
  for (const char* rule :
       {"(n) -> (n - 2 * k) for k >= 1", "(n) -> (k) + (n - 1 - k) for k in 0 .. n when k != 3",
        "(n) -> (k) + (n - 2 * k) for k >= 1 when n mod 3 = 1", "(n) -> (n - 3) + (n - 3) + (2)",
        "(n) -> () when n >= 4", "(n) -> (n - 1) for k in 1 .. floor(n / 4)",
        "(n) -> (k) for k in n - 4 .. n - 1 when k mod 2 = 0 or n < 9"})
    for (const char* heap : {"n", "n in 2..", "n in 1..30"})
      EXPECT_GT(
          expect_agreement(rules::parsed(std::string("game g(") + heap + ")\n " + rule + "\n"),
                           engine, 29),
          20)
          << rule << heap;
}

}  // namespace
}  // namespace grundy::law
