#include "ask/scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "rules/language/diagnostics.hpp"

namespace grundy::query {
namespace {

bool is_digit(char c) noexcept {
  return '0' <= c && c <= '9';
}
bool is_word(char c) noexcept {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || c == '.';
}
bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

Result<std::uint64_t> number(std::string_view word) {
  // Coordinates stay within 10^18 (rules/language/resolve.hpp); nothing else needs more either.
  constexpr std::uint64_t greatest = 1'000'000'000'000'000'000;
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_digit))
    return Error{Errc::usage, fmt::format("`{}` is not an integer", rules::excerpt(word))};
  std::uint64_t value = 0;
  if (std::from_chars(word.begin(), word.end(), value).ec != std::errc() || value > greatest)
    return Error{Errc::usage,
                 fmt::format("{} is too large: integers go up to 10^18", rules::excerpt(word))};
  return value;
}

void Scanner::skip_blanks() noexcept {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

bool Scanner::accept(char sign) noexcept {
  if (at_end() || text_[at_] != sign) return false;
  ++at_;
  skip_blanks();
  return true;
}

std::string_view Scanner::word() noexcept {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  const std::string_view word = text_.substr(begin, at_ - begin);
  skip_blanks();
  return word;
}

Result<std::int64_t> Scanner::integer(std::string_view what) {
  const std::size_t begin = at_;
  const bool is_negative = accept('-');
  if (at_end() || !is_word(text_[at_])) return expected(what);
  const Result<std::uint64_t> size = number(word());
  if (!size) return error(begin, size.error().message);
  const auto value = static_cast<std::int64_t>(*size);
  return is_negative ? -value : value;
}

std::string Scanner::next_token() const {
  if (at_end()) return "the end";
  std::size_t length = 0;
  while (at_ + length < text_.size() && is_word(text_[at_ + length])) ++length;
  if (length == 0) length = rules::first_character(text_.substr(at_)).bytes;
  return fmt::format("`{}`", rules::excerpt(text_.substr(at_, length)));
}

Error Scanner::expected(std::string_view what) const {
  return error(at_, fmt::format("expected {}, found {}", what, next_token()));
}

// All text before the place was understood, so it is ASCII and bytes are columns.
Error Scanner::error(std::size_t place, Errc code, std::string_view message) const {
  return {code, fmt::format("`{}`, column {}: {}", rules::excerpt(text_, 60), place + 1, message)};
}

}  // namespace grundy::query
