// Nimbers from the literature, as far as they take seconds. scripts/boards has the longer ones.
#include "boards_test.hpp"

namespace grundy::boards {
namespace {

using Nimbers = std::vector<std::uint32_t>;

// OEIS A316632.
TEST(Published, NodeKaylesOnThreeRows) {
  const Nimbers known = {2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3};
  for (std::size_t n = 1; n <= known.size(); ++n)
    EXPECT_EQ(nimber("node_kayles", "grid", {3, static_cast<std::int64_t>(n)}), known[n - 1]) << n;
}

// OEIS A316632, comments: by symmetry.
TEST(Published, NodeKaylesOnTwoAndFourRows) {
  for (std::int64_t n = 1; n <= 20; ++n)
    EXPECT_EQ(nimber("node_kayles", "grid", {2, n}), static_cast<std::uint32_t>(n % 2)) << n;
  for (std::int64_t n = 1; n <= 10; ++n) EXPECT_EQ(nimber("node_kayles", "grid", {4, n}), 0U) << n;
}

// OEIS A344227, non-attacking queens.
TEST(Published, NodeKaylesOfQueens) {
  const Nimbers known = {0, 1, 1, 2, 1, 3, 1, 2, 3, 1, 0};
  for (std::size_t n = 0; n < known.size(); ++n)
    EXPECT_EQ(nimber("node_kayles", "queens", {static_cast<std::int64_t>(n)}), known[n]) << n;
}

// OEIS A002187, Dawson's Chess.
TEST(Published, NodeKaylesOnPaths) {
  const Nimbers known = {0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0,
                         1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1,
                         0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1};
  for (std::size_t n = 0; n < known.size(); ++n)
    EXPECT_EQ(nimber("node_kayles", "path", {static_cast<std::int64_t>(n)}), known[n]) << n;
}

// OEIS A316533, generalized Petersen graphs P(n, 2), n >= 5.
TEST(Published, NodeKaylesOnPetersenGraphs) {
  const Nimbers known = {1, 0, 1, 0, 1, 0, 0, 0, 1};
  for (std::size_t n = 5; n < 5 + known.size(); ++n) {
    Structure graph;
    graph.text = "petersen";
    graph.vertices = 2 * n;
    for (std::size_t v = 0; v < n; ++v) {
      const auto join = [&](std::size_t a, std::size_t b) {
        graph.edges.emplace_back(static_cast<Vertex>(a), static_cast<Vertex>(b));
      };
      join(v, (v + 1) % n);
      join(v, n + v);
      join(n + v, n + (v + 2) % n);
    }
    EXPECT_EQ(nimber(rules_called("node_kayles"), graph), known[n - 5]) << n;
  }
}

// J. Lemoine and S. Viennot; P. Beling, table of nimbers of Cram (2025).
TEST(Published, Cram) {
  for (const auto& [rows, columns, known] :
       {std::tuple(4, 4, 0U), std::tuple(4, 5, 2U), std::tuple(4, 6, 0U), std::tuple(4, 7, 3U),
        std::tuple(4, 8, 0U), std::tuple(5, 5, 0U), std::tuple(5, 6, 2U), std::tuple(6, 6, 0U)})
    EXPECT_EQ(nimber("cram", "grid", {rows, columns}), known) << rows << " x " << columns;
}

// Eating all but the first row and column wins: D. Gale (1974).
TEST(Published, RectanglesOfChompAreWon) {
  const BoardRules chomp = rules_called("chomp");
  for (const auto& [rows, columns] : {std::pair(2, 2), std::pair(5, 5), std::pair(8, 10)}) {
    const Structure board = built("product", {rows, columns});
    EXPECT_FALSE(*solver(chomp, board)->has_nimber(compiled(chomp, board).start, 0));
  }
}

// Kayles, Winning Ways chapter 4: the first terms of 0.77.
TEST(Published, KaylesOnPaths) {
  const Nimbers known = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1};
  for (std::size_t n = 0; n < known.size(); ++n)
    EXPECT_EQ(nimber("kayles", "path", {static_cast<std::int64_t>(n)}), known[n]) << n;
}

}  // namespace
}  // namespace grundy::boards
