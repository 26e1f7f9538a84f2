#include "methods/sparse/heap_game.hpp"

#include <algorithm>
#include <utility>

namespace grundy::sparse {

using family::HeapMove;

namespace {

constexpr std::int64_t largest_take = 256;

// What a move allows, whatever the heap; nothing if no digit says it.
std::optional<unsigned> bits_of(const HeapMove& move) {
  using Least = std::vector<std::int64_t>;
  constexpr unsigned nothing = HeapGame::leave_nothing, one = HeapGame::leave_one,
                     two = HeapGame::leave_two, halves = HeapGame::leave_halves;
  const Least& least = move.least;
  if (move.total != HeapMove::Total::exact) return std::nullopt;
  if (least == Least{0}) return nothing | one;
  if (least == Least{1}) return one;
  if (move.unlike) {
    if (least == Least{0, 1}) return one | two;
    if (least == Least{1, 2}) return two;
    return std::nullopt;
  }
  if (least == Least{0, 0}) return nothing | one | two | halves;
  if (least == Least{0, 1}) return one | two | halves;
  if (least == Least{1, 1}) return two | halves;
  return std::nullopt;
}

bool add_digit(HeapGame& game, std::int64_t taken, unsigned bits) {
  if (taken < 0 || taken > largest_take) return false;
  const auto k = static_cast<std::size_t>(taken);
  if (game.digits.size() <= k) game.digits.resize(k + 1);
  game.digits[k] = static_cast<std::uint8_t>(game.digits[k] | bits);
  return true;
}

// Whether a code has such a move, but for the first heaps.
bool add(HeapGame& game, const HeapMove& move) {
  if (move.parts() == 0 && move.upto == move.from && move.from <= largest_take)
    return add_digit(game, move.from, HeapGame::leave_nothing);
  const auto bits = bits_of(move);
  const bool is_known = move.total == HeapMove::Total::exact && move.parts() <= 2;
  if (!is_known || (!move.upto && !bits)) return false;
  const std::int64_t end = move.upto ? *move.upto + 1 : move.from;
  if (end > static_cast<std::int64_t>(most_unsteady)) return false;
  game.steady = std::max(game.steady, static_cast<std::uint64_t>(end));
  return move.upto || add_digit(game, move.taken, *bits);
}

}  // namespace

bool HeapGame::splits() const noexcept {
  return std::any_of(digits.begin(), digits.end(), [](auto digit) { return digit & leave_two; });
}

bool HeapGame::unlike() const noexcept {
  return std::any_of(digits.begin(), digits.end(),
                     [](auto digit) { return digit & leave_two && !(digit & leave_halves); });
}

std::optional<HeapGame> recognise_heap_game(const rules::Rules& rules, std::string& why_not) {
  auto moves = family::heap_moves(rules, why_not);
  if (!moves) return std::nullopt;
  HeapGame game;
  for (const HeapMove& move : *moves)
    if (!add(game, move)) {
      why_not = "no octal code says what may be left";
      return std::nullopt;
    }
  if (game.digits.empty()) {
    why_not = "only the first heaps have moves";
    return std::nullopt;
  }
  game.moves = std::move(*moves);
  return game;
}

}  // namespace grundy::sparse
