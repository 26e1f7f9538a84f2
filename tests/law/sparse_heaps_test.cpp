// Sparse spaces change no answer: right values, edited ones and random ones are judged at each heap
// as by all options.
#include "law/certificate/sparse_heaps.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>

#include "law/certificate/certificate.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/random_heap_rules.hpp"

namespace grundy::law {
namespace {

using Values = std::vector<std::uint32_t>;

// By all options. Fewer than `heaps` where the definition does not know one.
Values right_values(const rules::Rules& rules, std::size_t heaps) {
  auto definition = HeapDefinition::of(rules);
  Values values;
  while (definition && values.size() < heaps) {
    values.push_back(0);
    const auto n = definition->low() + static_cast<std::int64_t>(values.size()) - 1;
    const auto nimber = definition->nimber(n, values);
    if (!nimber) break;
    values.back() = *nimber;
  }
  return values;
}

struct Seen {
  int sparse = 0;  // lists of values with few rare ones
  int right = 0, wrong = 0;
};

void expect_agreement(const rules::Rules& rules, const Values& values, Seen& seen) {
  auto definition = HeapDefinition::of(rules);
  ASSERT_TRUE(definition);
  SparseHeaps heaps(*definition);
  for (const std::uint32_t value : values) heaps.add(value);
  seen.sparse += heaps.rares().has_value();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto n = definition->low() + static_cast<std::int64_t>(i);
    const auto slow = definition->nimber(n, values);
    ASSERT_EQ(heaps.nimber(n), slow) << rules.text << n;
    ++(slow == values[i] ? seen.right : seen.wrong);
  }
}

std::string random_code(std::mt19937& random) {
  std::string code = random() % 4 == 0 ? "4." : "0.";
  for (std::size_t digits = 1 + random() % 3; digits > 0; --digits)
    code += static_cast<char>('0' + random() % 8);
  return code + static_cast<char>('1' + random() % 7);
}

void expect_agreement_with_edits(const rules::Rules& rules, std::mt19937& random, Seen& seen) {
  Values values = right_values(rules, 64 + random() % 100);
  if (values.empty()) return;
  expect_agreement(rules, values, seen);
  for (int edits = 0; edits < 4; ++edits) {
    values[random() % values.size()] ^= 1U + static_cast<std::uint32_t>(random() % 8);
    expect_agreement(rules, values, seen);
  }
}

TEST(SparseHeaps, ChangeNoAnswerForCodes) {
  std::mt19937 random(1989);
  Seen seen;
  for (int i = 0; i < 400 && !testing::Test::HasFatalFailure(); ++i)
    expect_agreement_with_edits(*rules::load(random_code(random)), random, seen);
  EXPECT_GT(seen.sparse, 300);
  EXPECT_GT(seen.right, 50000);
  EXPECT_GT(seen.wrong, 5000);
}

TEST(SparseHeaps, ChangeNoAnswerForOtherRules) {
  std::mt19937 random(1956);
  support::RandomHeapRules games(1976);
  Seen seen;
  for (int i = 0; i < 2000 && !testing::Test::HasFatalFailure(); ++i) {
    const rules::Rules rules = games.next();
    if (HeapDefinition::of(rules)) expect_agreement_with_edits(rules, random, seen);
  }
  EXPECT_GT(seen.sparse, 200);
  EXPECT_GT(seen.wrong, 5000);
}

// Values that no game need have, few of them rare.
TEST(SparseHeaps, ChangeNoAnswerForRandomValues) {
  std::mt19937 random(2026);
  Seen seen;
  for (int i = 0; i < 300 && !testing::Test::HasFatalFailure(); ++i) {
    const rules::Rules rules = *rules::load(random_code(random));
    const std::uint32_t mask = 1U + static_cast<std::uint32_t>(random() % 15),
                        most = 2U << random() % 4;
    Values values(100);
    for (std::uint32_t& value : values) do
        value = static_cast<std::uint32_t>(random() % most);
      while (std::popcount(value & mask) % 2 == 0 && random() % 8 != 0);
    expect_agreement(rules, values, seen);
  }
  EXPECT_GT(seen.sparse, 100);
  EXPECT_GT(seen.right, 1000);
}

// Values beyond those that masks are of, and heaps that do not begin with 0.
TEST(SparseHeaps, ChangeNoAnswerForLargeValues) {
  const rules::Rules rules = rules::parsed(
      "game g(n in 3..)\n (n) -> (i) + (n - i - 1) for i in 4 .. n - 4\n (n) -> (n - 1)\n");
  Seen seen;
  for (const std::uint32_t large : {1U << 16, (1U << 16) + 1, 3U << 20}) {
    Values values = right_values(rules, 80);
    expect_agreement(rules, values, seen);
    for (std::size_t heap = 5; heap < values.size(); heap += 11) values[heap] += large;
    expect_agreement(rules, values, seen);
  }
}

Judged judged(const rules::Rules& rules, const relation::Repetition& repetition,
              const Values& values) {
  const Certificate certificate{rules, Convention::normal, {{0}, {100}}, {}};
  Certified law{"period", "proved", {}, repetition, values};
  law.claim.quantity = Quantity::nimber;
  auto judged = judge(certificate, law, {60, std::uint64_t{1} << 30}, nullptr);
  if (!judged) ADD_FAILURE() << judged.error().message;
  return judged ? *judged : Judged();
}

// Gangolli and Plambeck (1989).
TEST(SparseHeaps, JudgeALongPeriod) {
  const rules::Rules rules = *rules::load("0.127");
  const relation::Repetition repetition{46578, 4};
  Values values = right_values(rules, 46582);
  EXPECT_EQ(judged(rules, repetition, values).why.substr(0, 46),
            "the definition holds at the 93169 positions up");
  std::mt19937 random(127);
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{39511}, std::size_t{46577},
                                  std::size_t{46578}, std::size_t{46581}, random() % 46577}) {
    values[wrong] ^= 1;
    const auto refused = judged(rules, repetition, values);
    EXPECT_FALSE(refused.holds) << wrong;
    EXPECT_EQ(refused.positions, wrong + 1);
    values[wrong] ^= 1;
  }
  EXPECT_FALSE(judged(rules, {46577, 4}, Values(values.begin(), values.end() - 1)).holds);
  values.push_back(values[46578]);
  EXPECT_TRUE(judged(rules, {46579, 4}, values).holds);
  EXPECT_FALSE(judged(rules, {46578, 5}, values).holds);
}

// The least period that the first values show, from its least beginning.
std::optional<relation::Repetition> shown(const Values& values) {
  for (std::size_t length = 1; length <= values.size() / 4; ++length) {
    std::size_t first = values.size() - length;
    while (first > 0 && values[first - 1] == values[first - 1 + length]) --first;
    if (3 * (first + length) <= values.size())
      return relation::Repetition{static_cast<std::int64_t>(first),
                                  static_cast<std::int64_t>(length)};
  }
  return std::nullopt;
}

TEST(SparseHeaps, LetNoEditPass) {
  std::mt19937 random(1901);
  int proved = 0;
  for (int i = 0; i < 60; ++i) {
    const rules::Rules rules = *rules::load(random_code(random));
    Values values = right_values(rules, 800);
    const auto repetition = shown(values);
    if (!repetition) continue;
    values.resize(static_cast<std::size_t>(repetition->first + repetition->length));
    const Judged right = judged(rules, *repetition, values);
    EXPECT_TRUE(right.holds) << rules.name << right.why;
    proved += right.holds;
    for (int edits = 0; edits < 4; ++edits) {
      const std::size_t wrong = random() % values.size();
      const std::uint32_t by = 1U + static_cast<std::uint32_t>(random() % 8);
      values[wrong] ^= by;
      EXPECT_FALSE(judged(rules, *repetition, values).holds) << rules.name << wrong;
      values[wrong] ^= by;
    }
  }
  EXPECT_GE(proved, 20);
}

}  // namespace
}  // namespace grundy::law
