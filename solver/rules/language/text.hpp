// rules/language/text.hpp: untrusted text in messages: printable, shortened, with suggestions.
//
// Columns and carets count characters. A byte that is not part of a well-formed UTF-8 character
// (RFC 3629) counts as one.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grundy::rules {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool well_formed = false;  // otherwise `code` is the stray byte
};

// The first character of `text`, which must not be empty.
Character first_character(std::string_view text) noexcept;

// Whether the character may be sent to a terminal as it is: no control character,
// nothing that changes the direction of writing.
bool is_printable(const Character& character) noexcept;

// `text` with unprintable characters as \xNN or \u{NNNN}, so that a message cannot move the
// cursor. Tabs stay.
std::string printable(std::string_view text);

// printable() cut to `limit` characters, with "..." where something is missing.
std::string excerpt(std::string_view text, std::size_t limit = 40);

// "did you mean `fibonacci`?" for the candidate nearest to `word` by edit distance
// (Levenshtein, with neighbours swapped counting once); empty when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace grundy::rules
