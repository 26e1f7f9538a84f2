#include "describe.hpp"

#include <utility>

#include "cli/help.hpp"

namespace grundy::describe {

Option::Option(const CLI::Option& option)
    : preset(option.get_default_str()),
      text(option.get_description()),
      repeats(option.get_expected_max() > 1) {
  for (const std::string& name : option.get_snames()) flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  cli::Taken taken = cli::taken_by(option);
  value = std::move(taken.name);
  choices = std::move(taken.choices);
}

Command::Command(const CLI::App& app)
    : name(app.get_name()), text(app.get_description()), footer(app.get_footer()) {
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? positionals : options).emplace_back(*option);
}

Commands all_commands(const CLI::App& app) {
  Commands commands{Command(app)};
  for (const CLI::App* command : app.get_subcommands({})) commands.emplace_back(*command);
  return commands;
}

}  // namespace grundy::describe
