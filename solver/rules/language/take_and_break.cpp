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

bool looks_like_code(std::string_view word) noexcept {
  return word.size() > 2 && is_digit_of_code(word[0]) && word[1] == '.' &&
         std::all_of(word.begin() + 2, word.end(), is_digit_or_letter) && !word.ends_with(".game");
}

std::optional<CodeMistake> mistake_in_code(std::string_view code) {
  const std::string hint =
      "digits are 0 .. 9 and A .. F: 1 nothing left, 2 one heap, 4 two, 8 three";
  if (code.size() > most_digits + 2)
    return CodeMistake{
        0, fmt::format("the code {} has more than {} digits", excerpt(code), most_digits), {}};
  if (code[1] != '.') return CodeMistake{0, "a code has one digit before the dot", {}};
  for (std::size_t at = 0; at < code.size(); ++at)
    if (at != 1 && !is_digit_of_code(code[at]))
      return CodeMistake{at, fmt::format("`{}` is no digit of a code", code[at]), hint};
  if (digit(code[0]) % 4 != 0)
    return CodeMistake{0, "before the dot only bits 4 and 8 make sense",
                       "without taking, a heap can only be split in two or three"};
  return std::nullopt;
}

std::vector<std::string> rules_of_code(std::string_view code,
                                       const std::vector<std::string_view>& numbers,
                                       const std::vector<std::string_view>& sets) {
  std::vector<std::string_view> taken = numbers;
  taken.insert(taken.end(), sets.begin(), sets.end());
  const std::string n(numbers.front()), i = unused(taken, "i"), j = unused(taken, "j");
  std::vector<std::string> rules;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (at == 1) continue;
    const std::size_t k = at == 0 ? 0 : at - 1;
    const unsigned bits = digit(code[at]);
    const std::string rest = k == 0 ? n : fmt::format("{} - {}", n, k);
    const std::string whole = k == 0 ? n : "(" + rest + ")";
    if (bits & 1) rules.push_back(fmt::format("({0}) -> () when {0} = {1}", n, k));
    if (bits & 2) rules.push_back(fmt::format("({0}) -> ({1}) when {0} > {2}", n, rest, k));
    if (bits & 4)
      rules.push_back(fmt::format("({}) -> ({}) + ({} - {}) for {} in 1 .. floor({} / 2)", n, i,
                                  rest, i, i, whole));
    if (bits & 8)
      rules.push_back(
          fmt::format("({0}) -> ({1}) + ({2}) + ({3} - {1} - {2}) for {1} in 1 .. floor({4} / 3), "
                      "{2} in {1} .. floor(({3} - {1}) / 2)",
                      n, i, j, rest, whole));
  }
  return rules;
}

}  // namespace grundy::rules
