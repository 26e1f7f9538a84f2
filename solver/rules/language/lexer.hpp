// rules/language/lexer.hpp: the words, numbers and signs of a rules text, one at a time.
//
// Blanks, line ends (LF or CRLF) and comments (# to the end of the line) separate
// tokens and mean nothing else. Text must be UTF-8; outside comments and descriptions
// it is ASCII. Linear in the text; keeps nothing but its place.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/language/diagnostics.hpp"

namespace grundy::rules {

struct Token {
  enum class Kind : std::uint8_t {
    end,      // of the text
    bad,      // already reported; matches nothing
    name,     // letters, digits and _, not starting with a digit, not a keyword
    keyword,  // see keywords()
    number,   // 0 .. 2^63 - 1
    code,     // 0.137
    string,   // "..." on one line, text without the quotes
    symbol,   // -> .. == != <= >= = < > + - * / ( ) { } ,
  };
  Kind kind = Kind::end;
  std::string_view text;
  std::int64_t value = 0;  // of a number
  Place place;
  std::size_t offset = 0;  // of its first byte in the text
  bool first_on_line = false;
};

// Words that cannot be names.
const std::vector<std::string_view>& keywords();

class Lexer {
 public:
  // `text` must outlive the lexer and its tokens.
  Lexer(std::string_view text, Diagnostics& diagnostics);

  // The next token; past the end (and once the diagnostics are full) always `end`.
  Token next();

  // Just behind the last token.
  std::size_t offset() const noexcept { return at_; }

 private:
  void skip_blanks();
  void skip_comment();
  void step();
  Token token(Token::Kind kind, std::size_t bytes);
  Token number();
  Token word();
  Token code(std::size_t bytes);
  Token string();
  Token symbol();
  Token bad();
  char peek(std::size_t ahead = 0) const noexcept;
  std::size_t word_end(std::size_t from) const noexcept;

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  Place place_{1, 1};
  std::size_t last_line_ = 0;  // of the token before
};

}  // namespace grundy::rules
