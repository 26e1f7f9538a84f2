// Nimbers that are proved to grow, against the kernel that finds them heap by heap.
#include "methods/heap/growth.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "methods/heap/pieces.hpp"

namespace grundy::growth {
namespace {

using family::HeapMove;
using Nimbers = std::vector<std::uint32_t>;
using Total = HeapMove::Total;

HeapMove move(Total total, std::int64_t taken, std::vector<std::int64_t> least,
              std::int64_t from = 0) {
  return {total, taken, std::move(least), false, from, std::nullopt};
}

const HeapMove any_number = move(Total::at_most, 1, {0});
const HeapMove split = move(Total::exact, 0, {1, 1});

std::string to_text(const std::vector<HeapMove>& moves) {
  std::ostringstream text;
  for (const HeapMove& move : moves) {
    text << (move.total == Total::exact ? "exact " : "any ") << move.taken << " least";
    for (const std::int64_t least : move.least) text << ' ' << least;
    text << (move.unlike ? " unlike" : "") << " from " << move.from;
    if (move.upto) text << " to " << *move.upto;
    text << "; ";
  }
  return text.str();
}

Nimbers first_of(const std::vector<HeapMove>& moves, std::uint64_t heaps) {
  const auto nimbers = pieces::solve_first({moves, heaps, std::uint64_t{1} << 13});
  return nimbers ? *nimbers : Nimbers();
}

TEST(Growth, OfLaskersNim) {
  const auto growth =
      prove_growth(std::vector{any_number, split}, first_of({any_number, split}, 512));
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->period.length, 4U);
  EXPECT_EQ(growth->period.saltus, 4U);
  EXPECT_EQ(growth->nimber(0), 0U);
  for (std::uint64_t k = 1; k < 5000; ++k) {  // Winning Ways, chapter 4
    ASSERT_EQ(growth->nimber(4 * k), 4 * k - 1);
    ASSERT_EQ(growth->nimber(4 * k + 1), 4 * k + 1);
    ASSERT_EQ(growth->nimber(4 * k + 2), 4 * k + 2);
    ASSERT_EQ(growth->nimber(4 * k + 3), 4 * k + 4);
  }
  EXPECT_EQ(growth->largest(8), 8U);
  EXPECT_EQ(growth->largest(7), 6U);
  EXPECT_EQ(growth->largest(std::uint64_t{1} << 31), std::uint64_t{1} << 31);
}

HeapMove random_exact_move(std::mt19937& random) {
  HeapMove move = growth::move(Total::exact, static_cast<std::int64_t>(random() % 5), {});
  if (random() % 3 == 0) {
    move.taken += 1;
    move.least = {static_cast<std::int64_t>(random() % 2)};
  } else {
    const auto small = static_cast<std::int64_t>(random() % 4) + (move.taken == 0 ? 1 : 0);
    move.least = {small, small + static_cast<std::int64_t>(random() % 3)};
    move.unlike = random() % 4 == 0;
  }
  if (random() % 6 == 0) move.from = static_cast<std::int64_t>(random() % 9);
  if (random() % 8 == 0) move.upto = move.from + static_cast<std::int64_t>(random() % 9);
  return move;
}

std::vector<HeapMove> random_moves(std::mt19937& random) {
  std::vector moves{move(random() % 2 == 0 ? Total::at_most : Total::each,
                         1 + static_cast<std::int64_t>(random() % 4),
                         {static_cast<std::int64_t>(random() % 3)})};
  for (std::size_t more = random() % 3; more > 0; --more)
    moves.push_back(random_exact_move(random));
  return moves;
}

// Whatever is said to be proved holds much further on. Few heaps leave little room for it.
TEST(Growth, ProvedFromFewHeapsHoldsForMany) {
  std::mt19937 random(1931);
  std::size_t proved = 0;
  std::size_t with_splits = 0;
  for (int game = 0; game < 1500; ++game) {
    const std::vector<HeapMove> moves = random_moves(random);
    SCOPED_TRACE(to_text(moves));
    const Nimbers nimbers = first_of(moves, 1500);
    if (nimbers.empty()) continue;
    for (const std::size_t heaps : {24U, 60U, 200U, 512U}) {
      const auto growth = prove_growth(
          moves, {nimbers.begin(), nimbers.begin() + static_cast<std::ptrdiff_t>(heaps)});
      if (!growth) continue;
      ++proved;
      with_splits += std::ranges::any_of(moves, [](const auto& move) { return move.parts() == 2; });
      for (std::uint64_t heap = 0; heap < nimbers.size(); ++heap)
        ASSERT_EQ(growth->nimber(heap), nimbers[heap]) << "heap " << heap << " by " << heaps;
    }
  }
  EXPECT_GT(proved, 300U);
  EXPECT_GT(with_splits, 30U);
}

TEST(Growth, IsNotProvedWhereItIsNotSo) {
  const std::vector moves{any_number, split};
  Nimbers spoiled = first_of(moves, 512);
  std::swap(spoiled[510], spoiled[511]);
  EXPECT_FALSE(prove_growth(moves, spoiled));
  // A move that comes later, one that begins too late to be seen, and splits of any sum.
  const Nimbers nimbers = first_of(moves, 512);
  for (const HeapMove& other :
       {move(Total::exact, 600, {0}), move(Total::exact, 2, {1, 1}, 600),
        move(Total::at_most, 600, {1, 1}), move(Total::exact, 500, {1, 1, 1})})
    EXPECT_FALSE(prove_growth(std::vector{any_number, split, other}, nimbers)) << to_text({other});
}

// Moves of every kind, the early ones among them.
TEST(FirstNimbers, AreThoseOfKernelPieces) {
  std::mt19937 random(1949);
  std::vector<std::vector<HeapMove>> games{
      {move(Total::at_most, 1, {0, 1})},  {move(Total::each, 2, {1, 1})},
      {move(Total::exact, 0, {})},        {move(Total::exact, 0, {}, 4)},
      {move(Total::exact, 0, {1, 1, 1})}, {move(Total::at_most, 2, {0, 0, 0})},
  };
  for (int game = 0; game < 200; ++game) games.push_back(random_moves(random));
  for (const auto& moves : games) {
    const std::size_t heaps = moves.front().parts() == 3 ? 60 : 150;
    EXPECT_EQ(first_nimbers(moves, heaps), first_of(moves, heaps)) << to_text(moves);
  }
}

}  // namespace
}  // namespace grundy::growth
