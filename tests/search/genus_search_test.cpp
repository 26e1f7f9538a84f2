// Genera, against the definition on whole sums with heaps of 2 beside them, and as published.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

#include "oracle/options.hpp"
#include "oracle/oracle.hpp"
#include "rules/language/catalogue.hpp"
#include "search/genus.hpp"
#include "support/random_rules.hpp"

namespace grundy::lazy {
namespace {

std::shared_ptr<const rules::Rules> game(std::string_view name) {
  auto rules = rules::load(name);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return std::make_shared<const rules::Rules>(*std::move(rules));
}

std::vector<std::string> genera(std::string_view name, std::int64_t high) {
  Meter meter;
  GenusSearch search(game(name), meter);
  std::vector<std::string> texts;
  for (std::int64_t n = 0; n <= high; ++n) texts.push_back(to_string(*search.genus({n})));
  return texts;
}

// The misère nimber of a sum of positions and Nim heaps, by its definition: options one by one.
class ByDefinition {
 public:
  explicit ByDefinition(const rules::Rules& rules) : rules_(rules) {}

  std::uint32_t misere_nimber(std::vector<Position> sum, std::vector<std::int64_t> heaps) {
    std::sort(sum.begin(), sum.end());
    std::sort(heaps.begin(), heaps.end());
    const auto [known, is_new] = known_.try_emplace({sum, heaps}, 0);
    if (!is_new) return known->second;
    std::set<std::uint32_t> after;
    for (std::size_t i = 0; i < heaps.size(); ++i)
      for (std::int64_t left = 0; left < heaps[i]; ++left) {
        auto next = heaps;
        next[i] = left;
        after.insert(misere_nimber(sum, next));
      }
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const Status listed =
          oracle::for_each_option(rules_, sum[i], [&](const oracle::Sum& option) -> Status {
            auto next = sum;
            next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
            next.insert(next.end(), option.begin(), option.end());
            after.insert(misere_nimber(std::move(next), heaps));
            return {};
          });
      EXPECT_TRUE(listed);
    }
    const std::uint32_t value = after.empty() ? 1 : oracle::mex(after);
    known_[{sum, heaps}] = value;
    return value;
  }

 private:
  const rules::Rules& rules_;
  std::map<std::pair<std::vector<Position>, std::vector<std::int64_t>>, std::uint32_t> known_;
};

// T. E. Plambeck's page of 0.312, and Winning Ways for the heaps of Nim and the first of Kayles.
TEST(GenusSearch, FindsPublishedGenera) {
  EXPECT_THAT(genera("nim", 5),
              testing::ElementsAre("0^120", "1^031", "2^20", "3^31", "4^46", "5^57"));
  EXPECT_THAT(genera("0.312", 8), testing::ElementsAre("0^120", "1^031", "2^20", "0^02", "2^1420",
                                                       "0^02", "1^13", "0^02", "1^13"));
  EXPECT_THAT(genera("kayles", 5),
              testing::ElementsAre("0^120", "1^031", "2^20", "3^31", "1^031", "4^146"));
}

// CGSuite's tests (lang/GameHeapTest.scala) have the misère nimbers of heaps 0 to 20.
TEST(GenusSearch, BeginsWithPublishedMisereNimbers) {
  const std::map<std::string, std::vector<std::uint32_t>> published{
      {"kayles", {1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0}},
      {"grundys_game", {1, 1, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}},
      {"0.07", {1, 1, 0, 0, 2, 1, 3, 0, 0, 1, 1, 3, 0, 2, 1, 1, 0, 0, 2, 1, 3}},
  };
  for (const auto& [name, expected] : published) {
    SCOPED_TRACE(name);
    Meter meter;
    GenusSearch search(game(name), meter);
    for (std::size_t n = 0; n < expected.size(); ++n) {
      const auto genus = search.genus({static_cast<std::int64_t>(n)});
      ASSERT_TRUE(genus) << genus.error().message;
      EXPECT_EQ(genus->misere_nimber(0), expected[n]) << n;
    }
  }
}

TEST(GenusSearch, AgreesWithTheDefinitionOnRandomGames) {
  std::mt19937_64 random(/*seed=*/1976);
  std::size_t checked = 0;
  support::for_random_rules(/*first=*/11000, /*count=*/150, [&](const rules::Rules& rules) {
    if (!rules.endings.empty()) return;
    Meter meter;
    GenusSearch search(std::make_shared<const rules::Rules>(rules), meter);
    ByDefinition definition(rules);
    for (int i = 0; i < 6; ++i) {
      const Position position = support::random_position(rules, random);
      if (!support::has_few_sums(rules, position)) continue;
      const auto genus = search.genus(position);
      ASSERT_TRUE(genus) << genus.error().message;
      for (std::size_t twos = 0; twos < 5; ++twos, ++checked)
        ASSERT_EQ(genus->misere_nimber(twos),
                  definition.misere_nimber({position}, std::vector<std::int64_t>(twos, 2)))
            << grundy::to_string(position) << to_string(*genus) << twos;
    }
  });
  EXPECT_GT(checked, 1500u);
}

// Octal codes, of which many are wild.
TEST(GenusSearch, AgreesWithTheDefinitionOnHeapsOfCodes) {
  std::mt19937_64 random(/*seed=*/1982);
  std::size_t wild = 0;
  for (int round = 0; round < 40; ++round) {
    const std::string code =
        (random() % 4 == 0 ? "4." : "0.") + std::to_string(100 + random() % 900);
    if (code.find_first_of("89") != std::string::npos) continue;
    SCOPED_TRACE(code);
    const auto rules = game(code);
    Meter meter;
    GenusSearch search(rules, meter);
    ByDefinition definition(*rules);
    for (std::int64_t n = 0; n <= 11; ++n) {
      const auto genus = search.genus({n});
      ASSERT_TRUE(genus) << genus.error().message;
      wild += search.kind({n})->is_wild();
      for (std::size_t twos = 0; twos < 5; ++twos)
        ASSERT_EQ(genus->misere_nimber(twos),
                  definition.misere_nimber({{n}}, std::vector<std::int64_t>(twos, 2)))
            << n << " " << to_string(*genus);
    }
  }
  EXPECT_GT(wild, 40u);
}

TEST(GenusSearch, StopsAtItsLimits) {
  Meter meter(SearchLimits{.bytes = 1 << 16});
  GenusSearch search(game("kayles"), meter);
  const auto genus = search.genus({60});
  ASSERT_FALSE(genus);
  EXPECT_EQ(genus.error().code, Errc::memory);
}

}  // namespace
}  // namespace grundy::lazy
