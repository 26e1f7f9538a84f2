// cli/serve_absent.cpp: `grundy serve` of a program that was built without it (GRUNDY_SERVER).
#include "commands.hpp"

namespace grundy::cli {

void add_serve(CLI::App& app, Status& result) {
  CLI::App* command =
      app.add_subcommand("serve", "Tables, values and moves over HTTP (not in this program)");
  command->allow_extras();
  command->callback([&result] {
    result = Error{Errc::unsupported,
                   "this program was built without `serve`; `scripts/grundy serve` builds it with "
                   "that, and so does cmake -D GRUNDY_SERVER=ON"};
  });
}

}  // namespace grundy::cli
