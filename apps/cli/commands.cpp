#include "cli/commands.hpp"

namespace grundy::cli {

void add_all(CLI::App& app, Status& result, bool& answer_is_no, bool& is_disturbed) {
  app.description(
      "Solves impartial games exhaustively: write the rules in a few lines, get the nimbers, "
      "outcomes or remoteness of every position in a box.");
  app.name("grundy");
  app.set_version_flag("--version", "grundy " GRUNDY_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Begin with:  grundy games\n"
      "             grundy show three_pile\n"
      "             grundy solve three_pile --box 300 --value outcome -o three_pile.zarr\n"
      "             grundy value 'three_pile(3,4,5) + nim(7)'\n"
      "             grundy help solve");
  for (const auto add :
       {add_games, add_show, add_plan, add_solve, add_value, add_moves, add_play, add_probe,
        add_info, add_export, add_plot, add_count, add_graph, add_law, add_quotient, add_serve})
    add(app, result);
  add_verify(app, result, answer_is_no);
  add_check(app, result, answer_is_no);
  add_octal(app, result, answer_is_no);
  add_bench(app, result, is_disturbed);
}

}  // namespace grundy::cli
