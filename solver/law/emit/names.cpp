#include "law/emit/names.hpp"

#include <algorithm>

namespace grundy::law {
namespace {

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

// As those of headers are: INT64_MAX.
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
