// For bash-completion, or to be sourced.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "describe.hpp"

namespace grundy::describe {
namespace {

std::vector<std::string> all_flags(const Command& command) {
  std::vector<std::string> flags;
  for (const Option& option : command.options)
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  return flags;
}

}  // namespace

std::string bash_completion(const Commands& commands) {
  std::string subcommands, of_values, of_options, of_expressions;
  for (const Command& command : commands) {
    if (&command != &commands.front()) subcommands += command.name + ' ';
    of_options +=
        fmt::format("      {}) words='{}' ;;\n", command.name, fmt::join(all_flags(command), " "));
    for (const Option& option : command.options)
      if (!option.choices.empty())
        for (const std::string& flag : option.flags)
          of_values += fmt::format("      '{} {}') words='{}' ;;\n", command.name, flag,
                                   fmt::join(option.choices, " "));
    if (command.positionals.empty()) continue;
    if (command.positionals[0].value == "GAME")
      of_values += fmt::format("      '{0} {0}') words=$(_grundy_games \"$1\") ;;\n", command.name);
    if (command.positionals[0].value == "EXPR")
      of_expressions += fmt::format("{}{}", of_expressions.empty() ? "" : "|", command.name);
  }
  return fmt::format(
      R"bash(# bash completion for grundy: subcommands, options, their values and names of games.
_grundy_games() {{
  "$1" games 2>/dev/null | sed 's/ .*//'
}}

# The name of a game at the end of an expression. Of one in quotes the word begins with the quote,
# which bash keeps itself.
_grundy_expression() {{
  local typed=${{2#[\'\"]}}
  local name=${{typed##*[^[:alnum:]_.]}}
  mapfile -t COMPREPLY < <(compgen -P "${{typed%"$name"}}" -W "$(_grundy_games "$1")" -- "$name")
  compopt -o nospace 2>/dev/null
}}

_grundy() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command=${{COMP_WORDS[1]}} words=
  ((COMP_CWORD > 1)) || command=grundy
  if [[ $word == -* ]]; then
    case $command in
{}    esac
  elif [[ $command == grundy || $command == help ]]; then
    words='{}help'
  else
    case "$command $previous" in
{}    esac
  fi
  if [[ -z $words && $previous != -* && $command =~ ^({})$ ]]; then
    _grundy_expression "$1" "$word"
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}}
complete -o default -F _grundy grundy
)bash",
      of_options, subcommands, of_values, of_expressions);
}

}  // namespace grundy::describe
