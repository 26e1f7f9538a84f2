// ask/scanner.hpp: the words and signs of an expression, one after another.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace grundy::query {

class Scanner {
 public:
  // `text` must outlive the scanner.
  explicit Scanner(std::string_view text) : text_(text) { skip_blanks(); }

  bool at_end() const noexcept { return at_ == text_.size(); }

  // Where the next token begins, in bytes.
  std::size_t place() const noexcept { return at_; }

  // Takes the sign if it comes next.
  bool accept(char sign) noexcept;

  // Takes letters, digits, `_` and `.`: a name, a code or a number. Empty if there are none.
  std::string_view word() noexcept;

  // Takes an integer, which may have a sign.
  Result<std::int64_t> integer(std::string_view what);

  // "expected WHAT, found X" at the next token.
  Error expected(std::string_view what) const;

  // An error at a place of the text.
  Error error(std::size_t place, Errc code, std::string_view message) const;
  Error error(std::size_t place, std::string_view message) const {
    return error(place, Errc::usage, message);
  }

 private:
  void skip_blanks() noexcept;
  std::string next_token() const;

  std::string_view text_;
  std::size_t at_ = 0;
};

// The number that a word of digits writes; Errc::usage if it is not one or too large.
Result<std::uint64_t> number(std::string_view word);

}  // namespace grundy::query
