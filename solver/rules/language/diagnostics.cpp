#include "rules/language/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>

namespace grundy::rules {
namespace {

constexpr std::size_t shown_before = 80;  // characters of a long line before the caret
constexpr std::size_t shown_after = 40;   // and from it on

bool before(Place a, Place b) noexcept {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

std::string_view line_of(std::string_view text, std::size_t line) {
  for (std::size_t number = 1; number < line; ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// Removes the first `count` characters and returns them.
std::string_view take(std::string_view& text, std::size_t count) {
  std::size_t bytes = 0;
  while (count-- > 0 && bytes < text.size()) bytes += first_character(text.substr(bytes)).bytes;
  const std::string_view taken = text.substr(0, bytes);
  text.remove_prefix(bytes);
  return taken;
}

// As wide as `shown` on any terminal: tabs stay tabs.
std::string blank(std::string_view shown) {
  std::string result;
  for (const char c : shown)
    if (c == '\t')
      result += '\t';
    else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
      result += ' ';
  return result;
}

// The line, and below it a caret under its character number `column`.
std::string pointed(std::string_view line, std::size_t column) {
  const std::size_t dropped = column > shown_before ? column - shown_before : 0;
  take(line, dropped);
  const std::string left = (dropped > 0 ? "..." : "") + printable(take(line, column - 1 - dropped));
  std::string right = printable(take(line, shown_after));
  if (!line.empty()) right += "...";
  return fmt::format("    {}{}\n    {}^", left, right, blank(left));
}

}  // namespace

void Diagnostics::report(Place place, std::string message, std::string hint) {
  const auto same = [&](const Mistake& other) {
    return other.place.line == place.line && other.place.column == place.column;
  };
  if (std::any_of(found_.begin(), found_.end(), same)) return;
  if (found_.size() == limit)
    more_ = true;
  else
    found_.push_back({place, std::move(message), std::move(hint)});
}

std::vector<Mistake> Diagnostics::sorted() const {
  std::vector<Mistake> sorted = found_;
  std::ranges::stable_sort(
      sorted, [](const Mistake& a, const Mistake& b) { return before(a.place, b.place); });
  return sorted;
}

Error Diagnostics::error(std::string_view text, std::string_view source,
                         std::size_t lines_before) const {
  std::string message;
  for (const auto& [place, what, hint] : sorted()) {
    fmt::format_to(std::back_inserter(message), "{}{}:{}:{}: {}\n{}", message.empty() ? "" : "\n",
                   printable(source), place.line - lines_before, place.column, what,
                   pointed(line_of(text, place.line), place.column));
    if (!hint.empty()) message += "\n  " + hint;
  }
  if (more_) message += fmt::format("\nand more: these are the first {} mistakes", limit);
  return {Errc::rules, message};
}

namespace {

struct Lead {
  std::size_t bytes;
  char32_t bits;
  char32_t least;  // anything smaller would be an overlong form
};

Lead lead_of(unsigned char byte) noexcept {
  if (byte < 0x80) return {1, byte, 0};
  if ((byte & 0xe0) == 0xc0) return {2, static_cast<char32_t>(byte & 0x1f), 0x80};
  if ((byte & 0xf0) == 0xe0) return {3, static_cast<char32_t>(byte & 0x0f), 0x800};
  if ((byte & 0xf8) == 0xf0) return {4, static_cast<char32_t>(byte & 0x07), 0x10000};
  return {0, byte, 0};
}

bool within(char32_t code, char32_t low, char32_t high) noexcept {
  return low <= code && code <= high;
}

std::string shown(const Character& character, std::string_view bytes) {
  if (is_printable(character) || character.code == U'\t') return std::string(bytes);
  const auto code = static_cast<unsigned>(character.code);
  return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{{{:04x}}}", code);
}

}  // namespace

Character first_character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const Character stray{byte(0), 1, false};
  const auto [bytes, bits, least] = lead_of(byte(0));
  if (bytes == 0 || bytes > text.size()) return stray;
  char32_t code = bits;
  for (std::size_t at = 1; at < bytes; ++at) {
    if ((byte(at) & 0xc0) != 0x80) return stray;
    code = code << 6 | (byte(at) & 0x3f);
  }
  if (code < least || code > 0x10ffff || within(code, 0xd800, 0xdfff)) return stray;
  return {code, bytes, true};
}

bool is_printable(const Character& character) noexcept {
  const char32_t code = character.code;
  return character.well_formed && code >= 0x20 && !within(code, 0x7f, 0x9f) &&
         !within(code, 0x200e, 0x200f) && !within(code, 0x2028, 0x202e) &&
         !within(code, 0x2066, 0x2069) && code != 0xfeff;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Character character = first_character(text);
    result += shown(character, text.substr(0, character.bytes));
    text.remove_prefix(character.bytes);
  }
  return result;
}

std::string excerpt(std::string_view text, std::size_t limit) {
  std::size_t bytes = 0;
  for (std::size_t count = 0; count < limit && bytes < text.size(); ++count)
    bytes += first_character(text.substr(bytes)).bytes;
  return printable(text.substr(0, bytes)) + (bytes < text.size() ? "..." : "");
}

namespace {

constexpr std::size_t longest_word = 64;  // the comparison takes quadratic time

// The optimal string alignment distance, one row at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({change, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > longest_word) return {};
  std::string_view best;
  std::size_t least = 1 + word.size() / 3;
  for (const std::string_view candidate : candidates) {
    const std::size_t far =
        candidate.size() > longest_word ? longest_word : distance(word, candidate);
    if (far >= least && !(best.empty() && far == least && word.size() >= 3)) continue;
    least = far;
    best = candidate;
  }
  return best.empty() ? std::string() : fmt::format("did you mean `{}`?", best);
}

}  // namespace grundy::rules
