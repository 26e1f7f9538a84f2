// The language of games on boards, and what is said of mistakes.
#include <gmock/gmock.h>

#include "boards_test.hpp"

namespace grundy::boards {
namespace {

using testing::HasSubstr;

std::string mistake(const std::string& text) {
  const auto rules = parse_rules(text, "t.game");
  if (rules) return "none";
  EXPECT_EQ(rules.error().code, Errc::rules);
  return rules.error().message;
}

TEST(BoardRulesText, OfTheCatalogueIsRead) {
  EXPECT_GE(catalogue().size(), 6U);
  for (const BoardRules& rules : catalogue()) {
    EXPECT_FALSE(rules.rules.empty()) << rules.name;
    EXPECT_FALSE(rules.description.empty()) << rules.name;
  }
}

TEST(BoardRulesText, OfOtherGamesIsNotTakenForBoards) {
  EXPECT_TRUE(is_board_text("# comment\ngame a(G: graph)"));
  EXPECT_FALSE(is_board_text("game a(x, y)\n(x, y) -> (x - k, y) for k >= 1"));
  EXPECT_FALSE(is_board_text(""));
}

TEST(BoardRulesText, IsRefusedWithTheLineAndColumn) {
  EXPECT_THAT(mistake("game a(G: tree)\n"), HasSubstr("t.game:1:11: expected `graph` or `poset`"));
  EXPECT_THAT(mistake("game a(G: graph)\n  (G) -> G - {w} for v in G"),
              HasSubstr("t.game:2:15: there is no vertex `w`"));
  EXPECT_THAT(mistake("game a(G: graph)\n  (G) -> H - {v} for v in G"),
              HasSubstr("2:10: expected `G`, found `H`"));
  EXPECT_THAT(mistake("game a(G: graph) (G) -> G - up(v) for v in G"),
              HasSubstr("`up` needs an order, but G is a graph"));
  EXPECT_THAT(mistake("game a(G: graph) (G) -> G - {u, u} for edge (u, u) in G"),
              HasSubstr("there are two vertices `u`"));
  EXPECT_THAT(mistake("game a(G: graph) (G) -> G - {u} for connected {u, v} in G"),
              HasSubstr("the vertices of a connected set have no order"));
  EXPECT_THAT(mistake("game a(G: graph) (G) -> G - {v} for v in G if degree(v) = x"),
              HasSubstr("expected a number"));
  EXPECT_THAT(mistake("game a(G: graph) (G) -> G - {v} for v in G\ngame a(G: graph) (G) -> G - "
                      "{v} for v in G"),
              HasSubstr("there are two games `a`"));
  EXPECT_THAT(mistake("game a(G: graph)"), HasSubstr("expected `(`"));
  EXPECT_THAT(mistake(""), HasSubstr("there is no game"));
}

TEST(BoardRulesText, OfAnyKindEndsInAMistakeOrAGame) {
  const std::string text =
      "game a(G: graph) \"x\" (G) -> G - {u, v} for edge (u, v) in G if connected(G - {u}) and "
      "size(closed(u)) != 3";
  ASSERT_EQ(mistake(text), "none");
  std::mt19937_64 random(/*seed=*/7);
  for (int round = 0; round < 2000; ++round) {
    std::string broken = text;
    for (std::uint64_t i = 0; i <= random() % 3; ++i)
      broken[random() % broken.size()] = "(){}GuvG:->=,\"#0 "[random() % 17];
    static_cast<void>(parse_rules(broken.substr(0, random() % (broken.size() + 1)), "t"));
  }
}

TEST(Structures, AreRefusedWithWhatTheyTake) {
  const auto message = [](const StructureSpec& wrong) {
    const auto structure = build(wrong);
    return structure ? "none" : structure.error().message;
  };
  EXPECT_THAT(message(spec("grid", {3})), HasSubstr("grid takes 2 numbers, not 1"));
  EXPECT_THAT(message(spec("grid", {3, -1})), HasSubstr("numbers from 0 on, not -1"));
  EXPECT_THAT(message(spec("cycle", {2})), HasSubstr("numbers from 3 on, not 2"));
  EXPECT_THAT(message(spec("grid", {30, 30})), HasSubstr("more than 512 vertices"));
  EXPECT_THAT(message(spec("grid", {1'000'000'000'000'000'000, 1'000'000'000'000'000'000})),
              HasSubstr("more than 512 vertices"));
  EXPECT_THAT(message(spec("hypercube", {63})), HasSubstr("more than 512 vertices"));
  EXPECT_THAT(message(spec("product", {100, 100})), HasSubstr("10000 vertices"));
  EXPECT_THAT(message(spec("gird", {3, 3})), HasSubstr("did you mean `grid`?"));
  EXPECT_THAT(message({"file", {std::string("/nowhere/x")}}), HasSubstr("/nowhere/x"));
}

TEST(Structures, WithoutAnOrderAreNoPosets) {
  const auto game = compile(rules_called("chomp"), built("cycle", {5}));
  ASSERT_FALSE(game);
  EXPECT_THAT(game.error().message, HasSubstr("cycle(5) has no order"));
  Structure loop;
  loop.text = "loop";
  loop.vertices = 2;
  loop.order = {{0, 1}, {1, 0}};
  const auto cyclic = compile(rules_called("chomp"), loop);
  ASSERT_FALSE(cyclic);
  EXPECT_THAT(cyclic.error().message, HasSubstr("its order has a cycle"));
}

TEST(Structures, MayBeEmpty) {
  EXPECT_EQ(nimber("cram", "grid", {0, 5}), 0U);
  EXPECT_EQ(nimber("node_kayles", "path", {0}), 0U);
  EXPECT_EQ(nimber("chomp", "product", {1, 1}), 0U);
}

TEST(Structures, OfManyVerticesTakeWiderSets) {
  EXPECT_EQ(nimber("node_kayles", "path", {65}), nimber("node_kayles", "grid", {65, 1}));
  EXPECT_EQ(nimber("node_kayles", "path", {130}), nimber("node_kayles", "grid", {130, 1}));
  EXPECT_EQ(nimber("kayles", "path", {300}), nimber("kayles", "grid", {300, 1}));
}

}  // namespace
}  // namespace grundy::boards
