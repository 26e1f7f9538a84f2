// rules/language/lexer.hpp: the words, numbers and signs of a rules text, one at a time.
//
// Blanks, line ends (LF or CRLF) and comments (# to the end of the line) separate
// tokens and mean nothing else. Text must be UTF-8; outside comments and descriptions
// it must be ASCII. Lexer makes tokens in linear time and keeps only its place. Tokens adds one
// token of lookahead and recovery from mistakes.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/language/diagnostics.hpp"

namespace grundy::rules {

struct Token {
  enum class Kind : std::uint8_t {
    end,      // of the text
    bad,      // a mistake, already reported; matches nothing
    name,     // letters, digits and _, not starting with a digit, not a keyword
    keyword,  // see keywords()
    number,   // 0 .. 2^63 - 1
    code,     // 0.137
    string,   // "..." on one line, text without the quotes
    symbol,   // -> .. == != <= >= = < > + - * / ^ ( ) { } [ ] , : ;
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

  // The offset of the end of the last token.
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

// One token of lookahead, and recovery from mistakes. After a mistake nothing matches and no second
// one is reported, so every rule of the grammar returns soon. recover() then continues at the next
// line that begins with a statement.
class Tokens {
 public:
  Tokens(std::string_view text, Diagnostics& diagnostics);

  const Token& current() const noexcept { return current_; }
  // The offset of the end of the token before the current one.
  std::size_t last_end() const noexcept { return last_end_; }
  bool at(Token::Kind kind) const noexcept { return !failed() && current_.kind == kind; }
  // Whether the current token is this keyword or symbol.
  bool at(std::string_view text) const noexcept;
  bool failed() const noexcept { return failed_ || current_.kind == Token::Kind::bad; }

  Token take();
  bool accept(std::string_view text);
  bool expect(std::string_view text, std::string hint = {});
  // A name that is no keyword; `what` says in messages what it is the name of. Empty after a
  // mistake.
  Token expect_name(std::string_view what);

  // "expected X, found Y" at the current token.
  void fail_expecting(std::string_view what, std::string hint = {});
  void fail(Place place, std::string message, std::string hint = {});

  bool at_statement() const noexcept;
  void recover();

 private:
  Lexer lexer_;
  Diagnostics& diagnostics_;
  Token current_;
  std::size_t last_end_ = 0;
  bool failed_ = false;
};

}  // namespace grundy::rules
