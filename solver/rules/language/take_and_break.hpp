// rules/language/take_and_break.hpp: octal and hexadecimal codes of heap games.
//
// In d0.d1d2..dk the digit dk (0 .. 7, or 0 .. F) says what may be left of a heap from
// which a player takes k: bit 1 nothing, bit 2 one heap, bit 4 two heaps, bit 8 three.
// d0 may have bits 4 and 8 only: splitting without taking. Digits in brackets at the end come again
// and again: 0.3[17] is 0.3171717 .. See Guy and Smith, "The
// G-values of various games", Proc. Cambridge Philos. Soc. 52 (1956), and Winning Ways,
// chapter 4.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grundy::rules {

// 0 .. 9, A .. F or a .. f.
bool is_digit_of_code(char c) noexcept;

// How many bytes of a code follow its dot: letters and digits, and some in brackets behind them.
std::size_t bytes_after_dot(std::string_view text) noexcept;

// Whether the word has the form of a code: one character, a dot, and what may follow.
bool looks_like_code(std::string_view word) noexcept;

struct CodeMistake {
  std::size_t offset;  // in the code
  std::string message;
  std::string hint;
};
std::optional<CodeMistake> mistake_in_code(std::string_view code);

// The rules of a code without mistakes, in the rule language, for the coordinate numbers.front().
// Binders avoid all names in `numbers` and `sets`.
std::vector<std::string> rules_of_code(std::string_view code,
                                       const std::vector<std::string_view>& numbers,
                                       const std::vector<std::string_view>& sets);

}  // namespace grundy::rules
