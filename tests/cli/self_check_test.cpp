// A program that solves wrongly (faults/spoiled_sweep.cpp) does not get away with it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

Ran run_spoiled(const std::vector<std::string>& arguments) {
  return Program(arguments, "", GRUNDY_SPOILED_PROGRAM).wait();
}

TEST(SelfCheck, EndsWithStatusOneAndNoTable) {
  const test::TemporaryDirectory directory;
  const std::string table = directory / "t.zarr";
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--force"}, {"--resume"}, {"--json"}, {"--check", "all"}}) {
    std::vector<std::string> arguments{"solve",    "wythoff", "--box", "20,15",
                                       "--kernel", "generic", "-o",    table};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = run_spoiled(arguments);
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err,
                AllOf(HasSubstr("grundy: wythoff: the nimber of (20, 15) was found to be "),
                      HasSubstr(", but by the rules it is "),
                      HasSubstr(": a mistake of Grundy, so no result is reported; please report it "
                                "with the file " +
                                table + ".mistake.txt\n")));
    EXPECT_FALSE(fs::exists(table));
    EXPECT_TRUE(fs::remove(table + ".mistake.txt"));
  }
}

// What the first program saved may be wrong as well: it is not gone on with.
TEST(SelfCheck, LeavesNoStateToResumeFrom) {
  const test::TemporaryDirectory directory;
  const std::string table = directory / "t.zarr";
  const Ran ran = run_spoiled({"solve", "wythoff", "--box", "300,300", "--kernel", "generic",
                               "--check", "all", "--save-every", "0", "-o", table});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_FALSE(fs::exists(table));
}

// By then the time for checks is over, and the position that was asked for is still derived.
TEST(SelfCheck, ReachesTheFortiethBoxOfASession) {
  const test::TemporaryDirectory directory;
  std::string questions;
  for (int most = 1; most <= 50; ++most) questions += fmt::format("bash(300000; m={})\n", most);
  const std::string program =
      fmt::format("TMPDIR='{}' GRUNDY_RIGHT_SWEEPS=39 '" GRUNDY_SPOILED_PROGRAM "' value -",
                  (directory / "").string());
  const Ran ran = Program({"-c", program}, questions, "/bin/sh").wait();
  EXPECT_EQ(ran.status, 1) << ran.out;
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 39);
  EXPECT_THAT(ran.err, HasSubstr("the nimber of (300000) was found to be"));
}

TEST(SelfCheck, WithoutATableNamesAFileForTheReport) {
  const Ran ran = run_spoiled({"solve", "nim", "--box", "10", "--kernel", "generic"});
  EXPECT_EQ(ran.status, 1);
  const auto begin = ran.err.find("with the file ");
  ASSERT_NE(begin, std::string::npos) << ran.err;
  const fs::path file = ran.err.substr(begin + 14, ran.err.size() - begin - 15);
  EXPECT_TRUE(fs::exists(file)) << file;
  fs::remove(file);
}

TEST(SelfCheck, IsLeftOutOnRequestAndCounted) {
  const Ran ran = run_spoiled(
      {"solve", "nim", "--box", "10", "--kernel", "generic", "--check", "none", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["checked"], 0);
}

// Far from 0 amounts are as small as near it.
TEST(SelfCheck, ReachesEveryPositionHoweverFarFromZero) {
  const test::TemporaryDirectory directory;
  for (const char* low : {"50000000", "-1000000000000000000", "9007199254740900"})
    for (const char* kernel : {"auto", "generic"}) {
      SCOPED_TRACE(fmt::format("{} {}", low, kernel));
      write_file(directory / "far.game", fmt::format("game f(a in {0} .., b in {0} ..)\n"
                                                     "  (a, b) -> (a - k, b)  for k >= 1\n"
                                                     "  (a, b) -> (a, i)  for i in -{1} .. b - 1\n",
                                                     low, "2000000000000000000"));
      const std::string high = std::to_string(std::stoll(low) + 20);
      const Ran ran = run({"solve", (directory / "far.game").string(), "--box", high + "," + high,
                           "--kernel", kernel, "--check", "all", "--json"});
      ASSERT_EQ(ran.status, 0) << ran.err;
      const json solved = json::parse(ran.out);
      EXPECT_EQ(solved["checked"], 441);
      EXPECT_EQ(solved["unchecked"], 0);
      EXPECT_EQ(solved["p_positions"], 21);
      EXPECT_EQ(solved["max_nimber"], 31);
    }
}

// No square leaves 3 modulo 7, and the definition does not know that.
constexpr auto endless_search =
    "game f(a)\n"
    "  (a) -> ()  for k in 1 .. 20000000  when (k * k) mod 7 = 3\n";

TEST(SelfCheck, ThatCheckedNothingIsAnErrorWhereItWasAskedFor) {
  const test::TemporaryDirectory directory;
  const std::string game = (directory / "f.game").string();
  const std::string table = (directory / "f.zarr").string();
  write_file(game, endless_search);
  const Ran ran = run({"solve", game, "--box", "1", "--check", "all", "-o", table});
  EXPECT_EQ(ran.status, 1) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("\n  checked      0 positions\n  unchecked    2 positions: "));
  EXPECT_THAT(ran.err, HasSubstr("unchecked: none of 2 positions could be derived"));
  EXPECT_THAT(ran.err, HasSubstr("the values of k from 1 to 20000000"));
  const Ran usual = run({"solve", game, "--box", "1"});
  EXPECT_EQ(usual.status, 0) << usual.err;
  EXPECT_THAT(usual.out, HasSubstr("\n  checked      0 positions\n  unchecked    2 positions: "));
  const Ran verified = run({"verify", table, "--full"});
  EXPECT_EQ(verified.status, 1) << verified.out;
  EXPECT_THAT(verified.out, testing::Not(HasSubstr("ok\n")));
  EXPECT_THAT(verified.err, HasSubstr("unchecked: no value could be derived from the rules"));
  const json report = json::parse(run({"verify", table, "--json"}).out);
  EXPECT_EQ(report["ok"], false);
  EXPECT_EQ(report["unchecked"], true);
}

TEST(SelfCheck, IsReportedByEverySolve) {
  const Ran all = run({"solve", "wythoff", "--box", "9", "--json"});
  ASSERT_EQ(all.status, 0) << all.err;
  EXPECT_EQ(json::parse(all.out)["checked"], 100);
  EXPECT_GT(json::parse(all.out)["seconds"]["check"], 0);
  EXPECT_THAT(run({"solve", "subtraction", "--box", "50000", "--check", "2000"}).out,
              HasSubstr("\n  checked      2,000 positions\n"));
  const Ran wrong = run({"solve", "nim", "--box", "9", "--check", "some"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err,
            "grundy: --check is `some`, expected auto, all, none or a number of positions\n");
}

}  // namespace
}  // namespace grundy::cli
