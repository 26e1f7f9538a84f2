// rules/language/tokens.hpp: one token of lookahead, and what happens at a mistake.
//
// After a mistake nothing matches and nothing raises a second complaint, so that every
// rule of the grammar simply runs out. recover() then goes on at the next line that
// begins with a statement.
#pragma once
#include <string>
#include <string_view>

#include "rules/language/lexer.hpp"

namespace grundy::rules {

class Tokens {
 public:
  Tokens(std::string_view text, Diagnostics& diagnostics);

  const Token& current() const noexcept { return current_; }
  // Just behind the token before the current one.
  std::size_t last_end() const noexcept { return last_end_; }
  bool at(Token::Kind kind) const noexcept { return !failed() && current_.kind == kind; }
  // Whether the current token is this keyword or symbol.
  bool at(std::string_view text) const noexcept;
  bool failed() const noexcept { return failed_ || current_.kind == Token::Kind::bad; }

  Token take();
  bool accept(std::string_view text);
  bool expect(std::string_view text, std::string hint = {});
  // A name that is no keyword; `what` says whose. Empty after a mistake.
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
