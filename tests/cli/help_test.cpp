// Help as a new user meets it: every subcommand has examples, and they work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using testing::HasSubstr;

// The indented lines that follow the heading.
std::vector<std::string> lines_under(const std::string& heading, const std::string& text) {
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line) && line != heading) continue;
  std::vector<std::string> lines;
  while (std::getline(stream, line) && line.starts_with("  ")) lines.push_back(line.substr(2));
  return lines;
}

// In the order of --help, but `solve` first: others look at the table that it writes.
std::vector<std::string> subcommands() {
  std::vector<std::string> names{"solve"};
  for (const std::string& line : lines_under("Subcommands:", run({"--help"}).out))
    if (const std::string name = line.substr(0, line.find(' ')); name != "solve")
      names.push_back(name);
  return names;
}

TEST(Help, ExamplesOfEverySubcommandWork) {
  const test::TemporaryDirectory directory;
  const std::string begin =
      "set -e; cd '" + (directory / "").string() + "'; grundy() { \"$grundy\" \"$@\"; }\n";
  const auto names = subcommands();
  ASSERT_EQ(names.size(), 20u);
  for (const std::string& name : names) {
    const auto examples = lines_under("Examples:", run({name, "--help"}).out);
    EXPECT_FALSE(examples.empty()) << name;
    if (name == "serve") continue;  // runs until a signal: docs/serve.md has examples that are run
    for (const std::string& example : examples) {
      const Ran ran = run_in_shell(begin + example);
      EXPECT_THAT(example, HasSubstr("grundy " + name));
      EXPECT_EQ(ran.status, 0) << example << '\n' << ran.err;
      EXPECT_FALSE(ran.out.empty()) << example;
    }
  }
}

TEST(Help, HasEightyColumns) {
  for (std::string name : subcommands()) {
    std::istringstream lines(run({name, "--help"}).out);
    for (std::string line; std::getline(lines, line) && line != "Examples:";)
      EXPECT_LE(line.size(), 80U) << name << ": " << line;
  }
}

TEST(Help, IsShownToThoseWhoSayNothing) {
  const Ran ran = run({});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, run({"--help"}).out);
  EXPECT_THAT(ran.err, HasSubstr("Begin with:"));
}

TEST(Help, NamesWhatIsMisspelled) {
  const Ran option = run({"solve", "kayles", "--bxo", "10"});
  EXPECT_EQ(option.status, 2);
  EXPECT_EQ(option.err, "grundy: grundy solve has no `--bxo`; did you mean `--box`?\n");
  EXPECT_EQ(run({"value", "nim(3)", "--frobnicate"}).err,
            "grundy: grundy value has no `--frobnicate`; grundy value --help lists them\n");
  const Ran value = run({"solve", "kayles", "--box", "10", "--value", "nimbers"});
  EXPECT_EQ(value.status, 2);
  EXPECT_THAT(value.err, HasSubstr("found 'nimbers'; did you mean `nimber`?"));
  EXPECT_THAT(run({"solve", "kayles"}).err, HasSubstr("grundy: --box is required\n"));
  EXPECT_THAT(run({"solve", "kayles", "--box", "10", "-o", "kayles.csv"}).err,
              HasSubstr("a table is a folder, such as kayles.zarr; then grundy export"));
}

TEST(Help, BoxesAreTakenAsPeopleWriteThem) {
  const std::string digest = "\"box\":[30,30,30]";
  for (const char* box : {"30", "30,30,30", "30x30x30", "(30, 30, 30)", "3e1", "[30,30,30]"})
    EXPECT_THAT(run({"solve", "three_pile", "--box", box, "--json"}).out, HasSubstr(digest)) << box;
  for (const char* box : {"3e-1", "1e30", "30y30", "(30", "30,,30", ",30", "0x", "0x10", "e"})
    EXPECT_EQ(run({"solve", "three_pile", "--box", box}).status, 2) << box;
}

TEST(Help, IsASubcommandTooAndKnowsTheOthers) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  const Ran solve = run({"help", "solve"});
  EXPECT_EQ(solve.status, 0);
  EXPECT_EQ(solve.out, run({"solve", "--help"}).out);
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"sovle", "nim"}, Words{"help", "sovle"}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.err, "grundy: there is no subcommand `sovle`; did you mean `solve`?\n");
  }
}

}  // namespace
}  // namespace grundy::cli
