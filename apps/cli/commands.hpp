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
void add_quotient(CLI::App& app, Status& result);
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
// `answer_is_no`: all went well, and the table is not what it should be.
void add_verify(CLI::App& app, Status& result, bool& answer_is_no);
// `answer_is_no`: the claim is refuted.
void add_check(CLI::App& app, Status& result, bool& answer_is_no);
// `answer_is_no`: an earlier sweep says something else.
void add_octal(CLI::App& app, Status& result, bool& answer_is_no);
// `is_disturbed`: all went well, and --strict does not trust the times.
void add_bench(CLI::App& app, Status& result, bool& is_disturbed);

// What the list of subcommands says of those that a program can be built without (absent.cpp).
inline constexpr auto about_law = "Look for a formula, and prove it or verify it on a box";
inline constexpr auto about_check = "Prove, verify or refute what somebody claims of a game";
inline constexpr auto about_export = "Write a table, or a slice of it, as another format";
inline constexpr auto about_plot = "Draw values, with axes and a legend, by gnuplot";
inline constexpr auto about_graph = "Every position of a game given as a graph";
inline constexpr auto about_count = "How many positions of a sum are won or lost, without visits";
inline constexpr auto about_bench = "How fast this machine solves: fixed works with known answers";
inline constexpr auto about_serve = "Tables, values and moves over HTTP";

// All of them, and what `grundy` itself says.
void add_all(CLI::App& app, Status& result, bool& answer_is_no, bool& is_disturbed);

}  // namespace grundy::cli
