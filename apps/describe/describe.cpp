#include "describe.hpp"

#include <algorithm>

namespace grundy::describe {
namespace {

// Of "TEXT:{auto,json,none}" the words between the braces.
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find(":{"), close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 2, close - open - 2), ',');
}

}  // namespace

Option::Option(const CLI::Option& option)
    : preset(option.get_default_str()),
      text(option.get_description()),
      repeats(option.get_expected_max() > 1) {
  for (const std::string& name : option.get_snames()) flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  if (option.get_items_expected_max() == 0) return;
  const std::string type = option.get_type_name();
  value = type.substr(0, type.find(':'));
  choices = choices_in(type);
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
