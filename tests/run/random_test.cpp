// Random games against the oracle. Settings change from game to game, so that all of them
// meet all kinds of games.
#include <gtest/gtest.h>

#include <map>

#include "support/expected.hpp"
#include "support/random_rules.hpp"

namespace grundy::sweep {
namespace {

using support::for_random_rules;
using support::oracle_box;

constexpr std::size_t games = 400;

class Settings {
 public:
  const Setting& next() { return all_[(turn_++ * 7) % all_.size()]; }  // 7 and 36 are coprime

 private:
  std::vector<Setting> all_ = all_settings();
  std::size_t turn_ = 0;
};

bool has_nimbers(const rules::Rules& rules) {
  return std::none_of(rules.endings.begin(), rules.endings.end(),
                      [](const auto& ending) { return ending.outcome == Outcome::N; });
}

// How often each way of solving was taken. One that no game took is not tested.
class Coverage {
 public:
  void count(const plan::Plan& plan) {
    ++seen_[plan.schedule.order() == tiles::Order::tiles ? "tiles" : "layers"];
    ++seen_[plan.method.symmetry_used ? "sorted positions" : "all positions"];
    ++seen_[std::string(to_string(plan.kernel())) + " kernel"];
    ++seen_["computing " + std::string(to_string(plan.computed))];
    if (plan.closure != plan.box) ++seen_["closure beyond the box"];
    if (plan.method.symmetry_used && plan.schedule.order() == tiles::Order::layers)
      ++seen_["sorted layers"];
  }
  void expect(const std::string& what, std::size_t least) {
    EXPECT_GE(seen_[what], least) << what;
    testing::Test::RecordProperty(what, static_cast<int>(seen_[what]));
  }

 private:
  std::map<std::string, std::size_t> seen_;
};

// Whether the rules leave open who has won a sum: see oracle/oracle.hpp.
bool is_open(const rules::Rules& rules, Convention convention) {
  return rules.has_sums() && !rules.endings.empty() &&
         (convention == Convention::misere || !has_nimbers(rules));
}

TEST(RandomSweeps, AgreeWithTheOracle) {
  Settings settings;
  Coverage coverage;
  for_random_rules(7000, games, [&](const rules::Rules& rules) {
    const Box box = oracle_box(rules);
    for (const Question& question : all_questions) {
      if (question.quantity == Quantity::nimber && !has_nimbers(rules)) continue;
      if (is_open(rules, question.convention)) continue;
      const Setting& setting = settings.next();
      SCOPED_TRACE(to_string(question) + ", " + to_string(setting));
      const auto expected = ask_oracle(rules, box, question);
      ASSERT_TRUE(expected) << expected.error().message;
      const auto plan = plan_for(rules, box, question, setting.tile_positions);
      ASSERT_TRUE(plan) << plan.error().message;
      coverage.count(*plan);
      expect_equal(carry_out(*plan, setting), *expected);
    }
  });
  coverage.expect("tiles", 500);
  coverage.expect("layers", 5);
  coverage.expect("sorted positions", 20);
  coverage.expect("all positions", 500);
  coverage.expect("generic kernel", 500);
  coverage.expect("search kernel", 50);
  coverage.expect("offset kernel", 50);
  coverage.expect("step kernel", 5);
  coverage.expect("computing nimber", 200);
  coverage.expect("computing outcome", 200);
  coverage.expect("computing remoteness", 200);
  coverage.expect("closure beyond the box", 20);
}

}  // namespace
}  // namespace grundy::sweep
