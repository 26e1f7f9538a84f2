#include "ask/match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/parse.hpp"

namespace grundy::query {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A match that a test plays by typing.
class Typing {
 public:
  explicit Typing(std::string_view sum)
      : match(*Match::begin(*parse(sum, games_), Convention::normal, evaluator_)) {}

  // The position after the move, or why it is none.
  std::string type(std::string_view text) {
    const auto option =
        read_move(text, match, [&](std::string_view sum) { return parse(sum, games_); });
    if (!option) return option.error().message;
    const Status played = match.play(*option);
    return played ? to_string(match.sum()) : played.error().message;
  }

 private:
  Games games_;
  Evaluator evaluator_;

 public:
  Match match;
};

TEST(Match, ListsOptionsInTheRulesOrder) {
  Typing typing("nim(2) + nim(3)");
  std::vector<std::string> all;
  for (const Option& option : typing.match.options())
    all.push_back(describe(typing.match.sum(), option));
  EXPECT_THAT(all, ElementsAre("nim(2) -> nim(1)", "nim(2) -> nim(0)", "nim(3) -> nim(2)",
                               "nim(3) -> nim(1)", "nim(3) -> nim(0)"));
}

TEST(Match, TakesBackWhatWasPlayed) {
  Typing typing("nim(2) + nim(3)");
  EXPECT_EQ(typing.type("1"), "nim(1) + nim(3)");
  EXPECT_EQ(typing.type("2: 1"), "2*nim(1)");
  EXPECT_EQ(typing.match.plies(), 2u);
  ASSERT_TRUE(typing.match.take_back(1));
  EXPECT_EQ(to_string(typing.match.sum()), "nim(1) + nim(3)");
  EXPECT_EQ(typing.match.options().size(), 4u);
  ASSERT_TRUE(typing.match.take_back(1));
  EXPECT_EQ(to_string(typing.match.sum()), "nim(2) + nim(3)");
  EXPECT_EQ(typing.match.plies(), 0u);
}

TEST(Match, IsOverWhenNothingMoves) {
  Typing typing("nim(1)");
  EXPECT_FALSE(typing.match.is_over());
  EXPECT_EQ(typing.type("1"), "nim(0)");
  EXPECT_TRUE(typing.match.is_over());
}

TEST(Components, AreApartWhileTheyAreFew) {
  Typing few("2*nim(1) + nim(3)");
  EXPECT_EQ(components(few.match.sum()).size(), 3u);
  EXPECT_EQ(components(few.match.sum())[1].term, 0u);
  Typing many("4000000000*nim(1) + nim(3)");
  ASSERT_EQ(components(many.match.sum()).size(), 2u);
  EXPECT_EQ(components(many.match.sum())[0].count, 4'000'000'000u);
}

TEST(ReadMove, TakesNumbersComponentsPositionsAndSums) {
  EXPECT_EQ(Typing("nim(2) + nim(3)").type("4"), "nim(2) + nim(1)");
  EXPECT_EQ(Typing("nim(2) + nim(3)").type("2: 1"), "nim(2) + nim(1)");
  EXPECT_EQ(Typing("nim(2) + nim(3)").type(" 2 :1 "), "nim(2) + nim(1)");
  EXPECT_EQ(Typing("nim(2) + nim(4)").type("nim(3)"), "nim(2) + nim(3)");
  EXPECT_EQ(Typing("nim(2) + nim(3)").type("nim(1) + nim(2)"), "nim(2) + nim(1)");
  EXPECT_EQ(Typing("three_pile(3,4,5)").type("1: 3, 4, 1"), "three_pile(3,4,1)");
  EXPECT_EQ(Typing("three_pile(3,4,5)").type("three_pile(2,4,4)"), "three_pile(2,4,4)");
}

TEST(ReadMove, TakesSplits) {
  EXPECT_EQ(Typing("lasker(5) + nim(2)").type("1: 3 + 2"), "lasker(2) + lasker(3) + nim(2)");
  EXPECT_EQ(Typing("lasker(4) + nim(2)").type("2*lasker(2)"), "2*lasker(2) + nim(2)");
  EXPECT_EQ(Typing("lasker(4)").type("lasker(1) + lasker(3)"), "lasker(1) + lasker(3)");
}

TEST(ReadMove, EqualComponentsMoveByTheirOwnNumbers) {
  EXPECT_EQ(Typing("2*nim(3)").type("2: 1"), "nim(3) + nim(1)");
  EXPECT_EQ(Typing("2*nim(3)").type("nim(1)"), "nim(3) + nim(1)");
}

TEST(ReadMove, SaysWhatIsWrong) {
  Typing typing("nim(2) + nim(4)");
  EXPECT_EQ(typing.type("7"), "there is no move 7; they are numbered from 1 to 6");
  EXPECT_EQ(typing.type("0"), "there is no move 0; they are numbered from 1 to 6");
  EXPECT_EQ(typing.type("3: 1"), "there is no component 3; they are numbered from 1 to 2");
  EXPECT_EQ(typing.type("x: 1"), "there is no component x; they are numbered from 1 to 2");
  EXPECT_EQ(typing.type("1: 3"), "nim(2) -> nim(3) is not a move; `moves` lists them");
  EXPECT_EQ(typing.type("1: 0,0"), "nim(2) -> nim(0,0) is not a move; `moves` lists them");
  EXPECT_THAT(typing.type("1: one"), HasSubstr("`one`"));
  EXPECT_EQ(typing.type("nim(9)"), "no move leads to nim(9); `moves` lists them");
  EXPECT_EQ(typing.type("nim(2) + nim(4)"), "no move leads to nim(2) + nim(4); `moves` lists them");
  EXPECT_THAT(typing.type("nim(1)"), HasSubstr("more than one move leads there"));
  EXPECT_THAT(typing.type("nym(1)"), HasSubstr("did you mean"));
  EXPECT_THAT(typing.type("what?"), HasSubstr("there is no game `what`"));
  EXPECT_EQ(typing.match.plies(), 0u);
}

}  // namespace
}  // namespace grundy::query
