// Every game of the catalogue against the oracle, whatever is asked and however it is run.
#include "rules/language/catalogue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "support/expected.hpp"
#include "support/random_rules.hpp"

namespace grundy::sweep {
namespace {

// The oracle plays whole sums, so games with sums get less than what nimbers alone allow. Those of
// sums that grow with the heap get least.
Box box_of(const rules::Rules& rules, const std::string& name, bool whole_sums) {
  static const std::map<std::string, Position> high{{"calendar", {1900, 12, 31}},
                                                    {"digital_deletions", {3, 2, 2, 2, 2, 2}}};
  Box box = support::small_box(rules, 400, 60);
  if (rules.has_sums() && whole_sums)
    box = support::small_box(rules, 30,
                             rules.has_stretches()     ? 7
                             : rules.dimensions() == 1 ? 12
                                                       : 5);
  if (const auto special = high.find(name); special != high.end()) box.high = special->second;
  return box;
}

class CatalogueSweep : public testing::TestWithParam<std::string> {};

TEST_P(CatalogueSweep, AgreesWithTheOracleUnderEverySetting) {
  const auto rules = rules::load(GetParam());
  ASSERT_TRUE(rules) << rules.error().message;
  for (const Question& question : all_questions) {
    SCOPED_TRACE(to_string(question));
    const Box box = box_of(*rules, GetParam(), question.quantity != Quantity::nimber);
    const auto expected = ask_oracle(*rules, box, question);
    ASSERT_TRUE(expected) << expected.error().message;
    // The kernel of the plan's choice and the generic one take turns.
    std::map<std::pair<std::uint64_t, std::string>, plan::Plan> plans;
    bool own = false;
    for (const Setting& setting : all_settings()) {
      SCOPED_TRACE(to_string(setting));
      const bool searched = rules->has_sums() && (question.quantity == Quantity::remoteness ||
                                                  question.convention == Convention::misere);
      own = !own;
      const std::pair key{setting.tile_positions,
                          std::string(own || searched ? "auto" : "generic")};
      if (!plans.contains(key)) {
        auto plan = plan_for(*rules, box, question, key.first, key.second);
        ASSERT_TRUE(plan) << plan.error().message;
        plans.emplace(key, *std::move(plan));
      }
      expect_equal(carry_out(plans.at(key), setting), *expected);
      if (HasFatalFailure()) return;
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const rules::CatalogueEntry& entry : rules::catalogue()) all.emplace_back(entry.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Games, CatalogueSweep, testing::ValuesIn(names()),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace grundy::sweep
