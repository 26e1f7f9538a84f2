#include "methods/pieces/pieces_game.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "methods/pieces/solve.hpp"

namespace grundy::pieces {

using family::HeapMove;

namespace {

constexpr std::uint64_t first_heaps = 512;
constexpr std::uint64_t most_nimbers_of_first = 1 << 13;
constexpr double most_nimbers = 1 << 24;
constexpr std::uint64_t most_heaps = std::uint64_t{1} << 31;
constexpr std::uint64_t least_room = 64;
constexpr double reserve = 2;  // that they grow somewhat faster later

// Whether all parts have the same least size, those that must differ one more each.
bool are_alike(const HeapMove& move) {
  for (std::size_t i = 1; i < move.parts(); ++i)
    if (move.least[i] != move.least[i - 1] + (move.unlike ? 1 : 0)) return false;
  return true;
}

bool is_solved_here(const HeapMove& move) {
  using Total = HeapMove::Total;
  const bool gathers = move.total != Total::exact;
  if (gathers && (move.from > 0 || move.upto)) return false;
  if (move.total == Total::each) return are_alike(move);
  return move.parts() < 3 || (!move.unlike && are_alike(move));
}

std::uint32_t largest(const std::vector<std::uint32_t>& nimbers, std::size_t count) {
  return *std::max_element(nimbers.begin(), nimbers.begin() + static_cast<std::ptrdiff_t>(count));
}

// Nimbers of most games grow by a power of the heap, mostly the first or less.
double expected_nimbers(const std::vector<std::uint32_t>& first, std::uint64_t heaps) {
  const std::size_t count = first.size();
  const double expected = largest(first, count) + 1.0;
  if (heaps <= count) return expected;
  const double before = largest(first, count / 2) + 1.0;
  const double power = std::log2(expected / before);
  const double times = static_cast<double>(heaps) / static_cast<double>(count);
  return expected * reserve * std::pow(times, power);
}

std::uint64_t room_for(std::uint64_t nimbers) {
  return std::bit_ceil(std::max(least_room, nimbers));
}

}  // namespace

std::optional<PiecesGame> recognise_pieces(const rules::Rules& rules, std::uint64_t heaps,
                                           std::string& why_not) {
  auto moves = family::heap_moves(rules, why_not);
  if (!moves) return std::nullopt;
  PiecesGame game{std::move(*moves), heaps, 0};
  if (!std::all_of(game.moves.begin(), game.moves.end(), is_solved_here))
    why_not = "parts of unlike least sizes, or not for every heap";
  else if (heaps > most_heaps)
    why_not = "there are more than 2^31 heaps";
  if (!why_not.empty()) return std::nullopt;
  const auto first = solve_first({game.moves, std::min(heaps, first_heaps), most_nimbers_of_first});
  const double expected = first ? expected_nimbers(*first, heaps) : 2 * most_nimbers;
  if (expected > most_nimbers) {
    why_not = "nimbers grow too fast";
    return std::nullopt;
  }
  game.nimbers = room_for(static_cast<std::uint64_t>(expected));
  return game;
}

}  // namespace grundy::pieces
