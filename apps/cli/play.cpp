// cli/play.cpp: `grundy play`, a game against the computer.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>

#include "ask/match.hpp"
#include "ask/value_source.hpp"
#include "cli/commands.hpp"
#include "cli/expressions.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/play_board.hpp"
#include "cli/play_view.hpp"
#include "cli/streams.hpp"

namespace grundy::cli {
namespace {

// What a search for remoteness may take before every move of the computer.
constexpr std::chrono::seconds time_for_plies{1};

struct PlayChoice {
  ExpressionChoice common;
  std::string expression;
  bool second = false;
  std::optional<std::uint64_t> seed;
};

Player other(Player player) {
  return player == Player::you ? Player::computer : Player::you;
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == line.npos) return "";
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

class Play {
 public:
  Play(Session& session, query::Adviser adviser, query::Match match, Player first, PlayView& view)
      : session_(session),
        adviser_(adviser),
        match_(std::move(match)),
        to_move_(first),
        view_(view) {}

  Status run() {
    view_.position(match_, to_move_);
    while (!match_.is_over() && !left_)
      if (const Status done = to_move_ == Player::you ? answer() : reply(); !done) return done;
    return left_ ? leave() : announce();
  }

 private:
  Status leave() {
    view_.end(match_, std::nullopt);
    return {};
  }

  Status announce() {
    const auto value = session_.evaluator().evaluate(match_.sum(), match_.convention());
    if (!value) return value.error();
    view_.end(match_, value->outcome == Outcome::N ? to_move_ : other(to_move_));
    return {};
  }

  Status reply() {
    const auto best = adviser_.best(match_.sum(), match_.convention());
    if (!best) return best.error();
    return move({(*best)->move.term, (*best)->move.to});
  }

  Status move(const query::Option& option) {
    const query::Sum before = match_.sum();
    if (const Status played = match_.play(option); !played) return played;
    view_.moved(match_, before, option, to_move_);
    to_move_ = other(to_move_);
    return {};
  }

  Status answer() {
    static const std::map<std::string_view, Status (Play::*)()> commands{{"help", &Play::help},
                                                                         {"moves", &Play::moves},
                                                                         {"hint", &Play::hint},
                                                                         {"undo", &Play::undo},
                                                                         {"quit", &Play::quit}};
    view_.ask();
    const auto typed = read();
    if (!typed) return typed.error();
    const std::string& line = *typed;
    if (line.empty()) return {};
    if (const auto at = commands.find(line); at != commands.end()) return (this->*at->second)();
    const auto option =
        query::read_move(line, match_, [&](std::string_view text) { return read_sum(text); });
    if (option) return move(*option);
    view_.mistake(option.error().message);
    return {};
  }

  // The end of the input is `quit`.
  static Result<std::string> read() {
    const auto line = read_line();
    if (!line) return line.error();
    return *line ? trimmed(**line) : "quit";
  }

  Result<query::Sum> read_sum(std::string_view text) {
    auto question = session_.ask(text);
    if (!question) return question.error();
    return std::move(question->sum);
  }

  Status help() {
    view_.help();
    return {};
  }

  Status moves() {
    view_.moves(match_);
    return {};
  }

  Status quit() {
    left_ = true;
    return {};
  }

  Status hint() {
    const auto best = adviser_.best(match_.sum(), match_.convention());
    if (!best) return best.error();
    view_.hint(match_, **best);
    return {};
  }

  // The player's last move, and the computer's answer to it.
  Status undo() {
    if (match_.plies() < 2) {
      view_.mistake("there is no move of yours to take back");
      return {};
    }
    if (const Status taken = match_.take_back(2); !taken) return taken;
    view_.position(match_, to_move_);
    return {};
  }

  Session& session_;
  query::Adviser adviser_;
  query::Match match_;
  Player to_move_;
  PlayView& view_;
  bool left_ = false;
};

// Looks where the session looks, but never solves a box, which would not end in time.
Result<query::Evaluator> evaluator_for_plies(const ExpressionChoice& choice) {
  query::Evaluator evaluator(
      {.bytes = memory_limit(choice.memory) / 4, .stop = &stop_on_interrupt()});
  if (choice.table.empty()) return evaluator;
  auto table = table::open_values(choice.table);
  if (!table) return table.error();
  evaluator.add_source(std::make_unique<query::TableSource>(*std::move(table)));
  return evaluator;
}

Status run_play(const PlayChoice& choice) {
  const auto session = open_session(choice.common);
  if (!session) return session.error();
  auto plies = evaluator_for_plies(choice.common);
  if (!plies) return plies.error();
  auto question = (*session)->ask(choice.expression, Session::Boards::accepted);
  if (!question) return question.error();
  if (!question->boards.empty()) {
    if (choice.common.as_json)
      return Error{Errc::unsupported, "option `json` does not go with games on boards"};
    return play_board(**session, *std::move(question), choice.second, choice.seed);
  }
  query::Evaluator& evaluator = (*session)->evaluator();
  auto match = query::Match::begin(std::move(question->sum), question->convention, evaluator);
  if (!match) return match.error();
  const auto view = choice.common.as_json ? play_as_json() : play_as_text();
  query::Adviser adviser(evaluator, *plies, time_for_plies, choice.seed);
  return Play(**session, adviser, *std::move(match), choice.second ? Player::computer : Player::you,
              *view)
      .run();
}

}  // namespace

void add_play(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("play", "A game against the computer");
  const auto choice = std::make_shared<PlayChoice>();
  choice->common.boards = Session::Boards::accepted;
  command->add_option("expression", choice->expression, "A sum such as 'nim(3) + lasker(5)'")
      ->required()
      ->type_name("EXPR");
  command->add_flag("--second", choice->second, "Let the computer begin");
  command
      ->add_option("--seed", choice->seed,
                   "Let the computer choose among equally good moves at random, by this seed "
                   "(default: the first)")
      ->type_name("S");
  choice->common.add_to(*command);
  command->footer(
      "Examples:\n"
      "  grundy play 'nim(3) + nim(5)'\n"
      "  grundy play 'cram(grid(4, 5))'\n"
      "  printf 'hint\\n2: 3\\nquit\\n' | grundy play 'nim(3) + nim(5)' --seed 7\n"
      "Type help when it is your turn: moves, hint, undo, quit, and how to type a move. Moves can\n"
      "also come through a pipe, one a line.");
  command->callback([&result, choice] { result = run_play(*choice); });
}

}  // namespace grundy::cli
