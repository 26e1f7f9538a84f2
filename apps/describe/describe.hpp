// describe/describe.hpp: what `grundy` says of itself, written as shell completions and man pages.
//
// Everything comes from the parser that the program itself uses, so nothing here can go stale.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace grundy::describe {

struct Option {
  explicit Option(const CLI::Option& option);

  std::vector<std::string> flags;    // "-o", "--output"; none of a positional
  std::string value;                 // "T.zarr"; "" if it takes none
  std::vector<std::string> choices;  // if only some values are meant
  std::string preset;
  std::string text;
  bool repeats = false;
};

struct Command {
  explicit Command(const CLI::App& app);

  std::string name;
  std::string text;
  std::string footer;
  std::vector<Option> positionals;
  std::vector<Option> options;
};

// The program itself comes first, then its subcommands.
using Commands = std::vector<Command>;
Commands all_commands(const CLI::App& app);

std::string bash_completion(const Commands& commands);
std::string zsh_completion(const Commands& commands);
std::string man_page(const Commands& commands, const Command& command);

}  // namespace grundy::describe
