// cli/help.hpp: the help of the program and its subcommands, in 80 columns.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace grundy::cli {

// What an option takes.
struct Taken {
  std::string name;
  std::vector<std::string> choices;  // if only these are meant
};

Taken taken_by(const CLI::Option& option);

class Help final : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* command) const override;
  // Examples, which are indented, stay as they are.
  std::string make_footer(const CLI::App* command) const override;
};

}  // namespace grundy::cli
