// Options, misère play and remoteness of boards, against the definition.
#include <set>

#include "boards_test.hpp"

namespace grundy::boards {
namespace {

oracle::Vertices plain_set(const AnySet& set) {
  return static_cast<oracle::Vertices>(set.words[0]);
}

AnySet set_of(oracle::Vertices vertices) {
  AnySet set;
  set.words[0] = vertices;
  return set;
}

// The start of the oracle, without the vertices that no move speaks of.
oracle::Vertices start_of(const Case& game, const Structure& structure) {
  return plain_set(compiled(game.rules, structure).start);
}

void expect_options(const Case& game, const Structure& structure, oracle::Vertices position) {
  const auto board = plain(structure, game.rules.kind);
  const auto plain_options = game.options(board, position);
  std::set<oracle::Vertices> defined(plain_options.begin(), plain_options.end()), found;
  for (const AnySet& option : options(compiled(game.rules, structure), set_of(position)))
    EXPECT_TRUE(found.insert(plain_set(option)).second) << "an option is listed twice";
  EXPECT_EQ(found, defined);
}

void expect_endings(const Case& game, const Structure& structure, Solver& solver,
                    oracle::Vertices position) {
  const auto board = plain(structure, game.rules.kind);
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    SCOPED_TRACE(to_string(convention));
    std::map<oracle::Vertices, oracle::PlainEnding> known;
    const auto defined =
        oracle::ending(board, game.options, convention == Convention::misere, position, known);
    const auto ending = solver.ending({set_of(position)}, convention);
    ASSERT_TRUE(ending) << ending.error().message;
    EXPECT_EQ(ending->outcome == Outcome::N, defined.mover_wins);
    EXPECT_EQ(ending->remoteness, defined.plies);
    EXPECT_EQ(*solver.outcome({set_of(position)}, convention), ending->outcome);
  }
}

Structure random_graph(std::mt19937_64& random, std::size_t vertices) {
  Structure structure;
  structure.text = "random";
  structure.vertices = vertices;
  structure.order.emplace();
  for (std::size_t u = 0; u < vertices; ++u)
    for (std::size_t v = u + 1; v < vertices; ++v)
      if (random() % 3 == 0) {
        structure.edges.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
        structure.order->emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
      }
  return structure;
}

TEST(Moves, AndEndingsOfRandomPositionsAreThoseOfTheDefinition) {
  std::mt19937_64 random(/*seed=*/1976);
  for (int round = 0; round < 40; ++round)
    for (const Case& game : cases()) {
      const Structure structure = random_graph(random, 1 + random() % 9);
      SCOPED_TRACE(testing::Message() << game.rules.name << ", round " << round);
      const oracle::Vertices start = start_of(game, structure);
      const auto solves = solver(game.rules, structure);
      expect_options(game, structure, start);
      expect_endings(game, structure, *solves, start);
      // Of Chomp not every set can be reached.
      if (game.rules.kind == StructureKind::poset) continue;
      const auto part = static_cast<oracle::Vertices>(start & random());
      expect_options(game, structure, part);
      expect_endings(game, structure, *solves, part);
    }
}

TEST(Moves, AndEndingsOfRectanglesAreThoseOfTheDefinition) {
  std::mt19937_64 random(/*seed=*/1977);
  for (const char* name : {"grid", "king"})
    for (const Case& game : cases()) {
      const Structure structure = built(name, {3, 3});
      if (game.rules.kind == StructureKind::poset && !structure.order) continue;
      SCOPED_TRACE(testing::Message() << game.rules.name << " on " << structure.text);
      const oracle::Vertices start = start_of(game, structure);
      const auto solves = solver(game.rules, structure);
      expect_options(game, structure, start);
      expect_endings(game, structure, *solves, start);
    }
}

// Two copies of a board are a board of its own to the oracle.
TEST(Moves, SumsOfTwoPositionsEndAsTheDefinitionSays) {
  std::mt19937_64 random(/*seed=*/1978);
  for (int round = 0; round < 20; ++round)
    for (const Case& game : cases()) {
      const Structure structure = random_graph(random, 1 + random() % 5);
      Structure twice = structure;
      const std::size_t n = structure.vertices;
      twice.vertices = 2 * n;
      for (const auto& [u, v] : structure.edges) {
        const auto pair = std::pair(static_cast<Vertex>(u + n), static_cast<Vertex>(v + n));
        twice.edges.push_back(pair);
        twice.order->push_back(pair);
      }
      const AnySet start = compiled(game.rules, structure).start;
      const auto solves = solver(game.rules, structure);
      for (const Convention convention : {Convention::normal, Convention::misere}) {
        SCOPED_TRACE(testing::Message()
                     << game.rules.name << ", round " << round << ", " << to_string(convention));
        std::map<oracle::Vertices, oracle::PlainEnding> known;
        const auto defined =
            oracle::ending(plain(twice, game.rules.kind), game.options,
                           convention == Convention::misere, start_of(game, twice), known);
        const auto ending = solves->ending({start, start}, convention);
        ASSERT_TRUE(ending);
        EXPECT_EQ(ending->outcome == Outcome::N, defined.mover_wins);
        EXPECT_EQ(ending->remoteness, defined.plies);
        EXPECT_EQ(*solves->outcome({start, start}, convention), ending->outcome);
      }
    }
}

// Dawson's Kayles is Cram on a path; misère Dawson's Kayles, Winning Ways chapter 13: the first
// P-positions of misère octal game 0.07, heaps 0 to 20, by brute force over heaps.
TEST(Moves, MisereOutcomesOfPathsAreThoseOfHeaps) {
  std::map<std::vector<int>, bool> known;
  const std::function<bool(std::vector<int>)> wins = [&](std::vector<int> heaps) {
    std::sort(heaps.begin(), heaps.end());
    if (const auto found = known.find(heaps); found != known.end()) return found->second;
    bool has_move = false, result = false;
    for (std::size_t i = 0; i < heaps.size(); ++i)
      for (int left = 0; left + 2 <= heaps[i]; ++left) {
        has_move = true;
        std::vector<int> next = heaps;
        next[i] = left;
        next.push_back(heaps[i] - 2 - left);
        if (!wins(next)) result = true;
      }
    return known[heaps] = has_move ? result : true;
  };
  for (int n = 0; n <= 14; ++n) {
    const Structure path = built("path", {n});
    const BoardRules cram = rules_called("cram");
    const auto found =
        solver(cram, path)->outcome({compiled(cram, path).start}, Convention::misere);
    EXPECT_EQ(*found == Outcome::N, wins({n})) << n;
  }
}

TEST(Moves, OfTooLittleMemoryAreRefusedAndLaterFound) {
  const Structure grid = built("grid", {4, 4});
  const BoardRules cram = rules_called("cram");
  Limits little;
  little.bytes = 10000;
  const auto found =
      solver(cram, grid, little)->outcome({compiled(cram, grid).start}, Convention::misere);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::memory);
}

TEST(Moves, PositionsAreWrittenAsWhatTheyHaveLost) {
  const Game grid = compiled(rules_called("cram"), built("grid", {2, 70}));
  AnySet position = grid.start;
  position.remove(0);
  position.remove(3);
  EXPECT_EQ(to_string(grid, grid.start), "cram(grid(2, 70))");
  // 70 columns lie on their side.
  EXPECT_EQ(to_string(grid, position), "cram(grid(2, 70) - {(0, 0), (1, 1)})");
  const Game path = compiled(rules_called("cram"), built("path", {70}));
  position = path.start;
  position.remove(69);
  EXPECT_EQ(to_string(path, position), "cram(path(70) - {69})");
}

}  // namespace
}  // namespace grundy::boards
