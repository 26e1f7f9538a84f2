#include "rules/language/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rules/language/utf8.hpp"

namespace grundy::rules {
namespace {

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the text";
    case Token::Kind::string:
      return "a text in quotes";
    case Token::Kind::keyword:
      return fmt::format("the keyword `{}`", token.text);
    default:
      return fmt::format("`{}`", excerpt(token.text));
  }
}

}  // namespace

Tokens::Tokens(std::string_view text, Diagnostics& diagnostics)
    : lexer_(text, diagnostics), diagnostics_(diagnostics), current_(lexer_.next()) {}

bool Tokens::at(std::string_view text) const noexcept {
  return (at(Token::Kind::symbol) || at(Token::Kind::keyword)) && current_.text == text;
}

Token Tokens::take() {
  last_end_ = lexer_.offset();
  return std::exchange(current_, lexer_.next());
}

bool Tokens::accept(std::string_view text) {
  if (!at(text)) return false;
  take();
  return true;
}

bool Tokens::expect(std::string_view text, std::string hint) {
  if (accept(text)) return true;
  fail_expecting(fmt::format("`{}`", text), std::move(hint));
  return false;
}

Token Tokens::expect_name(std::string_view what) {
  if (at(Token::Kind::name)) return take();
  fail_expecting(what, at(Token::Kind::keyword) ? "keywords cannot be names" : "");
  return {};
}

void Tokens::fail_expecting(std::string_view what, std::string hint) {
  fail(current_.place, fmt::format("expected {}, found {}", what, describe(current_)),
       std::move(hint));
}

void Tokens::fail(Place place, std::string message, std::string hint) {
  if (failed()) return;
  diagnostics_.report(place, std::move(message), std::move(hint));
  failed_ = true;
}

bool Tokens::at_statement() const noexcept {
  static constexpr std::array<std::string_view, 8> beginnings = {
      "game", "param", "symmetric", "lost", "won", "misere", "take_and_break", "("};
  return at(Token::Kind::string) || std::any_of(beginnings.begin(), beginnings.end(),
                                                [&](std::string_view word) { return at(word); });
}

void Tokens::recover() {
  failed_ = false;
  while (!at(Token::Kind::end) && !(at_statement() && current_.first_on_line)) take();
}

}  // namespace grundy::rules
