// Published nimbers of Node Kayles (choose a vertex of a board, delete it and its neighbours), each
// board turned into the graph of its positions, whose labels are sets of squares.
#include <gtest/gtest.h>

#include <deque>

#include "base/executor.hpp"
#include "graphs.hpp"

namespace grundy::graph::test {
namespace {

// For each square of a board the set of what a move there deletes, the square itself among it.
using Board = std::vector<Label>;

template <class Neighbours>
Board board_of(int rows, int columns, Neighbours neighbours) {
  Board board;
  for (int square = 0; square < rows * columns; ++square) {
    Label deleted = 0;
    for (int other = 0; other < rows * columns; ++other) {
      const int down = other / columns - square / columns;
      const int right = other % columns - square % columns;
      if (square == other || neighbours(down, right)) deleted |= Label{1} << other;
    }
    board.push_back(deleted);
  }
  return board;
}

Board grid(int rows, int columns) {
  return board_of(rows, columns,
                  [](int down, int right) { return std::abs(down) + std::abs(right) == 1; });
}

Board queens(int size) {
  return board_of(size, size, [](int down, int right) {
    return down == 0 || right == 0 || std::abs(down) == std::abs(right);
  });
}

// All positions that can be reached from the whole board.
Pairs positions_of(const Board& board) {
  Pairs edges;
  const Label whole = (Label{1} << board.size()) - 1;
  std::set<Label> seen{whole};
  for (std::deque<Label> waiting{whole}; !waiting.empty(); waiting.pop_front()) {
    const Label position = waiting.front();
    for (std::size_t square = 0; square < board.size(); ++square) {
      if (!(position >> square & 1)) continue;
      const Label next = position & ~board[square];
      edges.emplace_back(position, next);
      if (seen.insert(next).second) waiting.push_back(next);
    }
  }
  return edges;
}

std::uint32_t nimber_of(const Board& board) {
  const auto executor = parallel::make_executor("tbb", 2);
  const auto graph = graph_of(text_of(positions_of(board)), {**executor});
  EXPECT_TRUE(graph);
  const auto values = solve(*graph, {}, {**executor});
  EXPECT_TRUE(values);
  return values->cells[*graph->labels.find((Label{1} << board.size()) - 1)];
}

// https://oeis.org/A002187 (Dawson's chess 0.137), from n = 1.
TEST(Published, NodeKaylesOnPaths) {
  const std::vector<std::uint32_t> nimbers{1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3};
  for (std::size_t n = 1; n <= nimbers.size(); ++n)
    EXPECT_EQ(nimber_of(grid(1, static_cast<int>(n))), nimbers[n - 1]) << n;
}

// https://oeis.org/A316632, from n = 1; and its comment on 2 x n.
TEST(Published, NodeKaylesOnGrids) {
  const std::vector<std::uint32_t> nimbers{2, 1, 1, 0, 3, 3};
  for (std::size_t n = 1; n <= nimbers.size(); ++n)
    EXPECT_EQ(nimber_of(grid(3, static_cast<int>(n))), nimbers[n - 1]) << n;
  for (int n = 1; n <= 9; ++n)
    EXPECT_EQ(nimber_of(grid(2, n)), static_cast<std::uint32_t>(n % 2)) << n;
}

// https://oeis.org/A344227, from n = 1.
TEST(Published, NodeKaylesOfQueens) {
  const std::vector<std::uint32_t> nimbers{1, 1, 2, 1, 3};
  for (std::size_t n = 1; n <= nimbers.size(); ++n)
    EXPECT_EQ(nimber_of(queens(static_cast<int>(n))), nimbers[n - 1]) << n;
}

}  // namespace
}  // namespace grundy::graph::test
