// What method `sections` finds, against the oracle.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "kernels/isa.hpp"
#include "methods/scan/section_program.hpp"
#include "relation/reuse.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"

namespace grundy::sections {
namespace {

using sweep::Question;
using testing::HasSubstr;

const std::vector<Question> outcomes{{Quantity::outcome, Convention::normal},
                                     {Quantity::outcome, Convention::misere}};

// Where the method is named, its error is returned if it does not apply.
Result<plan::Plan> plan_for(const rules::Rules& rules, const Position& high, Question question,
                            std::uint64_t tile_positions = plan::default_tile_positions) {
  return sweep::plan_for(rules, {rules.low_corner(), high}, question, tile_positions, "sections");
}

// Linear games in which the last coordinate may be lowered to any number.
class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}

  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  std::string game() {
    const int dimensions = number(2, 4);
    names_ = {"a", "b", "c", "d"};
    names_.resize(static_cast<std::size_t>(dimensions));
    // The first coordinates fall with every move of most games, so that others may rise.
    std::string text = fmt::format("game g({})\n", ranges());
    std::vector<std::string> to = names_;
    to.back() += " - k";
    text += rule(to, "k >= 1", "");
    const bool invariant = number(0, 1) == 0;  // whether all rules take the same everywhere
    for (int i = number(1, 3); i > 0; --i) text += invariant ? invariant_rule() : any_rule();
    return text;
  }

  Position high(const rules::Rules& rules) {
    const int side = names_.size() == 2 ? 70 : names_.size() == 3 ? 11 : 5;
    Position high = rules.low_corner();
    for (std::int64_t& end : high) end += number(side / 2, side);
    return high;
  }

 private:
  std::string ranges() {
    std::vector<std::string> all;
    for (const std::string& name : names_)
      all.push_back(number(0, 3) == 0 ? fmt::format("{} in {}..", name, number(1, 9)) : name);
    return fmt::format("{}", fmt::join(all, ", "));
  }

  std::string rule(const std::vector<std::string>& to, const std::string& binders,
                   const std::string& condition) {
    return fmt::format("  ({}) -> ({}){}{}\n", fmt::join(names_, ", "), fmt::join(to, ", "),
                       binders.empty() ? "" : " for " + binders,
                       condition.empty() ? "" : " when " + condition);
  }

  std::string condition() {
    const std::string& a = names_[index()];
    const std::string& b = names_[index()];
    switch (number(0, 9)) {
      case 0:
        return fmt::format("{} >= {}", a, b);
      case 1:
        return fmt::format("{} mod {} = {}", names_[0], number(2, 3), number(0, 1));
      case 2:
        return fmt::format("{} + {} >= {}", a, b, number(1, 12));
      case 3:
        return fmt::format("{} <= {}", a, number(3, 20));
      case 4:
        return fmt::format("{} = {}", a, b);
      default:
        return "";
    }
  }

  std::size_t index() {
    return static_cast<std::size_t>(number(0, static_cast<int>(names_.size()) - 1));
  }

  // Another coordinate.
  std::size_t beside(std::size_t i) {
    return (i + static_cast<std::size_t>(number(1, static_cast<int>(names_.size()) - 1))) %
           names_.size();
  }

  std::string invariant_rule() {
    std::vector<std::string> to = names_;
    const std::size_t i = index();
    const std::size_t j = beside(i);
    to[i] = names_[i] + (number(0, 1) == 0 ? " - i" : " - 1 - i");
    switch (number(0, 3)) {
      case 0:  // a block of differences, with a corner cut off
        to[j] = names_[j] + " - j";
        return rule(to, fmt::format("i in 0 .. {}, j in 0 .. {}", number(0, 5), number(1, 9)),
                    fmt::format("1 <= i + j and i + {} * j <= {}", number(1, 2), number(2, 12)));
      case 1:  // what falls may go to another coordinate
        to[0] = names_[0] + " - i";
        to[1] = names_[1] + " + j";
        return rule(to, fmt::format("i in 1 .. {}, j in 0 .. {}", number(1, 4), number(1, 6)), "");
      case 2:  // rays side by side
        to[0] = fmt::format("{} - {} * k", names_[0], number(1, 2));
        to[1] = fmt::format("{} - k - j", names_[1]);
        return rule(to, fmt::format("k >= 1, j in 0 .. {}", number(0, 2)), "");
      default:
        to[i] = names_[i] + " - k";
        return rule(to, "k >= 1", "");
    }
  }

  std::string any_rule() {
    std::vector<std::string> to = names_;
    const std::size_t i = index();
    const std::size_t j = beside(i);
    const std::string a = names_[i];
    const std::string b = names_[j];
    switch (number(0, 9)) {
      case 0:
        to[i] = fmt::format("{} - {} * k", a, number(1, 3));
        return rule(to, "k >= 1", condition());
      case 1:
        to[i] = fmt::format("{} - {} * k", a, number(1, 2));
        to[j] = fmt::format("{} - {} * k", b, number(1, 2));
        return rule(to, "k >= 1", condition());
      case 2:
        to[i] = fmt::format("{} - {}", a, number(1, 3));
        to[j] = fmt::format("{} - {}", b, number(0, 3));
        return rule(to, "", condition());
      case 3:
        to[i] = "i";
        to[j] = fmt::format("min({}, i)", b);
        return rule(to, fmt::format("i in {} .. {} - 1", number(9, 12), a), condition());
      case 4: {
        const int width = number(1, 2);
        to[i] = fmt::format("{} - j", a);
        to[j] = fmt::format("{} - k", b);
        return rule(to, fmt::format("j >= 1, k in max(1, j - {}) .. j + {}", width, width),
                    condition());
      }
      case 5:
        to[i] = fmt::format("{} - i", a);
        to[j] = fmt::format("{} - j", b);
        return rule(to, "i >= 1, j >= 1", condition());
      case 6:
        to[0] = names_[0] + " - k";
        to[1] = names_[1] + fmt::format(" + k - {}", number(0, 2));
        return rule(to, "k >= 1", condition());
      case 7:
        to[i] = "i";
        to[j] = "i";
        return rule(to, fmt::format("i in {} .. min({}, {}) - 1", number(9, 10), a, b),
                    condition());
      case 8:
        to[0] = names_[0] + " - 1";
        to[i] = i == 0 ? to[0] : fmt::format("{} + {}", a, number(1, 2));
        return rule(to, "", condition());
      default:
        to[i] = fmt::format("{} - k", a);
        return rule(to, fmt::format("k in 1 .. {}", number(2, 4)), condition());
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> names_;
};

TEST(Sections, GivesWhatTheOracleGives) {
  const std::vector<sweep::Setting> settings = sweep::all_settings();
  const auto targets = kernels::isa_names();
  std::size_t solved = 0;
  std::size_t accepted = 0;
  std::size_t turn = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const std::string text = random.game();
    const auto games = rules::parse(text, "test");
    if (!games) continue;
    const rules::Rules& rules = games->front();
    const Position high = random.high(rules);
    for (const Question question : outcomes) {
      SCOPED_TRACE(testing::Message()
                   << text << " to " << to_string(high) << ", " << to_string(question));
      const sweep::Setting& setting = settings[++turn % settings.size()];
      const auto plan = plan_for(rules, high, question, setting.tile_positions);
      ++accepted;
      if (!plan) continue;
      const Box box{rules.low_corner(), high};
      const auto expected = sweep::ask_oracle(rules, box, question);
      if (!expected) continue;
      kernels::force_isa(targets[turn % targets.size()]);
      sweep::expect_equal(sweep::carry_out(*plan, setting), *expected);
      if (HasFailure()) return;
      ++solved;
    }
  }
  kernels::choose_isa();
  RecordProperty("solved", static_cast<int>(solved));
  EXPECT_GT(solved, accepted / 2) << accepted;
}

// Chomp with three rows: sets of options that are marked for whole intervals of rows at once.
constexpr const char* chomp = R"(game chomp(a in 1.., b, c)
  (a, b, c) -> (i, min(b, i), min(c, i))  for i in 1 .. a - 1
  (a, b, c) -> (a, i, min(c, i))          for i in 0 .. b - 1
  (a, b, c) -> (a, b, i)                  for i in 0 .. c - 1
)";

TEST(Sections, IsChosenWhereALineHasOnePPosition) {
  const auto plan = sweep::plan_for(rules::parsed(chomp), {{1, 0, 0}, {1000, 1000, 1000}},
                                    {Quantity::outcome, Convention::normal});
  ASSERT_TRUE(plan);
  EXPECT_EQ(to_string(plan->kernel()), "sections");
  EXPECT_THAT(plan->method.reason, HasSubstr("bits of 2 sets of options"));
}

// At the first rows of a box, where no index passes its tests, the row before is outside.
TEST(Sections, StepsReadRowsOfTheBoxAlone) {
  const Box box{{1, 0, 0}, {29, 29, 29}};
  const scan::Scan order{{0, true}, {1, true}, {2, true}};
  const auto scheme = relation::scheme_of(rules::parsed(chomp), box, order, 2);
  ASSERT_TRUE(scheme);
  const auto program = scan::compile_sections(*scheme, box, order);
  ASSERT_TRUE(program) << program.error().message;
  scan::SectionSteps steps(*program, std::vector<std::uint64_t*>(program->words.size()));
  std::size_t read = 0;
  for (std::int64_t a = 1; a <= 29; ++a)
    for (const kernels::scan::SectionStep& step : steps.find({a, 0, 0}))
      if (step.operation == kernels::scan::Operation::add)
        for (std::int64_t b = step.turns.first; b <= std::min<std::int64_t>(29, step.turns.last);
             ++b, ++read) {
          EXPECT_GE(step.source.at(b), 0) << a << ", " << b;
          EXPECT_LT(step.source.at(b), 870) << a << ", " << b;
        }
  EXPECT_GT(read, 3000U);
}

TEST(Sections, SaysWhyItDoesNotApply) {
  const auto why_not = [](const std::string& text, Convention convention = Convention::normal) {
    const rules::Rules rules = rules::parsed(text);
    const auto plan =
        plan_for(rules, Position(rules.dimensions(), 60), {Quantity::outcome, convention});
    return plan ? "" : plan.error().message;
  };
  const std::string nim = "game g(a, b)\n  (a, b) -> (a, b - k) for k >= 1\n";
  EXPECT_EQ(why_not(nim + "  (a, b) -> (a - k, b) for k >= 1\n"), "");
  EXPECT_THAT(why_not("game g(a, b)\n  (a, b) -> (a, b - k) for k >= 1 when a >= b\n"
                      "  (a, b) -> (a - k, b) for k >= 1 when b >= 1\n"),
              HasSubstr("no coordinate besides others may be lowered to any number"));
  EXPECT_THAT(why_not(nim + "  (a, b) -> (a - k, b) for k in 1 .. floor(a / 2)\n"),
              HasSubstr("options leave sets"));
  EXPECT_THAT(why_not(nim + "  (a, b) -> (a - k, b) for k >= 1 when b mod 2 = 1\n"),
              HasSubstr("a condition repeats along rows"));
  EXPECT_THAT(why_not(nim + "  (a, b) -> (b, b) when b <= a - 1\n"),
              HasSubstr("an option of a row is in several rows"));
}

}  // namespace
}  // namespace grundy::sections
