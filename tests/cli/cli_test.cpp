#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int usage = 2;
constexpr int damaged = 3;
constexpr int no_memory = 4;
constexpr int interrupted = 130;

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

json only_line(const Ran& ran) {
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto lines = lines_of(ran.out);
  EXPECT_EQ(lines.size(), 1u);
  return lines.empty() ? json() : lines[0];
}

// The count is a published exercise's; the digest is what the direct code of bench/ arrives at.
TEST(Cli, SolvesTheThreePileGameIntoATable) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "three_pile.zarr").string();
  const json solved = only_line(
      run({"solve", "three_pile", "--box", "300", "--value", "outcome", "-o", table, "--json"}));
  EXPECT_EQ(solved["positions"], 27'270'901);
  EXPECT_EQ(solved["p_positions"], 68'197);
  EXPECT_EQ(solved["digest"], "0907ace4cce23abc11bbe54e7ebd726b");
  for (const char* key : {"game", "value", "box", "max_nimber", "kernel", "isa", "executor",
                          "threads", "positions_per_second", "peak_memory_bytes", "table"})
    EXPECT_TRUE(solved.contains(key)) << key;
  for (const char* key : {"plan", "solve", "digest", "write", "total"})
    EXPECT_TRUE(solved["seconds"].contains(key)) << key;
  EXPECT_EQ(only_line(run({"info", table, "--json"}))["digest"], solved["digest"]);
  const auto probed = lines_of(run({"probe", table, "0,0,0", "-", "--json"}, "1 2 3\n0,1,2\n").out);
  ASSERT_EQ(probed.size(), 3u);
  EXPECT_EQ(probed[0], json::parse(R"({"position": [0, 0, 0], "outcome": "P"})"));
  EXPECT_EQ(probed[1]["outcome"], "N");
  EXPECT_EQ(probed[2]["outcome"], "P");
}

// Winning Ways, chapter 4: the nimbers of Lasker's Nim go by fours.
TEST(Cli, TellsHowNimbersGrow) {
  const json solved = only_line(run({"solve", "lasker", "--box", "1000", "--json"}));
  EXPECT_EQ(solved["arithmetic_period"],
            json::parse(R"({"of": "nimber", "saltus": 4, "length": 4, "preperiod": 1,
                              "status": "proved"})"));
  EXPECT_TRUE(solved["positions_per_second"].is_null());
  EXPECT_TRUE(solved["period"].is_null());
  EXPECT_THAT(run({"solve", "lasker", "--box", "1000"}).out,
              HasSubstr("  growth       by 4 with 4 heaps, from 1 on, for all heaps\n"));
  EXPECT_TRUE(only_line(run({"solve", "kayles", "--box", "1000", "--json"}))["arithmetic_period"]
                  .is_null());
}

// Guy and Smith (1956), Austin (1976), the lists of J. Tczajka and CGSuite; Winning Ways.
TEST(Cli, TellsPublishedPeriods) {
  struct Published {
    std::vector<std::string> game;
    std::string box;
    std::uint64_t preperiod;
    std::uint64_t length;
  };
  for (const auto& [game, box, preperiod, length] :
       {Published{{"0.77"}, "250", 71, 12}, Published{{"0.07"}, "250", 53, 34},
        Published{{"0.137"}, "250", 52, 34}, Published{{"0.044"}, "1000", 214, 36},
        Published{{"0.165"}, "20000", 5181, 1550},
        Published{{"subtraction", "--param", "S=1,3,4"}, "100000", 0, 7}}) {
    std::vector<std::string> words{"solve"};
    words.insert(words.end(), game.begin(), game.end());
    words.insert(words.end(), {"--box", box});
    const std::string text = run(words).out;
    words.emplace_back("--json");
    const json found = only_line(run(words))["period"];
    ASSERT_TRUE(found.is_object()) << game[0];
    EXPECT_EQ(found["preperiod"], preperiod) << game[0];
    EXPECT_EQ(found["length"], length) << game[0];
    EXPECT_EQ(found["last_exception"], preperiod > 0 ? json(preperiod - 1) : json()) << game[0];
    EXPECT_EQ(found["of"], "nimber");
    EXPECT_EQ(found["status"], "proved");
    EXPECT_THAT(text,
                HasSubstr("  period       " + std::to_string(length) + " of the nimbers from " +
                          std::to_string(preperiod) + " on, for all heaps: "));
  }
}

TEST(Cli, TablesKeepThePeriod) {
  const test::TemporaryDirectory folder;
  const std::string path = (folder / "kayles.zarr").string();
  run({"solve", "kayles", "--box", "1000", "-o", path});
  const json period = only_line(run({"info", path, "--json"}))["period"];
  EXPECT_EQ(period["length"], 12);
  EXPECT_EQ(period["preperiod"], 71);
  EXPECT_EQ(period["last_exception"], 70);
  EXPECT_THAT(run({"info", path}).out, HasSubstr("  period       12 of the nimbers from 71 on"));
}

TEST(Cli, TellsNoPeriodWhereNoneIsProved) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"solve", "kayles", "--box", "80", "--json"},
        std::vector<std::string>{"solve", "officers", "--box", "1000", "--json"},
        std::vector<std::string>{"solve", "nim3", "--box", "9", "--json"}})
    EXPECT_TRUE(only_line(run(words))["period"].is_null()) << words[1];
}

TEST(Cli, ProbesAgreeWithSearchedValues) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "lasker", "--box", "40", "-o", table}).status, 0);
  std::string positions;
  std::string expressions;
  for (int n = 0; n <= 40; ++n) {
    positions += std::to_string(n) + "\n";
    expressions += "lasker(" + std::to_string(n) + ")\n";
  }
  const auto probed = lines_of(run({"probe", table, "-", "--json"}, positions).out);
  const auto searched = lines_of(run({"value", "-", "--json"}, expressions).out);
  const auto looked_up = lines_of(run({"value", "-", "--json", "--table", table}, expressions).out);
  ASSERT_EQ(probed.size(), 41u);
  ASSERT_EQ(searched.size(), 41u);
  for (std::size_t n = 0; n <= 40; ++n) {
    EXPECT_EQ(probed[n]["nimber"], searched[n]["nimber"]) << n;
    EXPECT_EQ(looked_up[n], searched[n]) << n;
  }
}

TEST(Cli, EveryExecutorAndThreadCountGivesTheSameDigest) {
  std::string digest;
  for (const char* executor : {"serial", "openmp", "tbb"})
    for (const char* threads : {"1", "3"}) {
      const json solved = only_line(run({"solve", "cutting", "--box", "60,50", "--executor",
                                         executor, "--threads", threads, "--json"}));
      if (digest.empty()) digest = solved["digest"];
      EXPECT_EQ(solved["digest"], digest) << executor << " " << threads;
    }
}

TEST(Cli, AnswersForHeapsOfBillionsAtOnce) {
  const Ran ran = run({"value", "multiplication(4000000000)", "--json"});
  const json value = only_line(ran);
  EXPECT_LT(ran.seconds, 1);
  EXPECT_EQ(value["outcome"], "N");
}

TEST(Cli, NamesTheWinningMoves) {
  const json moves = only_line(run({"moves", "nim(14) + nim(21) + nim(39)", "--json"}));
  EXPECT_EQ(moves["outcome"], "N");
  EXPECT_EQ(moves["winning"], json({"nim(14) + nim(21) + nim(27)"}));
  EXPECT_EQ(moves["moves"], json({{"P", 1}, {"N", 14 + 21 + 39 - 1}}));
  EXPECT_FALSE(moves.contains("options"));
  const json all = only_line(run({"moves", "nim(14) + nim(21) + nim(39)", "--json", "--all"}));
  EXPECT_EQ(all["winning"], moves["winning"]);
  EXPECT_EQ(all["moves"], moves["moves"]);
  EXPECT_EQ(all["options"].size(), 14u + 21 + 39);
  EXPECT_EQ(all["options"][0]["to"], moves["winning"][0]);
}

TEST(Cli, NimbersDoNotApplyUnderMisere) {
  const json value = only_line(run({"value", "nim(1) + nim(1) + nim(1)", "--misere", "--json"}));
  EXPECT_EQ(value["outcome"], "P");
  EXPECT_TRUE(value["nimber"].is_null());
  EXPECT_EQ(run({"solve", "nim", "--box", "9", "--misere", "--value", "nimber"}).status, usage);
}

TEST(Cli, ShowsAndPlansEveryGame) {
  const Ran games = run({"games", "--json"});
  ASSERT_EQ(games.status, 0);
  const auto lines = lines_of(games.out);
  EXPECT_GE(lines.size(), 27u);
  for (const json& game : lines) {
    const std::string name = game["game"];
    EXPECT_EQ(only_line(run({"show", name, "--json"}))["game"], name);
  }
  const json plan =
      only_line(run({"plan", "cards", "--box", "100", "--value", "outcome", "--json"}));
  EXPECT_EQ(plan["closure"], json({100, 100, 150, 200}));
  EXPECT_EQ(plan["closure_positions"], 101 * 101 * 151 * 201);
}

TEST(Cli, PlansABoxWhereNothingMoves) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "still.game").string();
  std::ofstream(file) << "game still(a in 200000000000000 .., b in -79999999999998 ..,\n"
                         "    c in 599999999999999999 .., d in -5000 .., e in 69999999996 ..)\n"
                         "  (a, b, c, d, e) -> (a - k * (b - -80000000000000), b, c, d, e)\n"
                         "      for k in 3 .. when b >= -79999999999999\n";
  const Ran plan = run({"plan", file, "--box",
                        "200000000000001,-79999999999996,600000000000000000,-4999,69999999997"});
  EXPECT_EQ(plan.status, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("play ends  nothing moves in the box"));
}

TEST(Cli, KernelsAndInstructionsAreChosenByNameAndDoNotChangeTheDigest) {
  const std::vector<std::string> solve{"solve", "cutting", "--box", "70", "--json"};
  const json own = only_line(run(solve));
  EXPECT_EQ(own["kernel"], "split");
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), solve.begin(), solve.end());
    return run(more);
  };
  const json generic = only_line(with({"--kernel", "generic"}));
  EXPECT_EQ(generic["kernel"], "generic");
  EXPECT_EQ(generic["digest"], own["digest"]);
  const json scalar = only_line(with({"--isa", "scalar"}));
  EXPECT_EQ(scalar["isa"], "scalar");
  EXPECT_EQ(scalar["digest"], own["digest"]);
  EXPECT_EQ(with({"--isa", "none"}).status, usage);
  EXPECT_EQ(with({"--kernel", "ray"}).status, usage);
  EXPECT_THAT(with({"--kernel", "ray"}).err, HasSubstr("its options are sums"));
}

TEST(Cli, RefusesABoxLargerThanMemoryBeforeItBegins) {
  const Ran ran = run({"solve", "nim3", "--box", "1000", "--memory", "64M"});
  EXPECT_EQ(ran.status, no_memory);
  EXPECT_THAT(ran.err, HasSubstr("67108864 bytes (64 MiB)"));
  EXPECT_THAT(ran.out, IsEmpty());
}

TEST(Cli, MistakesInRulesAreShownWhereTheyAre) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "bad.game").string();
  std::ofstream(file) << "game bad(n)\n  (n) -> (n - j) for k >= 1\n  (n) -> (m)\n";
  const Ran ran = run({"solve", file, "--box", "9"});
  EXPECT_EQ(ran.status, usage);
  EXPECT_THAT(ran.err, HasSubstr("bad.game:2:15:"));
  EXPECT_THAT(ran.err, HasSubstr("bad.game:3:11:"));
  EXPECT_THAT(ran.err, HasSubstr("^"));
  EXPECT_THAT(ran.out, IsEmpty());
}

TEST(Cli, BadRequestsGetTheirStatusAndNothingOnStdout) {
  const test::TemporaryDirectory directory;
  const std::string broken = (directory / "broken.zarr").string();
  std::filesystem::create_directory(broken);
  std::ofstream(broken + "/zarr.json") << "{\"zarr_format\": 3";
  struct Case {
    std::vector<std::string> arguments;
    int status;
  };
  for (const Case& bad :
       {Case{{}, usage}, Case{{"solve"}, usage}, Case{{"solve", "nimm", "--box", "3"}, usage},
        Case{{"solve", "nim", "--box", "x"}, usage}, Case{{"solve", "nim", "--box", "1,2"}, usage},
        Case{{"solve", "nim", "--box", "-1"}, usage}, Case{{"frobnicate"}, usage},
        Case{{"solve", "nim", "--box", "3", "--param", "q=1"}, usage},
        Case{{"solve", "nim", "--box", "3", "--executor", "mpi"}, usage},
        Case{{"solve", "nim", "--box", "3", "--memory", ""}, usage},
        Case{{"value", "nim(3)", "--memory", ""}, usage},
        Case{{"count", "nim(a)", "--where", "a <= 3", "--memory", ""}, usage},
        Case{{"value", "nim(3"}, usage}, Case{{"value", ""}, usage},
        Case{{"moves", "nim(1,2)"}, usage}, Case{{"info", broken}, damaged},
        Case{{"probe", broken, "1"}, damaged}}) {
    const Ran ran = run(bad.arguments);
    EXPECT_EQ(ran.status, bad.status) << testing::PrintToString(bad.arguments) << ran.err;
    EXPECT_THAT(ran.out, IsEmpty()) << testing::PrintToString(bad.arguments);
    EXPECT_FALSE(ran.err.empty()) << testing::PrintToString(bad.arguments);
  }
}

TEST(Cli, BadPositionsAreReportedAndSkipped) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "wythoff", "--box", "9", "-o", table}).status, 0);
  const Ran ran = run({"probe", table, "-"}, "1 2\n\n1 x\n1 2 3\n99 1\n3 5\n");
  EXPECT_EQ(ran.status, usage);
  EXPECT_EQ(ran.out, "1,2  0\n3,5  0\n");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("line 3: "), HasSubstr("line 4: "), HasSubstr("line 5: ")));
  const auto lines = lines_of(run({"probe", table, "--json", "1,2", "1,x", "3,5"}).out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1]["position"], "1,x");
  EXPECT_TRUE(lines[1].contains("error"));
}

// Nobody asked for a kernel, and no other one would do.
TEST(Cli, NoKernelIsAdvisedWhereNoneWouldDo) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "g.game").string();
  std::ofstream(file) << "game g(x)\n  (x) -> (i) + (x - i)  for i in 1 .. floor(x / 2)\n"
                         "  won when x = 5\n";
  const Ran ran = run({"solve", file, "--box", "9", "--value", "remoteness"});
  EXPECT_EQ(ran.status, usage);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("`won when`"), Not(HasSubstr("--kernel"))));
}

TEST(Cli, LeavesATableThatIsThereAlone) {
  const test::TemporaryDirectory directory;
  const std::string table = (directory / "t.zarr").string();
  ASSERT_EQ(run({"solve", "nim", "--box", "9", "-o", table}).status, 0);
  EXPECT_EQ(run({"solve", "kayles", "--box", "9", "-o", table}).status, usage);
  EXPECT_EQ(only_line(run({"info", table, "--json"}))["game"], "nim");
  EXPECT_EQ(run({"solve", "kayles", "--box", "9", "-o", table, "--force"}).status, 0);
  EXPECT_EQ(only_line(run({"info", table, "--json"}))["game"], "kayles");
}

// Nim heaps up to ten million have 5 * 10^13 options for the generic kernel: only Ctrl-C ends this
// solve.
TEST(Cli, CtrlCStopsWithinASecond) {
  const test::TemporaryDirectory directory;
  const auto table = directory / "t.zarr";
  Program program({"solve", "nim", "--box", "10000000", "--kernel", "generic", "--threads", "1",
                   "-o", table.string(), "--progress", "json"});
  for (int i = 0; i < 300 && program.err_so_far().find('\n') == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const double before = program.seconds_so_far();
  program.interrupt();
  const Ran ran = program.wait();
  EXPECT_LT(ran.seconds - before, 1);
  EXPECT_EQ(ran.status, interrupted) << ran.err;
  EXPECT_EQ(std::filesystem::exists(table), ran.err.find("--resume") != std::string::npos);
  const json progress = json::parse(ran.err.substr(0, ran.err.find('\n')));
  EXPECT_EQ(progress["of"], 10'000'001);
  EXPECT_GT(progress["positions"], 0);
  EXPECT_TRUE(progress.contains("seconds_left"));
}

// 10^12 cells take minutes to write, of which nothing is to be solved.
TEST(Cli, TellsHowFarWritingHasCome) {
  const test::TemporaryDirectory directory;
  Program program({"solve", "wythoff", "--box", "1000000", "--value", "outcome", "--store", "full",
                   "-o", (directory / "t.zarr").string(), "--progress", "json"});
  const auto says_so = [&] {
    return program.err_so_far().find("\"writing\"") != std::string::npos;
  };
  for (int i = 0; i < 300 && !says_so(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  program.interrupt();
  const Ran ran = program.wait();
  EXPECT_EQ(ran.status, interrupted) << ran.err;
  const std::size_t line = ran.err.find("{\"stage\"");
  ASSERT_NE(line, std::string::npos) << ran.err;
  const json progress = json::parse(ran.err.substr(line, ran.err.find('\n', line) - line));
  EXPECT_EQ(progress["stage"], "writing");
  EXPECT_GT(progress["shards"], 0);
  EXPECT_GT(progress["of"], progress["shards"]);
  EXPECT_LT(progress["progress"], 1);
}

}  // namespace
}  // namespace grundy::cli
