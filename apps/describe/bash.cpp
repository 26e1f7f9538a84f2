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
  std::string subcommands, of_values, of_options;
  for (const Command& command : commands) {
    if (&command != &commands.front()) subcommands += command.name + ' ';
    of_options +=
        fmt::format("      {}) words='{}' ;;\n", command.name, fmt::join(all_flags(command), " "));
    for (const Option& option : command.options)
      if (!option.choices.empty())
        for (const std::string& flag : option.flags)
          of_values += fmt::format("      '{} {}') words='{}' ;;\n", command.name, flag,
                                   fmt::join(option.choices, " "));
    if (!command.positionals.empty() && command.positionals[0].value == "GAME")
      of_values += fmt::format(
          "      '{0} {0}') words=$(\"$1\" games 2>/dev/null | sed 's/ .*//') ;;\n", command.name);
  }
  return fmt::format(
      R"(# bash completion for grundy: subcommands, options, their values and names of games.
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
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _grundy grundy
)",
      of_options, subcommands, of_values);
}

}  // namespace grundy::describe
