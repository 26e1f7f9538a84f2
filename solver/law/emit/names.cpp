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
                                 "as"sv,
                                 "assert"sv,
                                 "async"sv,
                                 "auto"sv,
                                 "await"sv,
                                 "bool"sv,
                                 "break"sv,
                                 "case"sv,
                                 "ceil_divide"sv,
                                 "char"sv,
                                 "class"sv,
                                 "const"sv,
                                 "constexpr"sv,
                                 "continue"sv,
                                 "def"sv,
                                 "default"sv,
                                 "del"sv,
                                 "digit_sum"sv,
                                 "divmod"sv,
                                 "do"sv,
                                 "double"sv,
                                 "elif"sv,
                                 "else"sv,
                                 "enum"sv,
                                 "except"sv,
                                 "extern"sv,
                                 "false"sv,
                                 "finally"sv,
                                 "float"sv,
                                 "floor_divide"sv,
                                 "for"sv,
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
                                 "int64_t"sv,
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
                                 "nonlocal"sv,
                                 "not"sv,
                                 "nullptr"sv,
                                 "or"sv,
                                 "pass"sv,
                                 "power_part"sv,
                                 "periods"sv,
                                 "prime_factors"sv,
                                 "raise"sv,
                                 "range"sv,
                                 "register"sv,
                                 "restrict"sv,
                                 "return"sv,
                                 "short"sv,
                                 "signed"sv,
                                 "sizeof"sv,
                                 "static"sv,
                                 "static_assert"sv,
                                 "struct"sv,
                                 "switch"sv,
                                 "thread_local"sv,
                                 "true"sv,
                                 "try"sv,
                                 "typedef"sv,
                                 "typeof"sv,
                                 "uint16_t"sv,
                                 "uint32_t"sv,
                                 "uint8_t"sv,
                                 "union"sv,
                                 "unix"sv,
                                 "unsigned"sv,
                                 "valuation"sv,
                                 "values"sv,
                                 "void"sv,
                                 "volatile"sv,
                                 "while"sv,
                                 "with"sv,
                                 "yield"sv};

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
    if (name.starts_with('_')) name.insert(0, "x");
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
