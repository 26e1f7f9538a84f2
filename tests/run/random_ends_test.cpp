// Random rules outside linear arithmetic: those that end are solved, with the values of the
// definition; those that do not are refused with play that comes back.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generator/draw.hpp"
#include "oracle/options.hpp"
#include "rules/language/parser.hpp"
#include "rules/parse.hpp"
#include "rules/unchecked.hpp"
#include "support/expected.hpp"

namespace grundy::sweep {
namespace {

using oracle::Sum;

const Setting two_threads{"openmp", 2, 100};

std::string number(generator::Draw& draw, int depth) {
  static const std::vector<std::string> atoms{"a", "b", "k", "1", "3"};
  if (depth == 0) return draw.one_of(atoms);
  const auto part = [&] { return number(draw, depth - 1); };
  switch (draw.below(8)) {
    case 0:
      return fmt::format("({} + {})", part(), part());
    case 1:
      return fmt::format("({} - {})", part(), part());
    case 2:
      return fmt::format("{} * {}", part(), part());
    case 3:
      return fmt::format("({} mod {})", part(), draw.between(2, 9));
    case 4:
      return fmt::format("floor({} / {})", part(), draw.between(2, 5));
    case 5:
      return fmt::format("min({}, {})", part(), part());
    case 6:
      return fmt::format("max({}, {})", part(), part());
    default:
      return draw.one_of(atoms);
  }
}

struct Target {
  std::string a, b;
};

Target target(generator::Draw& draw) {
  if (draw.chance(40)) return {"i", "j"};
  return {number(draw, 2), number(draw, 2)};
}

// A number of a position, far from linear.
class Measure {
 public:
  explicit Measure(generator::Draw& draw) : kind_(draw.below(4)) {
    for (int i = 0; i < 3; ++i) factors_.push_back(draw.between(1, 9));
    modulus_ = draw.between(5, 40);
  }

  std::string of(const Target& at) const {
    const auto& [a, b] = at;
    const std::string sum =
        fmt::format("{0} * ({3}) * ({3}) + {1} * ({4}) * ({4}) + {2} * ({3}) * ({4})", factors_[0],
                    factors_[1], factors_[2], a, b);
    if (kind_ == 0) return fmt::format("({}) mod {}", sum, modulus_);
    if (kind_ == 1) return fmt::format("floor(({}) / {})", sum, factors_[0]);
    if (kind_ == 2) return fmt::format("max({}, {} * ({}))", sum, modulus_, b);
    return fmt::format("(({} * ({})) mod {} + ({}) * ({}))", modulus_, a, factors_[1] + 2, b, b);
  }

 private:
  std::int64_t kind_;
  std::vector<std::int64_t> factors_;
  std::int64_t modulus_;
};

// Rules that lower the measure, and others where `loose` holds.
std::string rules_text(generator::Draw& draw, std::int64_t end, const std::string& loose,
                       bool has_sums) {
  const Measure measure(draw);
  const std::string now = measure.of({"a", "b"});
  std::string text = fmt::format("game g(a in 0 .. {0}, b in -2 .. {0})\n", end);
  for (std::int64_t left = draw.between(1, 3); left > 0; --left) {
    const Target to = target(draw);
    std::string option = fmt::format("({}, {})", to.a, to.b);
    std::string condition = fmt::format("{} < {}", measure.of(to), now);
    if (has_sums) {
      const Target other = target(draw);
      option += fmt::format(" + ({}, {})", other.a, other.b);
      condition += fmt::format(" and {} < {}", measure.of(other), now);
    }
    if (!loose.empty() && draw.chance(60)) condition = fmt::format("({} or {})", condition, loose);
    const bool is_near = end > 10;
    text += fmt::format("  (a, b) -> {}  for i in {}, j in {}, k in 0 .. {}  when {}\n", option,
                        is_near ? "a - 2 .. a + 2" : "0 .. 6",
                        is_near ? "b - 2 .. b + 2" : "-2 .. 4", draw.between(0, 2), condition);
  }
  return text;
}

TEST(RandomEnds, AcyclicRulesAreSolved) {
  generator::Draw draw(/*seed=*/4101);
  std::size_t walked = 0;
  for (std::size_t game = 0; game < 200; ++game) {
    const bool has_sums = game % 4 == 3;
    const std::string text = rules_text(draw, 6, "", has_sums);
    SCOPED_TRACE(text);
    const rules::Rules rules = rules::parsed(text);
    ASSERT_FALSE(rules.options.empty());
    const Box box{{0, -2}, {6, 6}};
    // Of sums only what their nimbers tell: the rest needs a proof that play ends.
    const Question question = has_sums ? Question{Quantity::nimber, Convention::normal}
                                       : all_questions[game % all_questions.size()];
    const auto expected = ask_oracle(rules, box, question);
    ASSERT_TRUE(expected) << expected.error().message;
    const auto plan = plan_for(rules, box, question, 100);
    ASSERT_TRUE(plan) << plan.error().message;
    walked += plan->descent.is_proved() ? 0U : 1U;
    expect_equal(carry_out(*plan, two_threads), *expected);
  }
  EXPECT_GE(walked, 100U);
}

using Options = std::map<Position, std::vector<Sum>>;

Options options_in(const rules::Rules& rules, const Box& box) {
  Options all;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position position = box.position(rank);
    const auto options = oracle::options(rules, position);
    EXPECT_TRUE(options) << options.error().message;
    if (options) all[position] = *options;
  }
  return all;
}

// Positions go whose play ends; whether some stay.
bool comes_back(const Options& options) {
  std::map<Position, std::size_t> open;  // positions of options that stay
  std::map<Position, std::vector<Position>> parents;
  std::vector<Position> ended;
  for (const auto& [from, sums] : options) {
    for (const Sum& sum : sums)
      for (const Position& part : sum) {
        ++open[from];
        parents[part].push_back(from);
      }
    if (!open.contains(from)) ended.push_back(from);
  }
  std::size_t left = options.size();
  while (!ended.empty()) {
    const Position position = ended.back();
    ended.pop_back();
    --left;
    for (const Position& parent : parents[position])
      if (--open[parent] == 0) ended.push_back(parent);
  }
  return left > 0;
}

// The sums in "need not end: (0, 1) -> (1, 0) + (2, 2) -> (0, 1)", up to "..".
std::vector<Sum> play_in(const std::string& message) {
  const std::string start = "need not end: ";
  std::size_t at = message.find(start);
  if (at == std::string::npos) return {};
  const std::string text = message.substr(at, message.find('\n', at) - at);
  std::vector<Sum> sums{{}};
  for (at = start.size(); at < text.size() && text[at] != '.'; ++at) {
    if (text[at] == '>') sums.emplace_back();
    if (text[at] == '(') sums.back().emplace_back();
    std::int64_t coordinate = 0;
    const auto [end, error] =
        std::from_chars(text.data() + at, text.data() + text.size(), coordinate);
    if (error != std::errc{}) continue;
    sums.back().back().push_back(coordinate);
    at = static_cast<std::size_t>(end - text.data()) - 1;
  }
  if (sums.back().empty()) sums.pop_back();  // before ".."
  return sums;
}

bool is_move(const Options& options, const Sum& from, const Sum& to) {
  for (const Position& moved : from)
    for (const Sum& option : options.at(moved)) {
      Sum after = from;
      after.erase(std::ranges::find(after, moved));
      after.insert(after.end(), option.begin(), option.end());
      std::ranges::sort(after);
      if (after == to) return true;
    }
  return false;
}

std::string refusal(const std::string& text) {
  const auto games = rules::parse(text, "test");
  if (!games) return games.error().message;
  const auto plan = plan_for(games->front(), games->front().low_box(100),
                             {Quantity::nimber, Convention::normal}, 100);
  if (!plan) return plan.error().message;
  const auto solved = carry_out(*plan, two_threads);
  return solved ? "" : solved.error().message;
}

TEST(RandomEnds, CyclicRulesAreRefusedWithACycle) {
  generator::Draw draw(/*seed=*/4102);
  std::size_t endless = 0;
  std::size_t whole = 0;
  for (std::size_t game = 0; endless < 30; ++game) {
    ASSERT_LT(game, 300U);
    const std::string loose = fmt::format("a + b >= {}", draw.between(20, 60));
    const std::string text = rules_text(draw, 40, loose, game % 4 == 3);
    SCOPED_TRACE(text);
    const std::string message = refusal(text);
    const Options options = options_in(rules::unchecked(text), {{0, -2}, {40, 40}});
    EXPECT_EQ(!message.empty(), comes_back(options)) << message;
    if (message.empty()) continue;
    ++endless;
    const auto play = play_in(message);
    ASSERT_GE(play.size(), 2U) << message;
    for (std::size_t i = 1; i < play.size(); ++i)
      EXPECT_TRUE(is_move(options, play[i - 1], play[i])) << "move " << i << ": " << message;
    if (message.find(" -> .. -> ") != std::string::npos) continue;
    ++whole;
    EXPECT_THAT(play.back(), testing::Contains(play.front().front())) << message;
  }
  EXPECT_GE(whole, 22U);
}

}  // namespace
}  // namespace grundy::sweep
