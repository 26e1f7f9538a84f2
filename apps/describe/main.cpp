// describe/main.cpp: grundy_describe FOLDER writes completions and man pages there. The build runs
// it, nobody else.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cli/commands.hpp"
#include "describe.hpp"

int main(int argc, char** argv) {
  using namespace grundy;
  if (argc != 2) {
    std::fputs("usage: grundy_describe FOLDER\n", stderr);
    return 2;
  }
  CLI::App app;
  Status result;
  bool answer_is_no = false;
  bool is_disturbed = false;
  cli::add_all(app, result, answer_is_no, is_disturbed);
  const describe::Commands commands = describe::all_commands(app);

  const std::filesystem::path folder = argv[1];
  bool written = true;
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream file(folder / name);
    written = static_cast<bool>(file << text << std::flush) && written;
  };
  write("grundy", describe::bash_completion(commands));
  write("_grundy", describe::zsh_completion(commands));
  for (const describe::Command& command : commands)
    write((&command == &commands.front() ? "grundy" : "grundy-" + command.name) + ".1",
          describe::man_page(commands, command));
  if (!written) std::fprintf(stderr, "grundy_describe: cannot write to %s\n", argv[1]);
  return written ? 0 : 4;
}
