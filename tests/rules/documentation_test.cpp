// docs/rules.md is complete and exact, as far as a test can tell: every example
// parses, and every message that it quotes is what the parser says.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "rules/language/lexer.hpp"
#include "rules/parse.hpp"

namespace grundy::rules {
namespace {

std::string document() {
  std::ostringstream text;
  text << std::ifstream(GRUNDY_SOURCE_DIR "/docs/rules.md").rdbuf();
  return text.str();
}

// The fenced blocks of one language, in order.
std::vector<std::string> blocks(const std::string& language) {
  std::vector<std::string> found;
  std::istringstream lines(document());
  bool inside = false;
  for (std::string line; std::getline(lines, line);)
    if (inside && line == "```")
      inside = false;
    else if (inside)
      found.back() += line + "\n";
    else if (line == "```" + language) {
      inside = true;
      found.emplace_back();
    }
  return found;
}

TEST(Documentation, EveryExampleParses) {
  const auto examples = blocks("grundy");
  EXPECT_GE(examples.size(), 15u);
  for (const std::string& example : examples) {
    const auto games = parse(example, "docs/rules.md");
    EXPECT_TRUE(games) << games.error().message << "\nin:\n" << example;
  }
}

// A block of mistaken rules is followed by what is said about it.
TEST(Documentation, EveryQuotedMessageIsExact) {
  const auto wrong = blocks("grundy-wrong");
  const auto messages = blocks("message");
  EXPECT_GE(wrong.size(), 5u);
  ASSERT_EQ(wrong.size(), messages.size());
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const auto games = parse(wrong[i], "my.game");
    ASSERT_FALSE(games) << wrong[i];
    EXPECT_EQ(games.error().message + "\n", messages[i]) << "in:\n" << wrong[i];
  }
}

TEST(Documentation, EveryRefusedExampleIsRefused) {
  const auto refused = blocks("grundy-refused");
  EXPECT_GE(refused.size(), 3u);
  for (const std::string& example : refused) EXPECT_FALSE(parse(example, "my.game")) << example;
}

TEST(Documentation, EveryKeywordIsMentioned) {
  const std::string text = document();
  for (const std::string_view word : keywords())
    EXPECT_THAT(text, testing::ContainsRegex(fmt::format("`{}[`( ]", word)));
}

}  // namespace
}  // namespace grundy::rules
