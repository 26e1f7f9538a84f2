// Random graphs and posets, and boards of up to 20 cells, against the definition.
#include "boards_test.hpp"

namespace grundy::boards {
namespace {

Structure random_structure(std::mt19937_64& random, std::size_t most) {
  Structure structure;
  structure.text = "random";
  structure.vertices = 1 + random() % most;
  structure.order.emplace();
  const std::uint64_t density = 1 + random() % 6;
  for (std::size_t u = 0; u < structure.vertices; ++u)
    for (std::size_t v = u + 1; v < structure.vertices; ++v)
      if (random() % 8 < density) {
        structure.edges.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
        structure.order->emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
      }
  return structure;
}

void expect_equal(const Case& game, const Structure& structure) {
  const std::uint32_t defined = oracle::nimber(plain(structure, game.rules.kind), game.options);
  EXPECT_EQ(nimber(game.rules, structure), defined);
  EXPECT_EQ(nimber(game.rules, structure, Engine::mex), defined);
  const AnySet start = compiled(game.rules, structure).start;
  for (std::uint32_t n = 0; n < 4; ++n)
    EXPECT_EQ(*solver(game.rules, structure)->has_nimber(start, n), n == defined) << "n = " << n;
}

TEST(RandomBoards, HaveTheNimbersOfTheDefinition) {
  std::mt19937_64 random(/*seed=*/2012);
  for (int round = 0; round < 120; ++round)
    for (const Case& game : cases()) {
      const Structure structure = random_structure(random, 10);
      SCOPED_TRACE(testing::Message() << game.rules.name << ", round " << round);
      expect_equal(game, structure);
    }
}

TEST(RandomBoards, OfTwelveVerticesHaveTheNimbersOfTheDefinition) {
  std::mt19937_64 random(/*seed=*/2020);
  for (int round = 0; round < 6; ++round)
    for (const Case& game : cases()) {
      Structure structure = random_structure(random, 12);
      SCOPED_TRACE(testing::Message() << game.rules.name << ", round " << round);
      expect_equal(game, structure);
    }
}

// Shifted, reflected and transposed parts are one, whichever way the rectangle lies.
TEST(Boards, OnRectanglesHaveTheNimbersOfTheDefinition) {
  for (const char* name : {"grid", "king", "knights", "queens"})
    for (const auto& [rows, columns] : {std::pair(1, 7), std::pair(2, 5), std::pair(5, 2),
                                        std::pair(3, 3), std::pair(3, 4), std::pair(4, 3)})
      for (const Case& game : cases()) {
        const Structure structure = built(name, {rows, columns});
        if (game.rules.kind == StructureKind::poset && !structure.order) continue;
        SCOPED_TRACE(testing::Message() << game.rules.name << " on " << structure.text);
        expect_equal(game, structure);
      }
}

// A row of 64 columns fills a word; beyond that sets have several.
TEST(Boards, OnOneRowOrColumnAreThoseOnPaths) {
  for (const char* game : {"node_kayles", "cram", "kayles"})
    for (const std::int64_t n : {8, 9, 33, 63, 64, 65}) {
      const std::uint32_t on_path = nimber(game, "path", {n});
      EXPECT_EQ(nimber(game, "grid", {1, n}), on_path) << game << ", " << n;
      EXPECT_EQ(nimber(game, "grid", {n, 1}), on_path) << game << ", " << n;
    }
}

TEST(Boards, OnOtherStructuresHaveTheNimbersOfTheDefinition) {
  const auto cube = built("hypercube", {3});
  const auto cycle = built("cycle", {9});
  const auto complete = built("complete", {6});
  const auto path = built("path", {10});
  const auto box = built("product", {2, 2, 3});
  for (const Structure& structure : {cube, cycle, complete, path, box})
    for (const Case& game : cases()) {
      if (game.rules.kind == StructureKind::poset && !structure.order) continue;
      SCOPED_TRACE(testing::Message() << game.rules.name << " on " << structure.text);
      expect_equal(game, structure);
    }
}

TEST(Boards, OfTwentyCellsAgreeByBothEngines) {
  for (const char* game : {"cram", "node_kayles", "kayles"})
    for (const auto& [rows, columns] : {std::pair(4, 5), std::pair(2, 10), std::pair(3, 6)}) {
      const Structure structure = built("grid", {rows, columns});
      EXPECT_EQ(nimber(rules_called(game), structure),
                nimber(rules_called(game), structure, Engine::mex))
          << game << " on " << structure.text;
    }
}

TEST(Boards, HaveTheSameNimberInLittleMemoryAndByManyThreads) {
  const Structure structure = built("grid", {5, 5});
  const BoardRules cram = rules_called("cram");
  const AnySet start = compiled(cram, structure).start;
  for (const std::size_t threads : {1U, 2U, 5U})
    for (const std::uint64_t bytes : {std::uint64_t{66000}, ~std::uint64_t{0}}) {
      Limits limits;
      limits.threads = threads;
      limits.bytes = bytes;
      EXPECT_EQ(*solver(cram, structure, limits)->nimber(start), 0U) << threads << ", " << bytes;
    }
  Limits none;
  none.bytes = 0;
  const Structure small = built("grid", {3, 4});
  EXPECT_EQ(*solver(cram, small, none)->nimber(compiled(cram, small).start), 1U);
}

TEST(Boards, StopWhenAsked) {
  std::atomic<bool> stop = true;
  Limits limits;
  limits.stop = &stop;
  const Structure structure = built("grid", {7, 9});
  const AnySet start = compiled(rules_called("cram"), structure).start;
  const auto found = solver(rules_called("cram"), structure, limits)->nimber(start);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::interrupted);
}

}  // namespace
}  // namespace grundy::boards
