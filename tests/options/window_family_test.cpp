// Kernel window against the definition: random rules along one coordinate.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "methods/options/window.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::window {
namespace {

using sweep::Question;

constexpr Question nimbers{Quantity::nimber, Convention::normal};
constexpr Question outcomes{Quantity::outcome, Convention::normal};

Result<plan::Plan> plan_of(const rules::Rules& rules, const Box& box,
                           const Question& question = nimbers) {
  return sweep::plan_for(rules, box, question, plan::default_tile_positions, "window");
}

// In these texts C is the coordinate that changes, D another one, or 7, and L the largest C.
const std::vector<std::string> falling_runs{"C - k for k in 1 .. floor(C / 2)",
                                            "C - k for k in 1 + C mod 3 .. floor(2 * C / 3)",
                                            "C - k for k in 1 .. min(C, 20 + C mod 7)",
                                            "C - k for k in 1 .. min(C, D * D + 12)",
                                            "C - k for k in 1 + D .. C",
                                            "C - k for k in max(1, C - 30) .. C",
                                            "i for i in floor(C / 3) .. floor(C / 2) - 1",
                                            "i for i in 0 .. C - 1 - C mod 4",
                                            "i for i in max(0, C - 50) .. C - 1",
                                            "i for i in 3 .. min(C - 1, D + 60)"};
const std::vector<std::string> rising_runs{
    "C + k for k in 1 .. min(C * C, L - C)", "C + k for k in 1 .. min(floor(C / 2) + 2, L - C)",
    "C + k for k in 1 + C mod 4 .. L - C", "i for i in C + 1 .. min(2 * C, L)",
    "i for i in C + 3 + D mod 2 .. min(L, C + 40)"};
const std::vector<std::string> falling_others{
    "C - k for k in {1, 3, 7}", "C - 2", "floor(C / 2) when C >= 1",
    "C - k for k in powers(2)", "end",   "C - 2 * k for k in 1 .. floor(C / 2)",
    "C - k for k in even"};
const std::vector<std::string> rising_others{"C + k for k in {1, 3, 7} when C + k <= L",
                                             "C + 2 when C + 2 <= L", "end"};
const std::vector<std::string> conditions{
    "", "", "", "C mod 2 = 0", "C >= 9", "C mod 5 != 1", "D mod 2 = 1", "C mod 3 = 1 or C > 40"};

class RandomRows {
 public:
  struct Drawn {
    std::string text;
    Box box;
  };

  Drawn next() {
    static const std::vector<std::vector<std::string>> all_names{
        {"n"}, {"a", "b"}, {"a", "b", "c"}};
    const std::vector<std::string>& names = all_names[random_() % all_names.size()];
    const std::size_t axis = random_() % names.size();
    const std::int64_t longest = names.size() == 1 ? 300 : names.size() == 2 ? 120 : 90;
    Drawn drawn;
    for (std::size_t i = 0; i < names.size(); ++i) {
      drawn.box.low.push_back(0);
      drawn.box.high.push_back(i == axis ? longest - static_cast<std::int64_t>(random_() % 9)
                                         : static_cast<std::int64_t>(random_() % 6));
    }
    words_ = {{"C", names[axis]},
              {"D", names.size() == 1 ? "7" : names[(axis + 1) % names.size()]},
              {"L", std::to_string(drawn.box.high[axis])}};
    const bool falls = random_() % 3 != 0;
    drawn.text = "game rows(" + joined(names) + ")\n";
    for (std::size_t rule = 1 + random_() % 2; rule > 0; --rule)
      drawn.text += rule_of(names, axis, any(falls ? falling_runs : rising_runs));
    if (random_() % 2 == 0)
      drawn.text += rule_of(names, axis, any(falls ? falling_others : rising_others));
    return drawn;
  }

 private:
  const std::string& any(const std::vector<std::string>& texts) {
    return texts[random_() % texts.size()];
  }

  static std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
  }

  std::string with_words(const std::string& text) const {
    std::string result;
    for (const char letter : text) {
      const auto word = words_.find(std::string(1, letter));
      result += word == words_.end() ? std::string(1, letter) : word->second;
    }
    return result;
  }

  // "C - k for .." to "  (a, b) -> (a, b - k) for .. when ..", where b changes.
  std::string rule_of(const std::vector<std::string>& names, std::size_t axis,
                      const std::string& option) {
    const std::size_t space = std::min(option.find(" for "), option.find(" when "));
    const std::string rest = space == std::string::npos ? "" : option.substr(space);
    std::string condition = any(conditions);
    std::string to = "()";
    if (option.starts_with("end")) {
      condition = "C >= 5";
    } else {
      std::vector<std::string> summand = names;
      summand[axis] = with_words(option.substr(0, space));
      to = "(" + joined(summand) + ")";
    }
    if (rest.find(" when ") != std::string::npos) condition.clear();
    if (!condition.empty()) condition = " when " + condition;
    return "  (" + joined(names) + ") -> " + to + with_words(rest + condition) + "\n";
  }

  std::mt19937_64 random_{1968};
  std::map<std::string, std::string> words_;
};

TEST(Window, OfRandomRowsGivesWhatTheOracleGives) {
  RandomRows random;
  const std::vector<sweep::Setting> settings = sweep::all_settings();
  std::map<std::size_t, std::size_t> solved;  // by dimensions
  for (std::size_t game = 0; game < 250; ++game) {
    const RandomRows::Drawn drawn = random.next();
    SCOPED_TRACE(testing::Message() << "game " << game << "\n" << drawn.text);
    const auto games = rules::parse(drawn.text, "test");
    ASSERT_TRUE(games) << games.error().message;
    const rules::Rules& rules = games->front();
    const Question question = game % 4 == 0 ? outcomes : nimbers;
    const auto plan = plan_of(rules, drawn.box, question);
    if (!plan) {
      ASSERT_EQ(plan.error().message.find("kernel window does not apply"), 0U)
          << plan.error().message;
      continue;
    }
    ++solved[rules.dimensions()];
    const auto expected = sweep::ask_oracle(rules, plan->box, question);
    ASSERT_TRUE(expected);
    sweep::expect_equal(sweep::carry_out(*plan, settings[game % settings.size()]), *expected);
    if (testing::Test::HasFailure()) return;
  }
  for (const std::size_t dimensions : {1U, 2U, 3U})
    EXPECT_GT(solved[dimensions], 25U) << dimensions;
}

// Half of a heap at most: g(2 m) = m and g(2 m + 1) = g(m). L. Levine, Fractal sequences and
// restricted Nim, Ars Combinatoria 80 (2006); OEIS, A025480.
TEST(Window, HasTheNimbersOfHalvesAsPublished) {
  const auto rules =
      rules::parse("game half(n)\n  (n) -> (n - k) for k in 1 .. floor(n / 2)\n", "test")->front();
  const auto plan = plan_of(rules, {{0}, {1'000'000}});
  ASSERT_TRUE(plan) << plan.error().message;
  const auto answer = sweep::carry_out(*plan, {"tbb", 2, plan::default_tile_positions});
  ASSERT_TRUE(answer) << answer.error().message;
  for (std::size_t heap = 1; heap < answer->values.size(); ++heap)
    ASSERT_EQ(answer->values[heap], heap % 2 == 0 ? heap / 2 : answer->values[heap / 2]) << heap;
}

TEST(Window, SaysWhyItDoesNotApply) {
  const auto why_not = [](const std::string& text, const Box& box) {
    const auto plan = plan_of(rules::parsed(text), box);
    return plan ? "" : plan.error().message;
  };
  EXPECT_EQ(why_not("game g(a, b)\n  (a, b) -> (a - k, b - k) for k >= 1\n", {{0, 0}, {9, 9}}),
            "kernel window does not apply: moves change more than one coordinate");
  EXPECT_EQ(why_not("game g(n)\n  (n) -> (i) + (n - i) for i in 1 .. n - 1\n", {{0}, {99}}),
            "kernel window does not apply: a move leaves more than one part");
  EXPECT_THAT(why_not("game g(n)\n  (n) -> (n - k) for k in {1, 2}\n", {{0}, {99}}),
              testing::StartsWith("kernel window does not apply: there are 2 options in the mean"));
}

}  // namespace
}  // namespace grundy::window
