// sparse/heap_game.hpp: rules of one heap that an octal code describes, and those where the two
// heaps that are left must differ.
//
// Bits of digits[k] say what may be left of a heap n from which a player takes k: 1 nothing (of
// n = k), 2 one heap (n > k), 4 two heaps of different size, 8 two equal ones, of at least one
// each. The 4 of an octal code (rules/take_and_break.hpp) is 4 and 8 here. The form of the rules is
// what counts, whether a code or a person wrote them:
//   (n) -> () when n = k                                            bit 1
//   (n) -> (n - k) when n > k                                       bit 2
//   (n) -> (n - k)                                                  bits 1 and 2: heap 0 is lost
//   (n) -> (i) + (n - k - i) for i in 1 .. floor((n - k) / 2)       bits 4 and 8
//   (n) -> (i) + (n - k - i) for i in 1 .. floor((n - k - 1) / 2)   bit 4
// and the last but one also to n - k - 1 or n - k, all also from 0 on: a part 0 leaves one heap or,
// where the other is 0 too, none.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::sparse {

struct HeapGame {
  enum : std::uint8_t { leave_nothing = 1, leave_one = 2, leave_two = 4, leave_halves = 8 };
  std::vector<std::uint8_t> digits;  // at most 257, the last is not 0

  std::uint64_t last() const noexcept { return digits.size() - 1; }
  bool splits() const noexcept;
  // Whether some splits are into heaps of different size only.
  bool unlike() const noexcept;
};

// Rules without endings as a code, or none with a reason why not: other coordinates than one from
// 0, or a rule of another form.
std::optional<HeapGame> recognise_heap_game(const rules::Rules& rules, std::string& why_not);

}  // namespace grundy::sparse
