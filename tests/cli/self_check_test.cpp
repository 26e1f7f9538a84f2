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
                      HasSubstr(": a mistake of Grundy, so no result is told; please report it "
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

TEST(SelfCheck, IsToldOfEverySolve) {
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
