#include "graph/edge_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace grundy::graph {
namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool ends_line(char c) {
  return c == '\n' || c == '#';
}

// Walks over text whose last character is a line feed: no loop that stops at one needs to know
// where the text ends.
class Scanner {
 public:
  Scanner(std::string_view text, EdgeLines& found)
      : at_(text.data()), end_(at_ + text.size()), found_(found) {}

  void run() {
    for (; at_ != end_; ++found_.lines) {
      if (!line()) {
        found_.mistake = std::move(mistake_);
        break;
      }
      if (*at_ == '\n') {
        ++at_;
        continue;
      }
      at_ = static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_))) +
            1;
    }
    found_.lowest = lowest_;
    found_.highest = highest_;
  }

 private:
  // Stops at the end of the line, or at a comment.
  bool line() {
    skip_blanks();
    if (ends_line(*at_)) return true;
    Label from = 0;
    if (!label(from)) return false;
    const bool comma = skip_separator();
    if (!comma && ends_line(*at_)) {
      found_.declared.push_back(from);
      return true;
    }
    Label to = 0;
    if (!label(to)) return false;
    skip_blanks();
    if (!ends_line(*at_)) return expected("the end of the line after two vertices");
    found_.edges.push_back({from, to});
    return true;
  }

  void skip_blanks() {
    while (is_blank(*at_)) ++at_;
  }

  // Blanks with at most one comma; whether there was one.
  bool skip_separator() {
    skip_blanks();
    if (*at_ != ',') return false;
    ++at_;
    skip_blanks();
    return true;
  }

  bool label(Label& value) {
    const char* at = at_;
    while (*at == '0') ++at;
    const char* const first = at;
    Label sum = 0;
    for (; is_digit(*at); ++at) sum = sum * 10 + static_cast<Label>(*at - '0');
    // 19 digits cannot overflow 64 bits.
    const bool fits = at - first <= 19 && sum <= largest_label;
    const bool ends = is_blank(*at) || *at == ',' || ends_line(*at);
    if (at == at_ || !fits || !ends) return expected("a vertex, an integer from 0 to 2^63 - 1");
    at_ = at;
    value = sum;
    lowest_ = std::min(lowest_, sum);
    highest_ = std::max(highest_, sum);
    return true;
  }

  bool expected(std::string_view what) {
    mistake_ = fmt::format("found {}, expected {}", word(), what);
    return false;
  }

  // What stands here, fit to be printed.
  std::string word() const {
    constexpr std::ptrdiff_t longest = 40;
    if (*at_ == '\n') return "the end of the line";
    const char* const stop =
        std::find_if(at_, end_, [](char c) { return is_blank(c) || c == '\n'; });
    std::string text(at_, std::min(stop, at_ + longest));
    const auto odd = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    std::replace_if(text.begin(), text.end(), odd, '?');
    return fmt::format("'{}{}'", text, stop - at_ > longest ? "..." : "");
  }

  const char* at_;
  const char* end_;
  EdgeLines& found_;
  Label lowest_ = largest_label;
  Label highest_ = 0;
  std::string mistake_;
};

}  // namespace

void scan_edge_lines(std::string_view text, EdgeLines& found) {
  assert(text.empty() || text.back() == '\n');
  found.edges.clear();
  found.declared.clear();
  found.lines = 0;
  found.mistake.reset();
  Scanner(text, found).run();
}

}  // namespace grundy::graph
