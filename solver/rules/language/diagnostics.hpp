// rules/language/diagnostics.hpp: the mistakes found in a text, and how they are shown.
//
//   wythoff.game:4:32: there is no set `fibonaci`
//       (a, b) -> (a - k, b) for k in fibonaci
//                                     ^
//     did you mean `fibonacci`?
//
// In the line shown, characters that a terminal could misread are escaped. Of a long line only
// the part around the caret is shown. Other messages use printable(), excerpt() and did_you_mean().
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct Mistake {
  Place place;
  std::string message;
  std::string hint;  // what was expected; may be empty
};

class Diagnostics {
 public:
  static constexpr std::size_t limit = 20;  // mistakes kept

  // A second mistake at the same place is a consequence of the first and is dropped.
  void report(Place place, std::string message, std::string hint = {});

  bool none() const noexcept { return found_.empty(); }
  std::size_t count() const noexcept { return found_.size(); }
  // Further reports would be dropped, so the caller may stop reading.
  bool full() const noexcept { return more_; }

  // All mistakes, by place.
  std::vector<Mistake> sorted() const;
  // The same as one Errc::rules. Requires !none(). Lines are counted without
  // the first `lines_before`, which the user has not written.
  Error error(std::string_view text, std::string_view source, std::size_t lines_before = 0) const;

 private:
  std::vector<Mistake> found_;
  bool more_ = false;
};

// Columns and carets count characters. A byte that is not part of a well-formed UTF-8 character
// (RFC 3629) counts as one.
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
