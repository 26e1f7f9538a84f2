#include "expressions.hpp"

#include "interrupt.hpp"
#include "options.hpp"
#include "query/parse.hpp"
#include "query/table_source.hpp"
#include "rules/catalogue.hpp"

namespace grundy::cli {

void ExpressionChoice::add_to(CLI::App& command) {
  command.add_option("--rules", rules_file, "Also know the games of this file")->type_name("FILE");
  command.add_option("--table", table, "Look positions up in this table where it holds them")
      ->type_name("T.zarr");
  command.add_option("--memory", memory, "Give up a search that needs more than this, such as 8G")
      ->type_name("BYTES");
  command.add_flag("--misere", misere, "Whoever cannot move wins");
  command.add_flag("--json", as_json, "One JSON object a line");
}

Result<std::unique_ptr<Session>> Session::open(const ExpressionChoice& choice) {
  std::vector<rules::Rules> more;
  if (!choice.rules_file.empty()) {
    auto loaded = rules::load_file(choice.rules_file);
    if (!loaded) return loaded.error();
    more = std::move(*loaded);
  }
  const auto limit = memory_limit(choice.memory);
  if (!limit) return limit.error();
  lazy::SearchLimits limits;
  limits.bytes = *limit;
  limits.stop = &stop_on_interrupt();
  std::unique_ptr<Session> session(
      new Session(query::Games(query::catalogue_and(std::move(more))), std::move(limits),
                  choice.misere ? std::optional(Convention::misere) : std::nullopt));
  if (!choice.table.empty()) {
    auto table = table::Table::open(choice.table);
    if (!table) return table.error();
    session->evaluator_.add_source(std::make_unique<query::TableSource>(std::move(*table)));
  }
  return session;
}

Result<Session::Question> Session::ask(const std::string& expression) {
  auto sum = query::parse(expression, games_);
  if (!sum) return sum.error();
  const auto convention = query::convention_of(*sum, forced_);
  if (!convention) return convention.error();
  return Question{std::move(*sum), *convention};
}

}  // namespace grundy::cli
