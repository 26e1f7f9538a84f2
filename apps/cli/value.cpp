// cli/value.cpp: `grundy value`, the value of sums of positions.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "ask/session/answer_json.hpp"
#include "cli/commands.hpp"
#include "cli/expressions.hpp"
#include "cli/options.hpp"
#include "cli/program_file.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

struct ValueChoice {
  ExpressionChoice common;
  std::vector<std::string> expressions;
  bool remoteness = false;
  bool outcome = false;
  std::string save;
  std::string load;
  double save_every = 300;
  bool resume = false;
  std::string reached;
  std::string program;

  query::Wanted wanted() const { return outcome ? query::Wanted::outcome : query::Wanted::nimber; }
};

void print_value(const std::string& expression, query::Value value, const ValueChoice& choice) {
  if (choice.outcome) value.nimber.reset();  // known or not
  if (choice.common.as_json) return print(session::value_json(expression, value));
  std::string line = fmt::format("{}: {}", expression, to_string(value.outcome));
  if (value.nimber) line += fmt::format(", nimber {}", *value.nimber);
  if (value.remoteness) line += fmt::format(", remoteness {}", *value.remoteness);
  if (value.misere) line += fmt::format(", class {} of misère Nim", value.misere->name());
  if (value.quotient)
    line +=
        fmt::format(", by the misère quotient of {}, order {}",
                    value.quotient->is_whole ? "all heaps" : "heaps so far", value.quotient->order);
  fmt::print("{}\n", line);
  print_laws(value);
}

// Before the first question is answered: what files know is read, and will be kept.
Status open_files(Session& session, const ValueChoice& choice, const Session::Question& question) {
  if (choice.load.empty() && choice.save.empty()) return {};
  if (Status one = query::expect_one_board({question.sum, question.boards}); !one) return one;
  if (!choice.load.empty())
    if (Status loaded = session.load_board(question, choice.load); !loaded) return loaded;
  std::error_code failed;
  if (choice.resume && std::filesystem::exists(choice.save, failed))
    if (Status loaded = session.load_board(question, choice.save); !loaded) return loaded;
  if (choice.save.empty()) return {};
  return session.keep_board(question, choice.save, choice.save_every);
}

// What was found is saved however the search ends, unless nothing is to be trusted any more.
Status answer(Session& session, const ValueChoice& choice, const Asked& asked) {
  const auto value = [&]() -> Result<query::Value> {
    const ShownProgress progress(choice.common);
    if (!choice.reached.empty())
      if (Status s = session.write_reached(asked.question, choice.reached); !s) return s.error();
    return session.evaluate(asked.question, choice.remoteness, choice.wanted());
  }();
  if (value) print_value(asked.expression, *value, choice);
  if (!choice.save.empty() && (value || value.error().code == Errc::interrupted))
    if (Status saved = session.save_board(asked.question, choice.save); !saved) return saved;
  if (!value) return value.error();
  return {};
}

// Positions of a program are its own: what is known of other games is of no use there.
Status answer_program(const ValueChoice& choice) {
  const ExpressionChoice& common = choice.common;
  const std::pair<bool, const char*> others[] = {{!common.rules_files.empty(), "rules"},
                                                 {!common.table.empty(), "table"},
                                                 {choice.remoteness, "remoteness"},
                                                 {!choice.save.empty(), "save"},
                                                 {!choice.load.empty(), "load"}};
  for (const auto& [is_given, name] : others)
    if (is_given)
      return Error{Errc::usage, fmt::format("option `program` does not go with option `{}`", name)};
  if (common.misere && !choice.reached.empty())
    return Error{Errc::usage, "option `reached` does not go with option `misere`"};
  return answer_by_program(choice.program, common, choice.expressions, choice.reached,
                           [&choice](const std::string& text, const query::Value& value) {
                             print_value(text, value, choice);
                           });
}

// What files know would hide positions, and those of other expressions would replace them.
Status check_reached(const ValueChoice& choice) {
  if (choice.reached.empty()) return {};
  if (!choice.load.empty() || choice.resume)
    return Error{Errc::usage, "option `reached` does not go with options `load` and `resume`"};
  if (choice.program.empty() && (choice.expressions.size() > 1 || choice.expressions[0] == "-"))
    return Error{Errc::usage, "option `reached` needs one expression, of a board"};
  return {};
}

Status run_value(const ValueChoice& choice) {
  if (Status s = check_reached(choice); !s) return s;
  if (choice.resume && choice.save.empty())
    return Error{Errc::usage, "option `resume` needs option `save`, whose file it goes on from"};
  std::error_code failed;
  if (!choice.resume && !choice.save.empty() && choice.save != choice.load &&
      std::filesystem::exists(choice.save, failed))
    return Error{Errc::usage, fmt::format("{}: there is such a file; go on from it with option "
                                          "`resume`, or remove it",
                                          choice.save)};
  if (!choice.program.empty()) return answer_program(choice);
  bool is_first = true;
  const auto session = open_session(choice.common);
  if (!session) return session.error();
  return for_each_expression(**session, choice.common, choice.expressions, choice.wanted(),
                             [&](const Asked& asked) {
                               if (std::exchange(is_first, false))
                                 if (Status s = open_files(**session, choice, asked.question); !s)
                                   return s;
                               return answer(**session, choice, asked);
                             });
}

}  // namespace

void add_value(CLI::App& app, Status& result) {
  CLI::App* command =
      app.add_subcommand("value", "Outcome and nimber of a position or a sum, however large");
  const auto choice = std::make_shared<ValueChoice>();
  choice->common.boards = Session::Boards::accepted;
  command
      ->add_option("expression", choice->expressions,
                   "A sum such as 'three_pile(3,4,5) + 2*nim(7)'; - reads one a line")
      ->required()
      ->type_name("EXPR");
  command->add_flag("--remoteness", choice->remoteness, "Also plies to the end under best play");
  command->add_flag("--outcome", choice->outcome,
                    "The outcome alone, which takes less than the nimber");
  command
      ->add_option("--save", choice->save,
                   "Save what is known of the board to this file, now and then and at the end")
      ->check(file_name())
      ->type_name("F.db");
  command
      ->add_option("--save-every", choice->save_every,
                   "Seconds between two saves of a long search (default: 300)")
      ->check(CLI::Range(0.0, 1e6))
      ->needs(command->get_option("--save"))
      ->type_name("S");
  command
      ->add_option("--reached", choice->reached,
                   "Write all positions that can be reached, with their nimbers, to this file")
      ->check(file_name())
      ->type_name("F.npy");
  command->add_option("--load", choice->load, "Begin with what such a file knows")
      ->check(file_name())
      ->type_name("F.db");
  command->add_flag("--resume", choice->resume, "Begin with the file of --save if it is there");
  command
      ->add_option("--program", choice->program,
                   "A shared object whose functions play: expressions are its own")
      ->check(file_name())
      ->type_name("F.so");
  choice->common.add_to(*command);
  choice->common.add_progress_to(*command);
  command->footer(
      "Examples:\n"
      "  grundy value 'three_pile(3,4,5) + nim(7)' --remoteness\n"
      "  grundy value '0.137(40) + subtraction(9; S={2,5})'\n"
      "  grundy value 'cram(grid(5, 6)) + node_kayles(cycle(9)) + nim(3)'");
  command->callback([&result, choice] { result = run_value(*choice); });
}

}  // namespace grundy::cli
