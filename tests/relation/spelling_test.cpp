// Rules that mean the same, said in several ways, have the same differences and schemes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "relation/differences.hpp"
#include "relation/reuse.hpp"
#include "rules/parse.hpp"

namespace grundy::relation {
namespace {

// A part of a game, in several ways.
using Ways = std::vector<std::string>;

std::string rule(const std::string& rest) {
  return "(a, b) -> " + rest + "\n";
}

// Rays k * (p, q) for k >= 1, p >= 1.
Ways ray(int p, int q) {
  return {
      rule(fmt::format("(a - {} * k, b - {} * k) for k >= 1", p, q)),
      rule(fmt::format("(i, j) for i in 0 .. a - 1, j in 0 .. b when {} * (b - j) = {} * (a - i) "
                       "and (a - i) mod {} = 0",
                       p, q, p)),
      rule(fmt::format("(a - {0} * k, b - {1} * k) for k in 1 .. 5", p, q)) +
          rule(fmt::format("(a - {0} * k, b - {1} * k) for k >= 6", p, q)),
      rule(fmt::format("(a - {0} * k, b - {1} * k) for k in 1 .. a when a < b", p, q)) +
          rule(fmt::format("(a - {0} * k, b - {1} * k) for k in 1 .. a when a >= b", p, q)),
      rule(fmt::format("(a - i, b - j) for j in 0 .. b, i in 1 .. a when i = {0} * floor(i / "
                       "{0}) and j = {1} * floor(i / {0})",
                       p, q))};
}

Ways band(int width) {
  return {
      rule(fmt::format("(a - j, b - k) for j >= 1, k in max(1, j - {0}) .. j + {0}", width)),
      rule(fmt::format("(a - j, b - k) for k >= 1, j in max(1, k - {0}) .. k + {0}", width)),
      rule(fmt::format("(a - j, b - k) for j >= 1, k >= 1 when -{0} <= j - k <= {0}", width)),
      rule(fmt::format("(i, j) for i in 0 .. a - 1, j in 0 .. b - 1 when (a - i) - (b - j) <= {0} "
                       "and (b - j) - (a - i) <= {0}",
                       width)),
      rule(fmt::format("(a - j, b - j - d) for j >= 1, d in 0 .. {}", width)) +
          rule(fmt::format("(a - k - d, b - k) for k >= 1, d in 1 .. {}", width))};
}

Ways part_of_one(int part) {
  return {rule(fmt::format("(a - k, b) for k in 1 .. floor(a / {})", part)),
          rule(fmt::format("(a - k, b) for k >= 1 when {} * k <= a", part)),
          rule(fmt::format("(i, b) for i in 0 .. a - 1 when {} * (a - i) <= a", part)),
          rule(fmt::format("(i, b) for i in a - floor(a / {}) .. a - 1", part)),
          rule(fmt::format("(a - k, b) for k in 1 .. floor(a / {}) when b mod 2 = 0", part)) +
              rule(fmt::format("(a - k, b) for k in 1 .. floor(a / {}) when b mod 2 = 1", part))};
}

Ways cone(int most) {
  return {rule(fmt::format("(a - j, b - k) for j >= 1, k in j .. {} * j", most)),
          rule(fmt::format("(a - j, b - k) for k >= 1, j in ceil(k / {}) .. k", most)),
          rule(fmt::format("(a - j, b - k) for j >= 1, k >= 1 when j <= k <= {} * j", most)),
          rule(fmt::format("(i, j) for i in 0 .. a - 1, j in 0 .. b - 1 when a - i <= b - j and "
                           "b - j <= {} * (a - i)",
                           most)),
          rule(fmt::format("(a - j, b - j - d) for j >= 1, d in 0 .. {} * j", most - 1))};
}

Ways transfer() {
  return {rule("(a - k, b + k - 1) for k >= 1"), rule("(i, a + b - i - 1) for i in 0 .. a - 1"),
          rule("(a - k - 1, b + k) for k >= 0"),
          rule("(a - k, b + k - 1) for k in 1 .. a when a < b") +
              rule("(a - k, b + k - 1) for k in 1 .. a when a >= b"),
          rule("(i, j) for i in 0 .. a - 1, j in b .. a + b when i + j = a + b - 1")};
}

Ways guarded() {
  return {rule("(a - k, b) for k >= 1 when a >= b") + rule("(a, b - k) for k >= 1 when a < b"),
          rule("(i, b) for i in 0 .. a - 1 when b <= a") +
              rule("(a, i) for i in 0 .. b - 1 when not (a >= b)"),
          rule("(a - j, b - k) for j in 0 .. a, k in 0 .. b when j + k >= 1 and (a >= b and k = 0 "
               "or a < b and j = 0)"),
          rule("(a, b - k) for k >= 1 when a <= b - 1") + rule("(a - k, b) for k >= 1 when a >= b"),
          rule("(a - k, b) for k >= 1 when a = b") + rule("(a - k, b) for k >= 1 when a > b") +
              rule("(a, b - k) for k >= 1 when a < b")};
}

Ways any_part(std::mt19937_64& random) {
  const auto number = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  switch (number(0, 5)) {
    case 0:
      return ray(number(1, 2), number(0, 3));
    case 1:
      return band(number(1, 3));
    case 2:
      return part_of_one(number(2, 3));
    case 3:
      return cone(number(2, 3));
    case 4:
      return transfer();
    default:
      return guarded();
  }
}

// Options that come or go at a position.
std::size_t changes_of(const Scheme& scheme) {
  std::size_t changes = 0;
  for (const OptionSet& set : scheme.sets) changes += set.added.size() + set.removed.size();
  return changes;
}

TEST(Spelling, DoesNotMatter) {
  std::mt19937_64 random(2011);
  for (std::size_t game = 0; game < 24; ++game) {
    const std::vector<Ways> parts{any_part(random), any_part(random)};
    std::optional<Scheme> first;
    std::optional<Differences> differences_of_first;
    for (std::size_t way = 0; way < 5; ++way) {
      const std::string text = "game g(a, b)\n" + parts[0][way] + parts[1][(way + 2 * game) % 5];
      SCOPED_TRACE(text);
      const rules::Rules rules = rules::parsed(text);
      const Differences found = differences(rules);
      const auto scheme = scheme_of(rules, {{0, 0}, {99, 99}}, {{0, true}, {1, true}});
      ASSERT_TRUE(scheme) << scheme.error().message;
      if (!first) {
        first = *scheme;
        differences_of_first = found;
      }
      EXPECT_EQ(scheme->sets.size(), first->sets.size());
      EXPECT_EQ(scheme->readings.size(), first->readings.size());
      // How isl cuts what is added at the edge of a cone depends on its text.
      EXPECT_LE(changes_of(*scheme), changes_of(*first) + 2);
      EXPECT_LE(changes_of(*first), changes_of(*scheme) + 2);
      EXPECT_EQ(found.of_all_rules(), differences_of_first->of_all_rules());
      if (!found.of_all_rules()) continue;
      EXPECT_EQ(found.rays, differences_of_first->rays);
      EXPECT_EQ(found.singles, differences_of_first->singles);
    }
  }
}

}  // namespace
}  // namespace grundy::relation
