#include "rules/language/take_and_break.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/language/diagnostics.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t most_digits = 256;  // digits after the dot
constexpr std::string_view digits = "0123456789ABCDEFabcdef";

unsigned digit(char c) noexcept {
  const auto at = static_cast<unsigned>(digits.find(c));
  return at < 16 ? at : at - 6;
}

bool is_digit_or_letter(char c) noexcept {
  return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

// Appends `_` to the name until it differs from all names taken, and adds it to them.
std::string unused(std::vector<std::string_view>& taken, std::string name) {
  const auto is_taken = [&] { return std::find(taken.begin(), taken.end(), name) != taken.end(); };
  while (is_taken()) name += '_';
  return name;
}

}  // namespace

bool is_digit_of_code(char c) noexcept {
  return digits.find(c) != digits.npos;
}

std::size_t bytes_after_dot(std::string_view text) noexcept {
  const auto digits_from = [&](std::size_t at) {
    while (at < text.size() && (is_digit_or_letter(text[at]) || text[at] == '_')) ++at;
    return at;
  };
  const std::size_t bracket = digits_from(0);
  if (bracket == text.size() || text[bracket] != '[') return bracket;
  const std::size_t end = digits_from(bracket + 1);
  const bool closes = end > bracket + 1 && end < text.size() && text[end] == ']';
  return closes ? end + 1 : bracket;
}

bool looks_like_code(std::string_view word) noexcept {
  return word.size() > 2 && is_digit_of_code(word[0]) && word[1] == '.' &&
         bytes_after_dot(word.substr(2)) == word.size() - 2 &&
         word.find('_') == std::string_view::npos && !word.ends_with(".game");
}

std::optional<CodeMistake> mistake_in_code(std::string_view code) {
  const std::string hint =
      "digits are 0 .. 9 and A .. F: 1 nothing left, 2 one heap, 4 two, 8 three";
  if (code.size() > most_digits + 2)
    return CodeMistake{
        0, fmt::format("the code {} has more than {} digits", excerpt(code), most_digits), {}};
  if (code[1] != '.') return CodeMistake{0, "a code has one digit before the dot", {}};
  for (std::size_t at = 0; at < code.size(); ++at)
    if (at != 1 && code[at] != '[' && code[at] != ']' && !is_digit_of_code(code[at]))
      return CodeMistake{at, fmt::format("`{}` is no digit of a code", code[at]), hint};
  if (digit(code[0]) % 4 != 0)
    return CodeMistake{0, "before the dot only bits 4 and 8 make sense",
                       "without taking, a heap can only be split in two or three"};
  return std::nullopt;
}

namespace {

// The names of the heap and of binders.
struct FreeNames {
  std::string n, i, j, k;
};

// The rules of one digit, for one amount or for all that `taken` stands for: the binder k, if
// `which` says of what.
void add_rules(unsigned bits, const std::string& taken, const std::string& which,
               const FreeNames& names, std::vector<std::string>& rules) {
  const auto& [n, i, j, k] = names;
  const bool none = taken == "0";
  const std::string rest = none ? n : fmt::format("{} - {}", n, taken);
  const std::string whole = none ? n : "(" + rest + ")";
  const std::string binder = which.empty() ? "" : which + ", ";
  const std::string alone = which.empty() ? "" : " for " + which;
  if (bits & 1) rules.push_back(fmt::format("({0}) -> (){2} when {0} = {1}", n, taken, alone));
  if (bits & 2)
    rules.push_back(fmt::format("({0}) -> ({1}){3} when {0} > {2}", n, rest, taken, alone));
  if (bits & 4)
    rules.push_back(fmt::format("({0}) -> ({1}) + ({2} - {1}) for {4}{1} in 1 .. floor({3} / 2)", n,
                                i, rest, whole, binder));
  if (bits & 8)
    rules.push_back(
        fmt::format("({0}) -> ({1}) + ({2}) + ({3} - {1} - {2}) for {5}{1} in 1 .. floor({4} / 3), "
                    "{2} in {1} .. floor(({3} - {1}) / 2)",
                    n, i, j, rest, whole, binder));
}

}  // namespace

std::vector<std::string> rules_of_code(std::string_view code,
                                       const std::vector<std::string_view>& numbers,
                                       const std::vector<std::string_view>& sets) {
  std::vector<std::string_view> taken = numbers;
  taken.insert(taken.end(), sets.begin(), sets.end());
  const FreeNames names{std::string(numbers.front()), unused(taken, "i"), unused(taken, "j"),
                        unused(taken, "k")};
  std::vector<std::string> rules;
  const std::size_t bracket = std::min(code.find('['), code.size());
  for (std::size_t at = 0; at < bracket; ++at)
    if (at != 1) add_rules(digit(code[at]), std::to_string(at == 0 ? 0 : at - 1), "", names, rules);
  if (bracket == code.size()) return rules;
  // Digit number d of those in brackets is about taking first, first + period, ..
  const std::string_view again = code.substr(bracket + 1, code.size() - bracket - 2);
  for (std::size_t d = 0; d < again.size(); ++d) {
    const std::size_t first = bracket - 1 + d, period = again.size();
    const std::string amount =
        period == 1 ? names.k : fmt::format("({} + {} * {})", first, period, names.k);
    const std::string which = fmt::format("{} >= {}", names.k, period == 1 ? first : 0);
    add_rules(digit(again[d]), amount, which, names, rules);
  }
  return rules;
}

}  // namespace grundy::rules
