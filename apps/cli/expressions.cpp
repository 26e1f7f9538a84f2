#include "expressions.hpp"

#include "interrupt.hpp"
#include "options.hpp"
#include "rules/catalogue.hpp"
#include "streams.hpp"

namespace grundy::cli {
void ExpressionChoice::add_to(CLI::App& command) {
  command.add_option("--rules", rules_file, "Also know the games of this file")
      ->check(file_name())
      ->type_name("FILE");
  command.add_option("--table", table, "Look positions up in this table where it holds them")
      ->check(file_name())
      ->type_name("T.zarr");
  command.add_option("--memory", memory, "Give up a search that needs more than this, such as 8G")
      ->type_name("BYTES");
  command.add_flag("--misere", misere, "Whoever cannot move wins");
  command.add_flag("--json", as_json, "One JSON object a line");
}

void ExpressionChoice::add_progress_to(CLI::App& command) {
  progress = "auto";
  add_progress(command, progress);
}

Result<std::unique_ptr<Session>> open_session(const ExpressionChoice& choice) {
  session::Choice chosen;
  if (!choice.rules_file.empty()) {
    auto loaded = rules::load_file(choice.rules_file);
    if (!loaded) return loaded.error();
    chosen.games = std::move(*loaded);
  }
  const auto limit = memory_limit(choice.memory);
  if (!limit) return limit.error();
  chosen.limits.bytes = *limit;
  chosen.limits.stop = &stop_on_interrupt();
  chosen.limits.progress = [searched = choice.searched](const lazy::SearchProgress& progress) {
    *searched = progress.positions;
  };
  if (choice.misere) chosen.convention = Convention::misere;
  auto session = std::make_unique<Session>(std::move(chosen));
  if (!choice.table.empty()) {
    auto table = table::open_values(choice.table);
    if (!table) return table.error();
    session->add_table(*std::move(table));
  }
  return session;
}

Status for_each_expression(const std::vector<std::string>& expressions,
                           const std::function<Status(const std::string&)>& answer) {
  for (const std::string& expression : expressions)
    if (const Status answered = expression == "-" ? for_each_line(answer) : answer(expression);
        !answered)
      return answered;
  return {};
}

}  // namespace grundy::cli
