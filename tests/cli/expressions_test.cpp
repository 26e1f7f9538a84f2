// Expressions that are none: one clear line, and exit status 2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "program.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

struct Bad {
  std::string expression;
  std::string part;  // of the message
};

const std::vector<Bad>& bad_expressions() {
  static const std::vector<Bad> all{
      {"nym(3)", "there is no game `nym`; did you mean `nim`"},
      {"nim", "expected `(` and a position of nim"},
      {"three_pile(1,2)", "three_pile has 3 coordinates (a, b, c), this position has 2"},
      {"nim(1,2)", "nim has 1 coordinate (n), this position has 2"},
      {"nim()", "expected an integer, found `)`"},
      {"nim(-1)", "n of nim must be at least 0, not -1"},
      {"digital_deletions(11,0,0,0,0,0)", "must be from 0 to 10, not 11"},
      {"cutting(1,5)", "must be at least 2, not 1"},
      {"nim(three)", "`three` is not an integer"},
      {"nim(3.5)", "`3.5` is not an integer"},
      {"nim(1e3)", "`1e3` is not an integer"},
      {"nim(99999999999999999999)", "99999999999999999999 is too large"},
      {"", "expected a game and its position"},
      {"   ", "expected a game and its position"},
      {"+", "expected a game and its position"},
      {"nim(3) +", "found the end"},
      {"nim(3) nim(4)", "expected `+` or the end, found `nim`"},
      {"0 + nim(3)", "after the count"},
      {"0*nim(3)", "a count is at least 1"},
      {"3*", "expected a game"},
      {"99999999999999999999*nim(3)", "too large"},
      {"1000000000000000000000000000000*nim(3)", "too large"},
      {"nim(3", "or `)`, found the end"},
      {"nim(3; k=2)", "nim has no parameter `k`; it has none"},
      {"bash(3; m={1,2})", "expected an integer"},
      {"s_nim(3; S={2", "expected `,` or `}`"},
      {"0.z(3)", "`z` is no digit of a code; digits are"},
      {"s_nim(5; S={0})", "play from (0) need not end: (0) -> (0)"},
      {"s_nim(5; S={-1})", "play might never end"},
      {"s_nim(5; T={1})", "s_nim has no parameter `T`; its parameters are S"},
      {"nim(3) + \xff\xfe", "expected a game"},
      {std::string(1'000'000, '('), "expected a game"},
      {"nim" + std::string(1'000'000, '(') + "3" + std::string(1'000'000, ')'),
       "expected an integer"},
  };
  return all;
}

void expect_one_clear_line(const Ran& ran, const std::string& part) {
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr(part));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_LT(ran.err.size(), 500u) << ran.err;
}

// An argument holds 128 KiB at most, so the longest come through standard input.
TEST(BadExpressions, GetOneClearLineAndStatus2) {
  for (const Bad& bad : bad_expressions())
    for (const std::string command : {"value", "moves", "play"}) {
      SCOPED_TRACE(command + " " + bad.expression.substr(0, 50));
      const bool fits = bad.expression.size() < 100'000;
      if (fits) expect_one_clear_line(run({command, bad.expression}), bad.part);
      if (command == "play" || bad.expression.find_first_not_of(' ') == std::string::npos) continue;
      expect_one_clear_line(run({command, "-"}, bad.expression + "\n"), bad.part);
    }
}

TEST(BadExpressions, AreReportedWithTheirLinesAndTheOthersAnswered) {
  const std::string lines = "nim(x)\n\nnim(3)\nnym(3)\nrace(1, 1) + nim(1)\nnim(4)";
  const test::TemporaryDirectory directory;
  const std::string rules = (directory / "race.game").string();
  std::ofstream(rules) << "game race(a, b)\n  won when a = 9\n  (a, b) -> (a, b - 1)\n";
  const Ran ran = run({"value", "-", "--rules", rules}, lines);
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "nim(3): N, nimber 3\nnim(4): N, nimber 4\n");
  EXPECT_THAT(ran.err, testing::StartsWith("grundy: line 1: `nim(x)`, column 5: `x` is not"));
  EXPECT_THAT(ran.err, HasSubstr("\ngrundy: line 4: `nym(3)`, column 1: there is no game"));
  EXPECT_THAT(ran.err, HasSubstr("\ngrundy: line 5: "));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 3);
}

TEST(BadExpressions, HaveTheirPlaceInJson) {
  for (const char* command : {"value", "moves"}) {
    const Ran ran = run({command, "nim(", "-", "nim(2)", "--json"}, "\nnim(3)\nnim(x)\n");
    EXPECT_EQ(ran.status, 2);
    std::istringstream lines(ran.out);
    std::vector<json> answers;
    for (std::string line; std::getline(lines, line);) answers.push_back(json::parse(line));
    ASSERT_EQ(answers.size(), 4u) << ran.out;
    EXPECT_EQ(answers[0]["expression"], "nim(");
    EXPECT_THAT(answers[0]["error"].get<std::string>(), HasSubstr("expected an integer"));
    EXPECT_FALSE(answers[0].contains("line"));
    EXPECT_EQ(answers[1]["nimber"], 3);
    EXPECT_EQ(answers[2], json({{"expression", "nim(x)"},
                                {"line", 3},
                                {"error", "`nim(x)`, column 5: `x` is not an integer"}}));
    EXPECT_EQ(answers[3]["nimber"], 2);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 2) << ran.err;
  }
}

TEST(BadExpressions, LargeCountsAndManyTermsAreFine) {
  const Ran counted = run({"value", "4000000000000000001*nim(7)", "4611686018427387904*nim(3)"});
  EXPECT_EQ(counted.status, 2) << "integers go up to 10^18";
  EXPECT_EQ(run({"value", "1000000000000000000*nim(7) + nim(3)"}).out,
            "1000000000000000000*nim(7) + nim(3): N, nimber 3\n");
  std::string sum = "nim(1)";
  for (int i = 0; i < 5000; ++i) sum += " + nim(" + std::to_string(i) + ")";
  const Ran many = run({"value", "-", "--json"}, sum + "\n");
  EXPECT_EQ(many.status, 0) << many.err;
  EXPECT_EQ(json::parse(many.out)["nimber"], 1) << "1 xor 0 xor .. xor 4999, which is 0";
}

// Worked examples of Nim: the largest heap is reduced to the xor of the others.
TEST(Moves, WorkedExamplesOfNim) {
  const Ran ran = run({"moves", "nim(14) + nim(21) + nim(39)", "nim(55) + nim(81) + nim(121)",
                       "nim(29) + nim(45) + nim(58)", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::istringstream lines(ran.out);
  for (const char* expected : {"nim(14) + nim(21) + nim(27)", "nim(55) + nim(81) + nim(102)",
                               "nim(29) + nim(45) + nim(48)"}) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_THAT(json::parse(line)["winning"], Contains(json(expected)));
  }
}

TEST(Moves, AnswersManyExpressionsOfStandardInput) {
  const Ran ran = run({"moves", "-", "--json"}, "nim(3)\n\n2*nim(4)\n");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 2);
}

TEST(Moves, TellsTheLineOfBestPlay) {
  const Ran ran = run({"moves", "nim(1) + nim(2)", "--line", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json found = json::parse(ran.out);
  EXPECT_EQ(found["remoteness"], 3);
  EXPECT_EQ(found["line"], json({"2*nim(1)", "nim(1) + nim(0)", "2*nim(0)"}));
  EXPECT_THAT(run({"moves", "nim(1) + nim(2)", "--line"}).out,
              HasSubstr("best play ends after 3 moves"));
}

// The classes of misère Nim: the winner goes to S0 or T2 each time.
TEST(Moves, TellsTheClassOfEveryOptionAndOfTheLineUnderMisere) {
  const std::vector<std::string> nim{"moves", "nim(5) + 2*nim(1)", "--misere", "--all", "--line"};
  EXPECT_EQ(run(nim).out,
            "nim(5) + 2*nim(1): N, class S1 of misère Nim; 1 of 6 moves win\n"
            "  3*nim(1): P, class S0\n"
            "  nim(4) + 2*nim(1): N, class S1\n"
            "  nim(3) + 2*nim(1): N, class S1\n"
            "  nim(2) + 2*nim(1): N, class S1\n"
            "  nim(0) + 2*nim(1): N, class T0\n"
            "  nim(5) + nim(1) + nim(0): N, class S1\n"
            "  best play ends after 4 moves\n"
            "     1. 3*nim(1): P, class S0\n"
            "     2. 2*nim(1) + nim(0): N, class T0\n"
            "     3. nim(1) + 2*nim(0): P, class S0\n"
            "     4. 3*nim(0): N, class T0\n");
  auto as_json = nim;
  as_json.push_back("--json");
  const json found = json::parse(run(as_json).out);
  EXPECT_EQ(found["options"][0]["misere_class"], "S0");
  EXPECT_EQ(found["line_misere_classes"], json({"S0", "T0", "S0", "T0"}));
  const json firm = json::parse(run({"moves", "2*nim(2)", "--misere", "--line", "--json"}).out);
  EXPECT_EQ(firm["misere_class"], "T2");
  EXPECT_EQ(firm["line_misere_classes"], json({"S1", "S0", "T0"}));
}

// Of the options of kayles(6) those with kayles(5), which is wild, have no class.
TEST(Moves, TellNoClassOfWildSums) {
  const json found =
      json::parse(run({"moves", "kayles(6)", "--misere", "--all", "--line", "--json"}).out);
  EXPECT_FALSE(found.contains("misere_class"));
  for (const json& option : found["options"])
    EXPECT_EQ(option.contains("misere_class"), option["to"] != "kayles(5)") << option;
  EXPECT_EQ(found["line_misere_classes"][0], "S0");
  const json normal = json::parse(run({"moves", "kayles(6)", "--line", "--json"}).out);
  EXPECT_FALSE(normal.contains("line_misere_classes"));
}

TEST(Questions, OfOutcomesAloneGetNoNimber) {
  EXPECT_EQ(run({"value", "three_pile(3,4,5)", "2*nim(7)", "--outcome"}).out,
            "three_pile(3,4,5): N\n2*nim(7): P\n");
  const json value = json::parse(run({"value", "nim(7)", "--outcome", "--json"}).out);
  EXPECT_EQ(value["outcome"], "N");
  EXPECT_EQ(value["nimber"], json());
}

// Of heaps that no box holds, where the first ones prove how nimbers go on.
TEST(Questions, OfLargeHeapsFollowWhatIsProved) {
  EXPECT_EQ(run({"value", "lasker(2147483647)", "lasker(2000000000)",
                 "lasker(2147483646) + lasker(2147483645)"})
                .out,
            "lasker(2147483647): N, nimber 2147483648\n"
            "lasker(2000000000): N, nimber 1999999999\n"
            "lasker(2147483646) + lasker(2147483645): N, nimber 3\n");
  EXPECT_EQ(run({"value", "lasker(1234567890)", "lasker(0)", "--outcome"}).out,
            "lasker(1234567890): N\nlasker(0): P\n");
  EXPECT_THAT(run({"value", "lasker(1000000000000)"}).out,
              HasSubstr("lasker(1000000000000): N, nimber 999999999999\n  by the proved law"));
  const Ran too_large = run({"value", "lasker(1000000000000)", "--law-seconds", "0"});
  EXPECT_NE(too_large.status, 0);
  EXPECT_THAT(too_large.err,
              HasSubstr("the nimber of a heap of 1000000000000 is proved to exceed"));
}

// As arguments, by one pipe and by lines: the same answers, whatever was read ahead.
TEST(Questions, GetTheSameAnswersHoweverTheyCome) {
  std::string lines;
  for (int i = 0; i < 400; ++i)
    lines += "three_pile(" + std::to_string(i % 37) + "," + std::to_string(i * 7 % 41) + "," +
             std::to_string(i % 5) + ")\n";
  const Ran at_once = run({"value", "-"}, lines);
  ASSERT_EQ(at_once.status, 0) << at_once.err;
  EXPECT_EQ(std::count(at_once.out.begin(), at_once.out.end(), '\n'), 400);
  const test::TemporaryDirectory directory;
  const std::string file = (directory / "lines").string();
  std::ofstream(file) << lines;
  EXPECT_EQ(
      run_in_shell("while read line; do echo \"$line\"; done < " + file + " | \"$grundy\" value -")
          .out,
      at_once.out);
  EXPECT_EQ(run_in_shell("\"$grundy\" value $(cat " + file + ")").out, at_once.out);
}

TEST(Questions, TheLastNeedNotEndItsLine) {
  EXPECT_EQ(run({"value", "-"}, "nim(3)\n\nnim(4)").out,
            "nim(3): N, nimber 3\nnim(4): N, nimber 4\n");
}

TEST(Questions, CtrlCEndsAProgramThatWaitsForThem) {
  const Ran ran =
      run_in_shell("sleep 3 | \"$grundy\" value - & sleep 0.5; kill -INT $!; wait $!; echo $?");
  EXPECT_THAT(ran.out, testing::EndsWith("130\n"));
}

// A chain of moves long enough that searching it takes some seconds.
std::string deep_game(const test::TemporaryDirectory& directory) {
  const std::string rules = (directory / "deep.game").string();
  std::ofstream(rules) << "game deep(a, b)\n  (a, b) -> (a - 1, b + 1)  when a >= 1\n";
  return rules;
}

TEST(Questions, GetTheirAnswersWhileLaterOnesAreThoughtAbout) {
  const test::TemporaryDirectory directory;
  Program program({"value", "nim(3)", "deep(30000000, 0)", "--rules", deep_game(directory)});
  for (int i = 0; i < 1000 && program.out_so_far().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  program.interrupt();
  const Ran ran = program.wait();
  EXPECT_EQ(ran.status, 130) << "the answer came with the last one";
  EXPECT_EQ(ran.out, "nim(3): N, nimber 3\n");
}

TEST(Questions, LongSearchesShowHowFarTheyHaveCome) {
  const test::TemporaryDirectory directory;
  const std::string rules = deep_game(directory);
  const Ran ran = run(
      {"value", "deep(3000000, 0)", "--rules", rules, "--progress", "json", "--law-seconds", "0"});
  EXPECT_EQ(ran.out, "deep(3000000, 0): P, nimber 0\n");
  EXPECT_THAT(ran.err, HasSubstr("\"positions_per_second\""));
}

}  // namespace
}  // namespace grundy::cli
