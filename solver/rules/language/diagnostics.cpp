#include "rules/language/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "rules/language/text.hpp"

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
  const auto same = [&](const Diagnostic& other) {
    return other.place.line == place.line && other.place.column == place.column;
  };
  if (std::any_of(found_.begin(), found_.end(), same)) return;
  if (found_.size() == limit)
    more_ = true;
  else
    found_.push_back({place, std::move(message), std::move(hint)});
}

Error Diagnostics::error(std::string_view text, std::string_view source,
                         std::size_t lines_before) const {
  std::vector<Diagnostic> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return before(a.place, b.place);
  });
  std::string message;
  for (const auto& [place, what, hint] : sorted) {
    fmt::format_to(std::back_inserter(message), "{}{}:{}:{}: {}\n{}", message.empty() ? "" : "\n",
                   printable(source), place.line - lines_before, place.column, what,
                   pointed(line_of(text, place.line), place.column));
    if (!hint.empty()) message += "\n  " + hint;
  }
  if (more_) message += fmt::format("\nand more: these are the first {} mistakes", limit);
  return {Errc::rules, message};
}

}  // namespace grundy::rules
