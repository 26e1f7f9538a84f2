// cli/commands.hpp: the subcommands, one file each.
//
// Each function describes its subcommand to the parser. When the user calls it, it does
// its work, prints results on stdout, and leaves what went wrong in `result`.
#pragma once
#include <CLI/CLI.hpp>

#include "base/error.hpp"

namespace grundy::cli {

void add_games(CLI::App& app, Status& result);
void add_show(CLI::App& app, Status& result);
void add_plan(CLI::App& app, Status& result);
void add_solve(CLI::App& app, Status& result);
void add_value(CLI::App& app, Status& result);
void add_moves(CLI::App& app, Status& result);
void add_play(CLI::App& app, Status& result);
void add_probe(CLI::App& app, Status& result);
void add_info(CLI::App& app, Status& result);
void add_export(CLI::App& app, Status& result);
void add_plot(CLI::App& app, Status& result);
void add_count(CLI::App& app, Status& result);
void add_graph(CLI::App& app, Status& result);
void add_serve(CLI::App& app, Status& result);
void add_law(CLI::App& app, Status& result);
void add_bench(CLI::App& app, Status& result);
// `answer_is_no`: all went well, and the table is not what it should be.
void add_verify(CLI::App& app, Status& result, bool& answer_is_no);
// `answer_is_no`: the claim is refuted.
void add_check(CLI::App& app, Status& result, bool& answer_is_no);

// All of them, and what `grundy` itself says.
void add_all(CLI::App& app, Status& result, bool& answer_is_no);

}  // namespace grundy::cli
