// Text made to hurt: each of these must come back quickly and with something to say.
#include <gmock/gmock.h>

#include <ctime>
#include <random>

#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

using testing::HasSubstr;

constexpr std::size_t megabyte = 1 << 20;

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

std::string numbered(std::size_t count, const std::string& before, const std::string& after) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i > 0 ? ", " : "") + before + std::to_string(i) + after;
  return text;
}

struct Attack {
  std::string name;
  std::string text;
  std::string expected;
};
void PrintTo(const Attack& attack, std::ostream* stream) {
  *stream << attack.name;
}

class Hostile : public testing::TestWithParam<Attack> {};

// Ten seconds of the processor, because sanitizers are slow too; a release build needs a fraction
// of one. Anything quadratic in a megabyte would take hours.
TEST_P(Hostile, IsRefusedQuickly) {
  const std::clock_t begin = std::clock();
  const std::string message = mistakes(GetParam().text);
  const std::clock_t took = std::clock() - begin;
  EXPECT_THAT(message, HasSubstr(GetParam().expected));
  EXPECT_LT(message.size(), 20'000u) << "messages show excerpts only";
  EXPECT_LT(took, 10 * CLOCKS_PER_SEC);
}

const std::string head = "game g(n)\n(n) -> ";

INSTANTIATE_TEST_SUITE_P(
    Text, Hostile,
    testing::Values(
        Attack{"parentheses", repeated("(", megabyte), "expected `game`"},
        Attack{"parentheses_in_a_number", head + "(" + repeated("(", megabyte),
               "more than 200 parentheses inside each other"},
        Attack{"parentheses_in_a_condition", head + "(n - 1) when " + repeated("(", megabyte),
               "more than 200 parentheses inside each other"},
        Attack{"functions", head + "(" + repeated("floor(", megabyte),
               "more than 200 functions inside each other"},
        Attack{"signs", head + "(" + repeated("-", megabyte) + "n)",
               "more than 200 signs before each other"},
        Attack{"negations", head + "(n - 1) when " + repeated("not ", megabyte) + "n = 1",
               "more than 200 signs before each other"},
        Attack{"a_long_sum", head + "(" + repeated("n + ", megabyte) + "n)",
               "more than 200 operations inside each other"},
        Attack{"a_long_condition",
               head + "(n - 1) when " + repeated("n = 1 or ", megabyte) + "n = 1",
               "more than 100000 numbers, names and operations in a game"},
        Attack{"a_long_chain", head + "(n - 1) when " + repeated("n < ", megabyte) + "n",
               "more than 100000 numbers, names and operations in a game"},
        Attack{"many_arguments", head + "(min(" + repeated("n, ", megabyte) + "n))",
               "more than 100000 numbers, names and operations in a game"},
        Attack{"many_binders", head + "(n) for " + numbered(100'000, "k", " >= 1"),
               "t:2:88: more than 8 binders in a rule"},
        Attack{"many_coordinates", "game g(" + numbered(100'000, "c", "") + ")",
               "more than 8 coordinates in a game"},
        Attack{"a_long_position", head + "(" + numbered(100'000, "", "") + ")",
               "more than 8 coordinates in a position"},
        Attack{"many_summands", head + repeated("(n - 1) + ", megabyte) + "(n)",
               "more than 16 positions in a sum"},
        Attack{"a_huge_set", head + "(n - k) for k in {" + numbered(100'000, "", "") + "}",
               "more than 4096 members in a set"},
        Attack{"many_rules", "game g(n)\n" + repeated("(n) -> (n - 1)\n", megabyte),
               "more than 4096 statements of this kind"},
        Attack{"many_rules_on_a_line", "game g(n) " + repeated("(n) -> (n - 1) ", megabyte),
               "more than 4096 statements of this kind"},
        Attack{"many_endings", "game g(n)\n" + repeated("lost when n = 1\n", megabyte),
               "more than 4096 statements of this kind"},
        Attack{"many_games", repeated("game g(n) (n) -> (n - 1)\n", megabyte),
               "there are two games called `g`"},
        Attack{"a_huge_number", head + "(n - " + repeated("9", megabyte) + ")", "is too large"},
        Attack{"a_huge_name", head + "(n - " + repeated("x", megabyte) + ")", "is too long"},
        Attack{"a_huge_code", "game g(n) take_and_break 0." + repeated("7", megabyte),
               "has more than 256 digits"},
        Attack{"a_huge_text", "game g(n) \"" + repeated("x", megabyte), "not closed on its line"},
        Attack{"NULs", std::string(megabyte, '\0'), "t:1:1: control character U+0000"},
        Attack{"scattered_NULs", repeated({"\0 ", 2}, megabyte), "and more"},
        Attack{"no_UTF_8", repeated("\xff \xc0\x80 \xed\xa0\x80 ", megabyte), "and more"},
        Attack{"nothing_but_signs", repeated("@ ", megabyte), "and more"},
        Attack{"a_long_line", head + "(n - 1)" + std::string(megabyte, ' ') + "foo",
               "t:2:1048591: expected the next statement, found `foo`"},
        Attack{"many_lines", head + "(n - 1)" + std::string(megabyte, '\n') + "foo",
               "t:1048578:1: expected the next statement, found `foo`"},
        Attack{"a_huge_file", "# " + repeated("x", 5 * megabyte), "rules have at most 4194304"}),
    [](const auto& attack) { return attack.param.name; });

TEST(Hostile, OrbitsOfManyRulesAreRefusedQuickly) {
  std::string text = "game g(a, b, c, d, e, f, u, v) symmetric (a, b, c, d, e, f, u, v)\n";
  text += repeated("(a, b, c, d, e, f, u, v) -> (a - 1, b - 2, c - 3, d - 4, e - 5, f - 6, u, v)\n",
                   megabyte / 8);
  EXPECT_THAT(mistakes(text), HasSubstr("the game becomes too large"));
}

// Bytes flipped, cut out and doubled: whatever comes of it, the parser survives.
TEST(Hostile, MutationsOfTheCatalogueNeverCrash) {
  std::mt19937 random(/*seed=*/177);
  std::size_t sound = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto games = catalogue();
    std::string text(games[random() % games.size()].text);
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size(), length = 1 + random() % 20;
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          text.erase(at, std::min(length, text.size() - 1));
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), length));
      }
    }
    const auto result = parse(text, "mutation");
    if (result)
      ++sound;
    else
      EXPECT_FALSE(result.error().message.empty());
  }
  EXPECT_GT(sound, 200u) << "many mutations hit a comment";
  EXPECT_LT(sound, 1900u);
}

}  // namespace
}  // namespace grundy::rules
