// rules/language/utf8.hpp: characters of a text that nobody vouches for.
//
// Columns and carets count characters; a byte that is not part of a well-formed
// character (RFC 3629) counts as one.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

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

// `text` with everything else as \xNN or \u{NNNN}, so that a message cannot move the
// cursor. Tabs stay.
std::string printable(std::string_view text);

// printable() cut to `limit` characters, with "..." where something is missing.
std::string excerpt(std::string_view text, std::size_t limit = 40);

}  // namespace grundy::rules
