// cli/commands.hpp: the subcommands, one file each.
//
// Each function describes its subcommand to the parser. When the user calls it, it does
// its work, prints results on stdout, and leaves what went wrong in `result`.
#pragma once
#include <CLI/CLI.hpp>

#include "core/error.hpp"

namespace grundy::cli {

void add_games(CLI::App& app, Status& result);
void add_show(CLI::App& app, Status& result);
void add_plan(CLI::App& app, Status& result);
void add_solve(CLI::App& app, Status& result);
void add_value(CLI::App& app, Status& result);
void add_moves(CLI::App& app, Status& result);
void add_probe(CLI::App& app, Status& result);
void add_info(CLI::App& app, Status& result);

}  // namespace grundy::cli
