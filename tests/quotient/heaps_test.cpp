// Misère quotients of heaps: published orders and periods, and sums against a direct search.
#include "quotient/heaps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "quotient/presentation.hpp"
#include "rules/language/catalogue.hpp"

namespace grundy::quotient {
namespace {

std::shared_ptr<const rules::Rules> game(const std::string& name) {
  auto rules = rules::load(name);
  return std::make_shared<const rules::Rules>(*std::move(rules));
}

Result<HeapQuotient> quotient_of(const std::string& name, Limits limits = {}) {
  lazy::Meter meter;
  auto search = HeapSearch::of(game(name), limits, meter);
  if (!search) return search.error();
  if (Status s = search->extend(limits.heaps); !s) return s.error();
  return search->quotient();
}

struct Published {
  const char* code;
  std::size_t order;
  Period period;
};

// T. E. Plambeck, "Taming the wild in impartial combinatorial games" (2005) for 0.123; T. E.
// Plambeck, A. N. Siegel (2008) for Kayles; the others are tame, of order 2^k + 2.
TEST(MisereQuotients, HaveThePublishedOrdersAndPeriods) {
  for (const Published& known : std::vector<Published>{{"0.123", 20, {5, 5}},
                                                       {"0.77", 40, {12, 71}},
                                                       {"0.3", 2, {2, 1}},
                                                       {"0.33", 6, {3, 1}},
                                                       {"0.3333", 10, {5, 1}},
                                                       {"0.33333333", 18, {9, 1}}}) {
    SCOPED_TRACE(known.code);
    const auto found = quotient_of(known.code);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->monoid->order(), known.order);
    ASSERT_TRUE(found->period);
    EXPECT_EQ(*found->period, known.period);
  }
}

// The definition of misère outcomes, of sums of heaps of an octal code; shares nothing else.
class DirectSearch {
 public:
  explicit DirectSearch(std::string digits) : digits_(std::move(digits)) {}

  bool is_lost(std::vector<int> sum) {
    std::erase(sum, 0);
    std::sort(sum.begin(), sum.end());
    if (const auto known = known_.find(sum); known != known_.end()) return known->second;
    bool can_move = false, wins = false;
    for (std::size_t i = 0; i < sum.size() && !wins; ++i)
      for (int taken = 1; taken <= static_cast<int>(digits_.size()) && !wins; ++taken) {
        const int digit = digits_[static_cast<std::size_t>(taken) - 1] - '0';
        const int left = sum[i] - taken;
        for (int part = 0; left >= 0 && part <= left / 2 && !wins; ++part) {
          const int parts = (part > 0) + (left - part > 0);
          if ((digit >> parts & 1) == 0) continue;
          can_move = true;
          std::vector<int> after = sum;
          after[i] = part;
          after.push_back(left - part);
          wins = is_lost(after);
        }
      }
    const bool lost = can_move && !wins;
    known_[sum] = lost;
    return lost;
  }

 private:
  std::string digits_;
  std::map<std::vector<int>, bool> known_;
};

TEST(MisereQuotients, AgreeWithADirectSearchOfTenThousandSums) {
  std::mt19937 random(2005);
  for (const std::string digits : {"123", "77", "3333", "33333333", "75", "53", "71"}) {
    SCOPED_TRACE(digits);
    const auto found = quotient_of("0." + digits);
    ASSERT_TRUE(found) << found.error().message;
    DirectSearch search(digits);
    std::size_t wrong = 0;
    for (int i = 0; i < 10000; ++i) {
      std::vector<int> sum;
      Element value = identity;
      for (int left = 18; left > 0 && random() % 8 != 0;) {
        sum.push_back(1 + static_cast<int>(random() % static_cast<unsigned>(left)));
        left -= sum.back();
        const auto heap = static_cast<std::uint64_t>(sum.back());
        value = found->monoid->product(value, *found->class_of(heap));
      }
      wrong += search.is_lost(sum) != found->monoid->is_lost(value);
    }
    EXPECT_EQ(wrong, 0u);
  }
}

TEST(MisereQuotients, SpoiledOnesAreRefused) {
  const auto found = quotient_of("0.123");
  ASSERT_TRUE(found);
  const auto rules = game("0.123");
  lazy::Meter meter;
  ASSERT_TRUE(judge(*rules, *found, meter));
  for (std::size_t heap = 0; heap < found->classes.size(); ++heap)
    for (Element value = 0; value < found->monoid->order(); ++value) {
      if (value == found->classes[heap]) continue;
      HeapQuotient spoiled = *found;
      spoiled.classes[heap] = value;
      EXPECT_FALSE(judge(*rules, spoiled, meter)) << heap << " " << value;
    }
  for (Element value = 0; value < found->monoid->order(); ++value) {
    std::vector<Element> product;
    std::vector<bool> is_lost;
    for (Element a = 0; a < found->monoid->order(); ++a) {
      is_lost.push_back(found->monoid->is_lost(a) != (a == value));
      for (Element b = 0; b < found->monoid->order(); ++b)
        product.push_back(found->monoid->product(a, b));
    }
    HeapQuotient spoiled = *found;
    spoiled.monoid = std::make_shared<const Monoid>(product, is_lost);
    EXPECT_FALSE(judge(*rules, spoiled, meter)) << value;
  }
  HeapQuotient shorter = *found;
  shorter.period = Period{found->period->length, found->period->before - 1};
  EXPECT_FALSE(judge(*rules, shorter, meter));  // heap 9 has a class of its own
  shorter.classes.pop_back();
  EXPECT_FALSE(judge(*rules, shorter, meter));
}

TEST(MisereQuotients, LimitsLeaveWhatWasFoundBefore) {
  lazy::Meter meter;
  auto search = HeapSearch::of(game("nim"), {1000, 40}, meter);
  ASSERT_TRUE(search);
  const Status extended = search->extend(1000);
  ASSERT_FALSE(extended);
  EXPECT_EQ(extended.error().code, Errc::unsupported);
  const auto found = search->quotient();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_FALSE(found->period);
  EXPECT_LE(found->monoid->order(), 40u);
  EXPECT_GT(search->heaps(), 7u);
}

TEST(MisereQuotients, AreRefusedOfOtherGames) {
  lazy::Meter meter;
  const auto search = HeapSearch::of(game("wythoff"), {}, meter);
  ASSERT_FALSE(search);
  EXPECT_EQ(search.error().code, Errc::unsupported);
}

TEST(MisereQuotients, StopAtADeadlineAndGoOn) {
  lazy::Meter meter;
  auto search = HeapSearch::of(game("0.77"), {}, meter);
  ASSERT_TRUE(search);
  ASSERT_TRUE(search->extend(20));
  const std::atomic<bool> stop = true;
  meter.set_stop(&stop);
  EXPECT_EQ(search->extend(30).error().code, Errc::interrupted);
  EXPECT_EQ(search->heaps(), 21u);
  meter.set_stop(nullptr);
  ASSERT_TRUE(search->extend(1000));
  EXPECT_EQ(search->order(), 40u);
}

TEST(MisereQuotients, ArePresentedByGeneratorsAndRelations) {
  const auto found = quotient_of("0.33");
  ASSERT_TRUE(found);
  const Presentation shown = present(*found);
  EXPECT_EQ(shown.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(shown.heaps, (std::vector<std::size_t>{1, 2}));
  const std::vector<std::pair<std::string, std::string>> relations{{"a^2", "1"}, {"b^3", "b"}};
  EXPECT_EQ(shown.relations, relations);
}

}  // namespace
}  // namespace grundy::quotient
