// cli/count/count.cpp: `grundy count`, how many positions are won or lost.
#include "ask/count/count.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "ask/expression.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "rules/language/catalogue.hpp"

namespace grundy::cli {
namespace {

struct CountChoice {
  std::string expression;
  std::string where;
  std::string outcome = "P";
  std::vector<std::string> rules_files;
  std::optional<std::uint64_t> memory;
  std::string progress = "auto";
  std::int64_t modulus = 0;
  std::size_t threads = 0;
  bool sum_coordinates = false;
  bool misere = false;
  bool as_json = false;
};

Result<count::Options> options_of(const CountChoice& choice) {
  count::Options options;
  options.outcome = choice.outcome == "P" ? Outcome::P : Outcome::N;
  options.sum_coordinates = choice.sum_coordinates;
  if (choice.misere) options.convention = Convention::misere;
  if (choice.modulus != 0) options.modulus = choice.modulus;
  options.threads = choice.threads;
  options.memory_limit = memory_limit(choice.memory);
  options.stop = &stop_on_interrupt();
  return options;
}

Result<query::Games> games_of(const CountChoice& choice) {
  if (choice.rules_files.empty()) return query::Games();
  auto loaded = rules::load_all(choice.rules_files);
  if (!loaded) return loaded.error();
  return query::Games(query::catalogue_and(*std::move(loaded)));
}

void print_amount(const CountChoice& choice, const count::Amount& amount) {
  const std::string number = count::to_string(choice.sum_coordinates ? amount.sum : amount.count);
  if (!choice.as_json) return fmt::print("{}\n", number);
  Json json;
  json["expression"] = choice.expression;
  json["where"] = choice.where;
  json["outcome"] = choice.outcome;
  if (choice.modulus != 0) json["mod"] = choice.modulus;
  json[choice.sum_coordinates ? "sum" : "count"] = number;
  print(json);
}

Status run_count(const CountChoice& choice) {
  auto games = games_of(choice);
  if (!games) return games.error();
  auto options = options_of(choice);
  if (!options) return options.error();
  const auto question = count::read(choice.expression, choice.where, *games);
  if (!question) return question.error();
  std::optional<Progress> progress;
  options->progress = [&](std::string_view part, std::uint64_t of) {
    progress.emplace(choice.progress, std::string(part), of);
    return &progress->solved();
  };
  const auto amount = count::count(*question, *options);
  progress.reset();
  if (!amount) return amount.error();
  print_amount(choice, *amount);
  return {};
}

}  // namespace

void add_count(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("count", about_count);
  const auto choice = std::make_shared<CountChoice>();
  command
      ->add_option("expression", choice->expression,
                   "A sum with names for coordinates, such as 'nim(a) + lasker(b) + nim(7)'")
      ->required()
      ->type_name("EXPR");
  command
      ->add_option(
          "--where", choice->where,
          "What the names may be: '0 <= a <= b and b <= 1000', or 'a <= b and a + b <= 1000'; "
          "conditions as in rules, which leave each name finitely many values. Ranges and "
          "chains of names are counted at once, anything else position by position")
      ->required()
      ->type_name("COND");
  command->add_option("--outcome", choice->outcome, "P: the previous player wins; N: the next")
      ->check(one_of({"P", "N"}))
      ->capture_default_str();
  command->add_flag("--sum-coordinates", choice->sum_coordinates,
                    "The sum of all names over those positions, instead of their number");
  command->add_option("--mod", choice->modulus, "The result modulo this")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 62))
      ->type_name("M");
  add_rules(*command, choice->rules_files);
  command->add_flag("--misere", choice->misere,
                    "The player who cannot move wins; of a single term");
  command->add_option("--threads", choice->threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  add_memory(*command, choice->memory, "Refuse what needs more memory, such as 8G");
  add_progress(*command, choice->progress);
  command->add_flag("--json", choice->as_json, "One JSON object; numbers as strings");
  command->footer(
      "Examples:\n"
      "  grundy count 'nim(a) + nim(b) + nim(c)' --where 'a <= b <= c <= 1000'\n"
      "  grundy count 'wythoff(m, n)' --where 'm <= n and m + n <= 100'\n"
      "  grundy count 'square_nim(a) + lasker(7)' --where 'a <= 10000' --outcome N");
  command->callback([&result, choice] { result = run_count(*choice); });
}

}  // namespace grundy::cli
