// What the program does with standard streams that are closed, full or without an end, and with
// names of files that are empty or no text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using Arguments = std::vector<std::string>;

constexpr int usage = 2;
constexpr int system_failure = 4;

TEST(Results, ThatNobodyTakesAreAnError) {
  for (const char* command :
       {"--help", "--version", "help solve", "games", "games --json", "show nim --json",
        "value 'nim(3)'", "moves 'nim(40000)' --all", "plan nim --box 9",
        "solve nim --box 9 --json", "count 'nim(a)' --where 'a <= 3'"})
    for (const char* nowhere : {">&-", ">/dev/full"}) {
      SCOPED_TRACE(std::string(command) + " " + nowhere);
      const Ran ran = run_in_shell(std::string("\"$grundy\" ") + command + " " + nowhere);
      EXPECT_EQ(ran.status, system_failure);
      EXPECT_THAT(ran.err,
                  testing::StartsWith("grundy: the results could not be written to standard "
                                      "output: "));
    }
}

TEST(Results, ThatNobodyTakesLeaveTheTableWhole) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  const Ran ran = run_in_shell("\"$grundy\" solve wythoff --box 300 -o " + table + " >&- <&-");
  EXPECT_EQ(ran.status, system_failure);
  EXPECT_EQ(run({"verify", table}).status, 0);
}

TEST(Messages, ThatNobodyTakesDoNotChangeTheStatus) {
  for (const char* nowhere : {"2>&-", "2>/dev/full"}) {
    SCOPED_TRACE(nowhere);
    const std::string grundy = "\"$grundy\" ";
    EXPECT_EQ(run_in_shell(grundy + "solve nimm --box 9 " + nowhere).status, usage);
    EXPECT_EQ(run_in_shell(grundy + "solve three_pile --kernel generic --box 300 --progress json " +
                           nowhere)
                  .status,
              0);
  }
}

TEST(StandardInput, ThatCannotBeReadIsAnError) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "nim", "--box", "9", "-o", table}).status, 0);
  for (const std::string& command :
       {std::string("value -"), std::string("moves -"), "value - --table " + table,
        "probe " + table + " -", std::string("play 'nim(3)'"), std::string("graph -")})
    for (const char* nothing : {"<&-", "</"}) {
      SCOPED_TRACE(command + " " + nothing);
      const Ran ran = run_in_shell("\"$grundy\" " + command + " " + nothing);
      EXPECT_EQ(ran.status, system_failure);
      EXPECT_THAT(ran.err, HasSubstr("standard input"));
      EXPECT_THAT(ran.err, HasSubstr("cannot be read"));
    }
  EXPECT_EQ(run_in_shell("\"$grundy\" value - </dev/null").status, 0) << "which is merely empty";
}

TEST(StandardInput, WithALineWithoutEndIsRefused) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "nim", "--box", "9", "-o", table}).status, 0);
  for (const std::string& command : {std::string("value -"), std::string("moves -"),
                                     "probe " + table + " -", std::string("play 'nim(3)'")}) {
    SCOPED_TRACE(command);
    const Ran ran = run_in_shell("ulimit -v 2000000; \"$grundy\" " + command + " </dev/zero");
    EXPECT_EQ(ran.status, usage);
    EXPECT_THAT(ran.err, HasSubstr("standard input: a line of more than 16777216 bytes"));
  }
}

TEST(Names, ThatAreEmptyAreRefused) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "nim", "--box", "9", "-o", table}).status, 0);
  const std::string inside = "cd '" + table + "' && \"$grundy\" ";
  for (const char* command :
       {"solve nim --box 9 -o ''", "solve nim --box 9 --output= ''", "graph - -o ''", "info ''",
        "probe '' 3", "verify ''", "export '' --format csv -o -", "export . --format csv -o ''",
        "value 'nim(3)' --table ''", "value 'nim(3)' --rules ''",
        "count 'nim(a)' --where 'a <= 3' --rules ''"}) {
    SCOPED_TRACE(command);
    const Ran ran = run_in_shell(inside + command);
    EXPECT_EQ(ran.status, usage) << ran.err;
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_FALSE(ran.err.empty());
  }
}

// What is no UTF-8 is U+FFFD in JSON, and as it is everywhere else.
TEST(Names, OfAnyBytesGoThroughJson) {
  const test::TemporaryDirectory directory;
  const std::string odd = (directory / "a\xff\xc3z").string();
  const auto shown = [&](const std::string& ending) {
    return (directory / "a").string() + "\xef\xbf\xbd\xef\xbf\xbdz" + ending;
  };
  const auto json_of = [](const Arguments& arguments) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return json::parse(ran.out, nullptr, /*allow_exceptions=*/false);
  };
  const std::string table = odd + ".zarr";
  const std::string game = odd + ".game";
  std::ofstream(game) << "game any(n)\n  (n) -> (n - k) for k in {1, 2}\n";
  EXPECT_EQ(json_of({"solve", game, "--box", "9", "-o", table, "--json"})["table"], shown(".zarr"));
  EXPECT_EQ(json_of({"solve", game, "--box", "9", "-o", table, "--resume", "--json"})["table"],
            shown(".zarr"));
  EXPECT_EQ(json_of({"verify", table, "--json"})["table"], shown(".zarr"));
  EXPECT_EQ(json_of({"info", table, "--json"})["game"], "any");
  EXPECT_EQ(json_of({"probe", table, "4", "--json"})["nimber"], 1);
  EXPECT_EQ(json_of({"value", "any(4)", "--rules", game, "--table", table, "--json"})["nimber"], 1);
  EXPECT_EQ(json_of({"show", game, "--json"})["game"], "any");
  EXPECT_EQ(json_of({"plan", game, "--box", "9", "--json"})["game"], "any");
  EXPECT_EQ(json_of({"export", table, "--format", "csv", "-o", odd + ".csv", "--json"})["file"],
            shown(".csv"));
  EXPECT_TRUE(fs::exists(odd + ".csv"));

  std::ofstream(odd + ".txt") << "2 1\n1 0\n2 0\n";
  const json graph = json_of({"graph", odd + ".txt", "-o", odd + "g.zarr", "--json"});
  EXPECT_EQ(graph["edges_from"], shown(".txt"));
  EXPECT_EQ(graph["output"], shown("g.zarr"));
  EXPECT_THAT(json_of({"info", odd + "g.zarr", "--json"})["rules"].get<std::string>(),
              HasSubstr(shown(".txt")));

  std::ofstream(fs::path(table) / "\xff") << "left behind";
  const json verified = json_of({"verify", table, "--json"});
  EXPECT_EQ(verified["findings"][0]["file"], "\xef\xbf\xbd");
  const Ran played = run({"play", "nim(3)", "--json"}, "\xff\nquit\n");
  EXPECT_EQ(played.status, 0) << played.err;
  const Ran missing = run({"info", odd + ".none", "--json"});
  EXPECT_EQ(missing.status, usage);
  EXPECT_THAT(missing.err, HasSubstr("a\xff\xc3z.none"));
}

}  // namespace
}  // namespace grundy::cli
