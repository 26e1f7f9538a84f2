// methods/sparse/heap_game.hpp: rules of one heap that an octal code describes, and those where the
// two heaps that are left must differ.
//
// Bits of digits[k] say what may be left of a heap n from which a player takes k: 1 nothing (of
// n = k), 2 one heap (n > k), 4 two heaps of different size, 8 two equal ones, of at least one
// each. The 4 of an octal code (rules/language/take_and_break.hpp) is 4 and 8 here. What counts is
// what the rules come to (methods/heap_moves.hpp), whether a code or a person wrote them. The first
// heaps may have other moves: Couples-are-Forever is the code 4 but for a heap of two.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "methods/heap_moves.hpp"
#include "rules/rules.hpp"

namespace grundy::sparse {

struct HeapGame {
  enum : std::uint8_t { leave_nothing = 1, leave_one = 2, leave_two = 4, leave_halves = 8 };
  std::vector<std::uint8_t> digits;     // at most 257, the last is not 0
  std::uint64_t steady = 0;             // from this heap on they tell all moves
  std::vector<family::HeapMove> moves;  // of every heap

  std::uint64_t last() const noexcept { return digits.size() - 1; }
  bool splits() const noexcept;
  // Whether some splits are into heaps of different size only.
  bool unlike() const noexcept;
};

// The first heaps may have moves of their own up to here at most.
inline constexpr std::uint64_t most_unsteady = 1024;

// Rules without endings as a code, or none with a reason why not.
std::optional<HeapGame> recognise_heap_game(const rules::Rules& rules, std::string& why_not);

}  // namespace grundy::sparse
