// Games against the computer, through a pipe as a terminal would be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.hpp"

namespace grundy::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::vector<json> play(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "play");
  arguments.emplace_back("--json");
  const Ran ran = run(arguments, input);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  std::vector<json> lines;
  std::istringstream stream(ran.out);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(Play, AWonGameIsWonAndALostOneLost) {
  const auto won = play({"nim(3) + nim(5)"}, "2: 3\n1: 0\n1: 0\n2: 0\n");
  EXPECT_EQ(won.front()["to_move"], "you");
  EXPECT_EQ(won[1]["position"], "2*nim(3)");
  EXPECT_EQ(won[1]["from"], "nim(5)");
  const auto lost = play({"2*nim(1)"}, "1\n");
  EXPECT_EQ(lost.back()["winner"], "computer");
  EXPECT_EQ(lost.back()["plies"], 2);
}

// A player who takes the hints of the computer wins every won game, in its remoteness.
TEST(Play, HintsWinInAsManyPliesAsTheyPromise) {
  for (const std::string sum : {"nim(3) + nim(5)", "kayles(6) + lasker(5)", "three_pile(3,4,5)"})
    for (const bool misere : {false, true}) {
      SCOPED_TRACE(sum + (misere ? ", misère" : ""));
      std::vector<std::string> options{sum};
      if (misere) options.emplace_back("--misere");
      std::string typed;
      json last;
      int first_remoteness = -1;
      for (int turns = 0; turns < 30 && !last.contains("winner"); ++turns) {
        const auto lines = play(options, typed + "hint\n");
        for (const json& line : lines) {
          if (line.contains("hint")) last = line;
          if (line.contains("winner") && !line["winner"].is_null()) last = line;
        }
        if (last.contains("winner")) break;
        if (first_remoteness < 0) {
          EXPECT_EQ(last["outcome"], "P");
          first_remoteness = last["remoteness"];
        }
        typed += last["hint"].get<std::string>() + "\n";
      }
      EXPECT_EQ(last["winner"], "you");
      EXPECT_EQ(last["plies"], first_remoteness);
    }
}

TEST(Play, TheComputerBeginsAndWinsSoonest) {
  const auto lines = play({"nim(1) + nim(9)", "--second"}, "1: 0\n");
  EXPECT_EQ(lines[0]["to_move"], "computer");
  EXPECT_EQ(lines[1]["position"], "2*nim(1)");
  EXPECT_EQ(lines.back()["winner"], "computer");
}

TEST(Play, UndoTakesBackBothMoves) {
  const auto lines = play({"nim(3) + nim(5)"}, "undo\n1: 1\nundo\nquit\n");
  EXPECT_THAT(lines[1]["error"], HasSubstr("no move of yours"));
  EXPECT_EQ(lines[4]["ply"], 0);
  EXPECT_EQ(lines[4]["position"], "nim(3) + nim(5)");
  EXPECT_TRUE(lines.back()["winner"].is_null());
}

TEST(Play, MovesAreListedWithoutTellingWhichWin) {
  const auto lines = play({"nim(1) + nim(2)"}, "moves\n");
  EXPECT_EQ(lines[1]["moves"], json({"nim(0) + nim(2)", "2*nim(1)", "nim(1) + nim(0)"}));
}

TEST(Play, MistakesDoNotEndTheGame) {
  const auto lines = play({"nim(2)"}, "nim(9)\nwhat?\n7\n\nnim(0)\n");
  EXPECT_TRUE(lines[1].contains("error") && lines[2].contains("error") &&
              lines[3].contains("error"));
  EXPECT_EQ(lines.back()["winner"], "you");
}

TEST(Play, BoardsNameCoordinatesAndShowSmallHeaps) {
  const Ran ran = run({"play", "three_pile(3,4,5) + nim(100)"}, "help\nmoves\nhint\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("   1  three_pile  a 3 ooo  b 4 oooo  c 5 ooooo\n"),
                             HasSubstr("   2  nim         n 100\n"), Not(HasSubstr("your move>")),
                             HasSubstr("A move can be typed in four ways"), HasSubstr("hint: "),
                             HasSubstr("   1  three_pile(3,4,5) -> three_pile(2,4,5)\n"),
                             EndsWith("The game was left after 0 moves.\n")));
}

TEST(Play, UnderMiserePlayTheLastToMoveLoses) {
  const Ran ran = run({"play", "nim(1)", "--misere"}, "1\n");
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("misère"), EndsWith("The computer has won after 1 move.\n")));
}

TEST(Play, AGameThatIsOverIsOver) {
  EXPECT_EQ(play({"nim(0)"}, "").back()["winner"], "computer");
  EXPECT_EQ(play({"0", "--misere"}, "").back()["winner"], "you");
}

// Far too large for remoteness: nimbers choose.
TEST(Play, LargeSumsArePlayedByNimbers) {
  const auto lines = play({"7*nim(90) + 5*lasker(80) + kayles(70)", "--second"}, "hint\n");
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines[1]["by"], "computer");
  EXPECT_EQ(lines[2]["outcome"], "N") << "the computer has left a lost position";
  EXPECT_TRUE(lines[2]["remoteness"].is_null());
}

TEST(Play, CtrlCEndsAGameThatWaits) {
  const Ran ran = run_in_shell(
      "sleep 3 | \"$grundy\" play 'nim(3)' & sleep 0.5; kill -INT $!; wait $!; echo $?");
  EXPECT_THAT(ran.out, EndsWith("130\n"));
}

}  // namespace
}  // namespace grundy::cli
