#include "rules/language/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "rules/language/take_and_break.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t longest_name = 64;

bool is_digit(char c) noexcept {
  return '0' <= c && c <= '9';
}
bool is_letter(char c) noexcept {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}
bool is_word(char c) noexcept {
  return is_digit(c) || is_letter(c) || c == '_';
}
bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

constexpr std::array symbols = {
    std::string_view("->"), std::string_view(".."), std::string_view("=="), std::string_view("!="),
    std::string_view("<="), std::string_view(">="), std::string_view("="),  std::string_view("<"),
    std::string_view(">"),  std::string_view("+"),  std::string_view("-"),  std::string_view("*"),
    std::string_view("/"),  std::string_view("("),  std::string_view(")"),  std::string_view("{"),
    std::string_view("}"),  std::string_view(","),  std::string_view("^"),  std::string_view("["),
    std::string_view("]"),  std::string_view(":"),  std::string_view(";")};

std::string_view symbol_at(std::string_view text) noexcept {
  for (const std::string_view symbol : symbols)
    if (text.starts_with(symbol)) return symbol;
  return {};
}

// The advice for notation of mathematics or C.
std::string_view instead_of(std::string_view text) noexcept {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> known = {{
      {"\u2192", "write ->"},
      {"\u2265", "write >="},
      {"\u2264", "write <="},
      {"\u2260", "write !="},
      {"\u2212", "write -"},
      {"\u00d7", "write *"},
      {"\u2295", "write `bxor`"},
      {"\u2208", "write `in`"},
      {"%", "write `mod`"},
      {"&", "write `and`, or `band` for the bits of two numbers"},
      {"|", "write `or`, or `bor` for the bits of two numbers"},
      {"!", "write `not`"},
  }};
  for (const auto& [found, advice] : known)
    if (text.starts_with(found)) return advice;
  return {};
}

std::string describe(const Character& character, std::string_view bytes) {
  if (!character.well_formed)
    return fmt::format("byte 0x{:02x} is not UTF-8 text", static_cast<unsigned>(character.code));
  if (!is_printable(character))
    return fmt::format("control character U+{:04X}", static_cast<unsigned>(character.code));
  return fmt::format("`{}` is not part of the language", bytes);
}

}  // namespace

const std::vector<std::string_view>& keywords() {
  static const std::vector<std::string_view> words = {
      "game",    "param",      "symmetric", "lost",   "won",   "misere", "take_and_break",
      "for",     "in",         "when",      "and",    "or",    "not",    "mod",
      "floor",   "ceil",       "min",       "max",    "odd",   "even",   "fibonacci",
      "squares", "factorials", "primes",    "powers", "where", "falls"};
  return words;
}

Lexer::Lexer(std::string_view text, Diagnostics& diagnostics)
    : text_(text), diagnostics_(diagnostics) {}

char Lexer::peek(std::size_t ahead) const noexcept {
  return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

std::size_t Lexer::word_end(std::size_t from) const noexcept {
  while (is_word(peek(from))) ++from;
  return from;
}

void Lexer::step() {
  const Character character = first_character(text_.substr(at_));
  at_ += character.bytes;
  place_ =
      character.code == U'\n' ? Place{place_.line + 1, 1} : Place{place_.line, place_.column + 1};
}

void Lexer::skip_comment() {
  while (at_ < text_.size() && peek() != '\n') {
    const Character character = first_character(text_.substr(at_));
    if (!character.well_formed || (character.code < 0x20 && !is_blank(peek())))
      diagnostics_.report(place_, describe(character, {}));
    step();
  }
}

void Lexer::skip_blanks() {
  while (at_ < text_.size() && !diagnostics_.full())
    if (peek() == '#')
      skip_comment();
    else if (is_blank(peek()))
      step();
    else
      return;
}

Token Lexer::token(Token::Kind kind, std::size_t bytes) {
  const Token result{kind, text_.substr(at_, bytes), 0, place_, at_, place_.line != last_line_};
  last_line_ = place_.line;
  at_ += bytes;  // tokens other than strings are ASCII
  place_.column += bytes;
  return result;
}

Token Lexer::code(std::size_t bytes) {
  return token(Token::Kind::code, bytes);
}

Token Lexer::number() {
  const Place start = place_;
  std::size_t digits = 0;
  while (is_digit(peek(digits))) ++digits;
  if (peek(digits) == '.')
    if (const std::size_t after = bytes_after_dot(text_.substr(at_ + digits + 1)); after > 0)
      return code(digits + 1 + after);
  const std::size_t end = word_end(digits);
  Token result = token(Token::Kind::number, end);
  const std::string_view number = result.text.substr(0, digits);
  if (end > digits)
    diagnostics_.report(
        start, fmt::format("`{}` is neither a number nor a name", excerpt(result.text)),
        fmt::format("write {} * {}", excerpt(number), excerpt(result.text.substr(digits))));
  else if (std::from_chars(number.begin(), number.end(), result.value).ec != std::errc())
    diagnostics_.report(start, fmt::format("the number {} is too large", excerpt(number)),
                        "integers go up to 9223372036854775807");
  return result;
}

Token Lexer::word() {
  const Place start = place_;
  const std::size_t end = word_end(0);
  if (end == 1 && is_digit_of_code(peek()) && peek(1) == '.')
    if (const std::size_t after = bytes_after_dot(text_.substr(at_ + 2)); after > 0)
      return code(2 + after);
  Token result = token(Token::Kind::name, end);
  if (std::find(keywords().begin(), keywords().end(), result.text) != keywords().end())
    result.kind = Token::Kind::keyword;
  if (end > longest_name)
    diagnostics_.report(start, fmt::format("the name {} is too long", excerpt(result.text)),
                        fmt::format("names have at most {} characters", longest_name));
  return result;
}

Token Lexer::string() {
  Token result{Token::Kind::string, {}, 0, place_, at_, place_.line != last_line_};
  last_line_ = place_.line;
  step();
  const std::size_t begin = at_;
  while (at_ < text_.size() && peek() != '"' && peek() != '\n') {
    const Character character = first_character(text_.substr(at_));
    if (!is_printable(character) && peek() != '\t' && peek() != '\r')
      diagnostics_.report(place_, describe(character, {}));
    step();
  }
  result.text = text_.substr(begin, at_ - begin);
  if (peek() == '"')
    step();
  else
    diagnostics_.report(result.place, "this text is not closed on its line", "end it with \"");
  return result;
}

Token Lexer::symbol() {
  const std::string_view symbol = symbol_at(text_.substr(at_));
  return symbol.empty() ? bad() : token(Token::Kind::symbol, symbol.size());
}

// A run of characters that mean nothing is one mistake.
Token Lexer::bad() {
  const Token result{Token::Kind::bad, {}, 0, place_, at_, place_.line != last_line_};
  last_line_ = place_.line;
  const std::string_view rest = text_.substr(at_);
  const Character character = first_character(rest);
  diagnostics_.report(place_, describe(character, rest.substr(0, character.bytes)),
                      std::string(instead_of(rest)));
  do step();
  while (at_ < text_.size() && !is_blank(peek()) && !is_word(peek()) && peek() != '"' &&
         peek() != '#' && symbol_at(text_.substr(at_)).empty());
  return result;
}

Token Lexer::next() {
  skip_blanks();
  if (at_ >= text_.size() || diagnostics_.full()) {
    at_ = text_.size();
    return {Token::Kind::end, {}, 0, place_, at_, true};
  }
  if (is_digit(peek())) return number();
  if (is_word(peek())) return word();
  if (peek() == '"') return string();
  return symbol();
}

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
  if (hint.empty() && at(";")) hint = "statements need nothing between them";
  fail(current_.place, fmt::format("expected {}, found {}", what, describe(current_)),
       std::move(hint));
}

void Tokens::fail(Place place, std::string message, std::string hint) {
  if (failed()) return;
  diagnostics_.report(place, std::move(message), std::move(hint));
  failed_ = true;
}

bool Tokens::at_statement() const noexcept {
  static constexpr std::array<std::string_view, 10> beginnings = {
      "game", "param", "symmetric", "where",          "falls",
      "lost", "won",   "misere",    "take_and_break", "("};
  return at(Token::Kind::string) || std::any_of(beginnings.begin(), beginnings.end(),
                                                [&](std::string_view word) { return at(word); });
}

void Tokens::recover() {
  failed_ = false;
  while (!at(Token::Kind::end) && !(at_statement() && current_.first_on_line)) take();
}

}  // namespace grundy::rules
