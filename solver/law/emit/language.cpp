#include "law/emit/language.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace grundy::law {
namespace {

constexpr std::size_t most_columns = 100;

// Keywords, macros of common compilers, and what the functions call or define.
constexpr std::string_view reserved =
    " False None True alignas alignof all and and_eq as asm assert async auto await bitand"
    " bitor bool break case ceil_divide char char16_t char32_t char8_t class co_await"
    " co_return co_yield compl concept const const_cast consteval constexpr constinit continue"
    " decltype def default del delete digit_sum divmod do double dynamic_cast elif else enum"
    " except explicit export extern false finally float floor_divide for friend from global"
    " goto greatest i386 if import in inline int int16_t int32_t int64_t int8_t intmax_t"
    " intptr_t is is_factorial is_fibonacci is_power is_prime is_square lambda least least_prime "
    "len linux long max min modulo mutable namespace new"
    " noexcept nonlocal not not_eq nullptr operator or or_eq pass periods power_part"
    " prime_factors private protected ptrdiff_t public raise range register reinterpret_cast"
    " requires restrict return short signed size_t sizeof static static_assert static_cast"
    " struct switch template this thread_local throw true try typedef typeid typename typeof"
    " typeof_unqual uint16_t uint32_t uint64_t uint8_t uintmax_t uintptr_t union unix unsigned"
    " using valuation values virtual void volatile wchar_t while with xor xor_eq yield"
    " ";

// Macros of headers have such names: INT64_MAX.
bool may_be_macro(const std::string& name) {
  return name.size() > 1 && name.find('_') != std::string::npos &&
         std::ranges::none_of(name, [](char c) { return 'a' <= c && c <= 'z'; });
}

bool is_reserved(const std::string& name) {
  return name.starts_with('_') || reserved.find(" " + name + " ") != reserved.npos;
}

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

bool is_word(char c) {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}

}  // namespace

std::vector<std::string> helpers_called(std::span<const Helper> helpers,
                                        const std::string& statements) {
  std::vector<std::string> texts;
  for (const Helper& helper : helpers)
    if (statements.find(helper.name) != std::string::npos) texts.emplace_back(helper.text);
  return texts;
}

std::vector<std::string> texts_of(const std::vector<std::int64_t>& values) {
  std::vector<std::string> texts;
  for (const std::int64_t value : values) texts.push_back(std::to_string(value));
  return texts;
}

std::string in_lines(const std::vector<std::string>& texts, std::size_t indent) {
  std::string text, line;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string next = texts[i] + (i + 1 < texts.size() ? "," : "");
    if (!line.empty() && indent + line.size() + 1 + next.size() > most_columns) {
      text += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + next;
  }
  return text + std::string(indent, ' ') + line;
}

std::string minus(std::int64_t low) {
  if (low == 0) return "";
  return low > 0 ? fmt::format(" - {}", low) : fmt::format(" + {}", -low);
}

std::string plus_periods(std::int64_t saltus) {
  return saltus == 0 ? "" : fmt::format(" + {} * periods", saltus);
}

std::string arguments(const std::vector<std::string>& names, const std::string& type) {
  std::vector<std::string> all;
  for (const std::string& name : names) all.push_back(type + name);
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string outside(const rules::Rules& rules, const Notation& notation,
                    const std::vector<Term>& variables) {
  using Op = rules::Condition::Op;
  rules::Condition any{Op::any_of, {}, {}};
  for (std::size_t axis = 0; axis < rules.dimensions(); ++axis) {
    const auto& [name, low, high] = rules.coordinates[axis];
    any.parts.push_back({Op::less, {rules::variable(axis), rules::constant(low)}, {}});
    if (high)
      any.parts.push_back({Op::greater, {rules::variable(axis), rules::constant(*high)}, {}});
  }
  return written(any, notation, variables);
}

std::vector<Term> with_functions(const std::vector<std::string>& names, const Emitted& law,
                                 const Notation& notation) {
  std::vector<Term> variables;
  for (const std::string& name : names) variables.push_back({name, primary});
  for (const rules::Claim::Function& function : law.claim.functions)
    variables.push_back(written(function, notation, variables));
  return variables;
}

std::vector<std::string> variable_names(const Emitted& law) {
  std::vector<std::string> names = law.rules.coordinate_names();
  if (law.claim.scale) names.push_back(law.claim.scale->name);
  return names;
}

std::string function_name(std::string_view game) {
  std::string name(game);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_word(c); }, '_');
  return name.empty() || is_digit(name[0]) || name[0] == '_' ? "game_" + name : name;
}

std::vector<std::string> free_names(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (std::string name : names) {
    if (name.starts_with('_') || may_be_macro(name)) name.insert(0, "x");
    const auto is_taken = [&] {
      return is_reserved(name) || std::find(all.begin(), all.end(), name) != all.end();
    };
    while (is_taken() || std::count(names.begin(), names.end(), name) > (name == names[all.size()]))
      name += '_';
    all.push_back(name);
  }
  return all;
}

std::vector<std::string> tex_names(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    std::string text;
    for (const char c : name) text += c == '_' ? "\\_" : std::string(1, c);
    all.push_back(text.size() == 1 ? text : "\\mathit{" + text + "}");
  }
  return all;
}

}  // namespace grundy::law
