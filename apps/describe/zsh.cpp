// For the fpath of zsh.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "describe.hpp"

namespace grundy::describe {
namespace {

// Text within a specification of _arguments or _describe, within single quotes.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += ' ';
    } else if (c == '\'') {
      result += R"('\'')";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

std::string action(const Option& option) {
  if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
  if (option.value == "EXPR") return "_grundy_expression";
  return option.value == "GAME" ? "_grundy_games" : "_files";
}

std::string specification(const Option& option, const std::string& flag) {
  std::string result = option.repeats ? "*" : "";
  if (option.flags.size() > 1 && !option.repeats)
    result += fmt::format("({})", fmt::join(option.flags, " "));
  result += fmt::format("{}[{}]", flag, quoted(option.text));
  if (!option.value.empty()) result += fmt::format(":{}:{}", quoted(option.value), action(option));
  return result;
}

std::string arguments(const Command& command) {
  std::string result = fmt::format("    {}) _arguments", command.name);
  for (const Option& option : command.options)
    for (const std::string& flag : option.flags)
      result += fmt::format(" \\\n      '{}'", specification(option, flag));
  for (const Option& option : command.positionals)
    result += fmt::format(" \\\n      '{}:{}:{}'", option.repeats ? "*" : "", quoted(option.value),
                          action(option));
  return result + " ;;\n";
}

}  // namespace

std::string zsh_completion(const Commands& commands) {
  std::string subcommands, of_commands;
  for (const Command& command : commands) {
    of_commands += arguments(command);
    if (&command != &commands.front())
      subcommands += fmt::format("    '{}:{}'\n", command.name, quoted(command.text));
  }
  return fmt::format(R"zsh(#compdef grundy
# zsh completion for grundy: subcommands, options, their values and names of games.
_grundy_games() {{
  local -a games=(${{(f)"$(grundy games 2>/dev/null | sed 's/ .*//')"}})
  compadd -a games
  _files
}}

# The name of a game at the end of an expression.
_grundy_expression() {{
  local -a games=(${{(f)"$(grundy games 2>/dev/null | sed 's/ .*//')"}})
  compset -P '*[^[:alnum:]_.]'
  compadd -S '' -a games
}}

_grundy() {{
  local -a subcommands=(
{}    'help:What a subcommand does'
  )
  local command=grundy
  if ((CURRENT > 2)); then
    command=$words[2]
    shift words
    ((CURRENT--))
  elif [[ $words[2] != -* ]]; then
    _describe subcommand subcommands
    return
  fi
  case $command in
    help) _describe subcommand subcommands ;;
{}  esac
}}

_grundy "$@"
)zsh",
                     subcommands, of_commands);
}

}  // namespace grundy::describe
