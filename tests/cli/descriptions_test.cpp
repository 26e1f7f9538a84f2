// Completions and man pages tell what --help tells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "program.hpp"

namespace grundy::cli {
namespace {

using testing::HasSubstr;
using Words = std::set<std::string>;

const std::string folder = GRUNDY_DESCRIPTIONS;

Words all_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  Words found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.insert((*match)[1]);
  return found;
}

// -o and --output of a line "  -o,--output T.zarr ..".
Words options_in_help(const std::string& help) {
  Words options;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  -"))
      options.merge(all_matches(line.substr(0, line.find(' ', 2)), "[ ,](--?[a-z-]+)"));
  return options;
}

Words subcommands() {
  return all_matches(run({"--help"}).out, "\n  ([a-z]+)  ");
}

// What bash offers for the last of these words.
Words completions(const std::string& words) {
  const Ran ran = run_in_shell("bash -c '. " + folder + "/grundy; COMP_WORDS=(" + words +
                               " \"\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 2)); _grundy "
                               "\"$0\"; printf \"%s\\n\" \"${COMPREPLY[@]}\"' \"$grundy\"");
  EXPECT_EQ(ran.status, 0) << ran.err;
  return all_matches(ran.out, "([^\n]+)\n");
}

std::string text_of(const std::string& command) {
  return run_in_shell(command).out;
}

TEST(Completion, OfBashOffersTheSubcommands) {
  Words expected = subcommands();
  ASSERT_GT(expected.size(), 10U);
  expected.insert("help");
  EXPECT_EQ(completions("grundy \"\""), expected);
}

TEST(Completion, OfBashOffersTheOptionsOfHelp) {
  EXPECT_EQ(completions("grundy -"), options_in_help(run({"--help"}).out));
  for (const std::string& name : subcommands())
    EXPECT_EQ(completions("grundy " + name + " -"), options_in_help(run({name, "--help"}).out))
        << name;
}

TEST(Completion, OfBashOffersValuesAndGames) {
  EXPECT_EQ(completions("grundy solve --value \"\""), (Words{"nimber", "outcome", "remoteness"}));
  EXPECT_EQ(completions("grundy solve three_p"), (Words{"three_pile"}));
}

TEST(Completion, OfBashOffersGamesWithinExpressions) {
  for (const std::string command : {"value", "moves", "play", "count"})
    EXPECT_EQ(completions("grundy " + command + " kik"), (Words{"kiki"})) << command;
  EXPECT_EQ(completions("grundy value --json kik"), (Words{}));  // an option may take a value
  EXPECT_EQ(completions(R"(grundy value "nim(3)+kik")"), (Words{"nim(3)+kiki"}));
  EXPECT_EQ(completions(R"(grundy value "nim(3) + 2*three_p")"), (Words{"nim(3) + 2*three_pile"}));
  // Within quotes, as bash passes them on, and behind a bracket that is escaped.
  EXPECT_EQ(completions(R"(grundy value "\"nim(3)+kik")"), (Words{"nim(3)+kiki"}));
  EXPECT_EQ(completions(R"(grundy value "nim\\(3\\)+kik")"), (Words{R"(nim\(3\)+kiki)"}));
  EXPECT_EQ(completions(R"(grundy value "nim(3)+no_such_g")"), (Words{}));
}

TEST(Completion, OfZshOffersGamesWithinExpressions) {
  const std::string script = text_of("cat " + folder + "/_grundy");
  EXPECT_THAT(script, HasSubstr("':EXPR:_grundy_expression'"));
  EXPECT_THAT(script, HasSubstr("compset -P '*[^[:alnum:]_.]'"));
}

TEST(Completion, OfZshHasTheOptionsOfHelp) {
  const std::string script = text_of("cat " + folder + "/_grundy");
  for (const std::string& name : subcommands()) {
    const std::size_t begin = script.find("\n    " + name + ") _arguments");
    ASSERT_NE(begin, std::string::npos) << name;
    const std::string own = script.substr(begin, script.find(" ;;\n", begin) - begin);
    EXPECT_EQ(all_matches(own, "\n      '[*]?(?:\\([^)]*\\))?(--?[a-z-]+)\\["),
              options_in_help(run({name, "--help"}).out))
        << name;
  }
}

TEST(ManPage, HasTheOptionsOfHelp) {
  for (const std::string& name : subcommands()) {
    std::string page = text_of("zcat " + folder + "/grundy-" + name + ".1.gz");
    std::erase(page, '\\');
    for (const std::string& option : options_in_help(run({name, "--help"}).out))
      EXPECT_THAT(page, HasSubstr("fB" + option + "fR")) << name;
    EXPECT_THAT(text_of("zcat " + folder + "/grundy.1.gz"), HasSubstr("grundy\\-" + name));
  }
}

}  // namespace
}  // namespace grundy::cli
