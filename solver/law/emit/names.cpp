#include "law/emit/names.hpp"

#include <algorithm>
#include <array>

namespace grundy::law {
namespace {

using namespace std::string_view_literals;

// Keywords, macros of common compilers, and what the functions call or define.
constexpr std::array reserved = {"False"sv,
                                 "None"sv,
                                 "True"sv,
                                 "alignas"sv,
                                 "alignof"sv,
                                 "all"sv,
                                 "and"sv,
                                 "and_eq"sv,
                                 "as"sv,
                                 "asm"sv,
                                 "assert"sv,
                                 "async"sv,
                                 "auto"sv,
                                 "await"sv,
                                 "bitand"sv,
                                 "bitor"sv,
                                 "bool"sv,
                                 "break"sv,
                                 "case"sv,
                                 "ceil_divide"sv,
                                 "char"sv,
                                 "char16_t"sv,
                                 "char32_t"sv,
                                 "char8_t"sv,
                                 "class"sv,
                                 "co_await"sv,
                                 "co_return"sv,
                                 "co_yield"sv,
                                 "compl"sv,
                                 "concept"sv,
                                 "const"sv,
                                 "const_cast"sv,
                                 "consteval"sv,
                                 "constexpr"sv,
                                 "constinit"sv,
                                 "continue"sv,
                                 "decltype"sv,
                                 "def"sv,
                                 "default"sv,
                                 "del"sv,
                                 "delete"sv,
                                 "digit_sum"sv,
                                 "divmod"sv,
                                 "do"sv,
                                 "double"sv,
                                 "dynamic_cast"sv,
                                 "elif"sv,
                                 "else"sv,
                                 "enum"sv,
                                 "except"sv,
                                 "explicit"sv,
                                 "export"sv,
                                 "extern"sv,
                                 "false"sv,
                                 "finally"sv,
                                 "float"sv,
                                 "floor_divide"sv,
                                 "for"sv,
                                 "friend"sv,
                                 "from"sv,
                                 "global"sv,
                                 "goto"sv,
                                 "greatest"sv,
                                 "i386"sv,
                                 "if"sv,
                                 "import"sv,
                                 "in"sv,
                                 "inline"sv,
                                 "int"sv,
                                 "int16_t"sv,
                                 "int32_t"sv,
                                 "int64_t"sv,
                                 "int8_t"sv,
                                 "intmax_t"sv,
                                 "intptr_t"sv,
                                 "is"sv,
                                 "lambda"sv,
                                 "least"sv,
                                 "least_prime"sv,
                                 "len"sv,
                                 "linux"sv,
                                 "long"sv,
                                 "max"sv,
                                 "min"sv,
                                 "modulo"sv,
                                 "mutable"sv,
                                 "namespace"sv,
                                 "new"sv,
                                 "noexcept"sv,
                                 "nonlocal"sv,
                                 "not"sv,
                                 "not_eq"sv,
                                 "nullptr"sv,
                                 "operator"sv,
                                 "or"sv,
                                 "or_eq"sv,
                                 "pass"sv,
                                 "periods"sv,
                                 "power_part"sv,
                                 "prime_factors"sv,
                                 "private"sv,
                                 "protected"sv,
                                 "ptrdiff_t"sv,
                                 "public"sv,
                                 "raise"sv,
                                 "range"sv,
                                 "register"sv,
                                 "reinterpret_cast"sv,
                                 "requires"sv,
                                 "restrict"sv,
                                 "return"sv,
                                 "short"sv,
                                 "signed"sv,
                                 "size_t"sv,
                                 "sizeof"sv,
                                 "static"sv,
                                 "static_assert"sv,
                                 "static_cast"sv,
                                 "struct"sv,
                                 "switch"sv,
                                 "template"sv,
                                 "this"sv,
                                 "thread_local"sv,
                                 "throw"sv,
                                 "true"sv,
                                 "try"sv,
                                 "typedef"sv,
                                 "typeid"sv,
                                 "typename"sv,
                                 "typeof"sv,
                                 "typeof_unqual"sv,
                                 "uint16_t"sv,
                                 "uint32_t"sv,
                                 "uint64_t"sv,
                                 "uint8_t"sv,
                                 "uintmax_t"sv,
                                 "uintptr_t"sv,
                                 "union"sv,
                                 "unix"sv,
                                 "unsigned"sv,
                                 "using"sv,
                                 "valuation"sv,
                                 "values"sv,
                                 "virtual"sv,
                                 "void"sv,
                                 "volatile"sv,
                                 "wchar_t"sv,
                                 "while"sv,
                                 "with"sv,
                                 "xor"sv,
                                 "xor_eq"sv,
                                 "yield"sv};

// As those of headers are: INT64_MAX.
bool may_be_macro(const std::string& name) {
  return name.size() > 1 && name.find('_') != std::string::npos &&
         std::ranges::none_of(name, [](char c) { return 'a' <= c && c <= 'z'; });
}

bool is_reserved(const std::string& name) {
  return name.starts_with('_') ||
         std::find(reserved.begin(), reserved.end(), name) != reserved.end();
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
