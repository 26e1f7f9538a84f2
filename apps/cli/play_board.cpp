#include "cli/play_board.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cli/streams.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

using boards::AnySet;

constexpr std::size_t most_moves = 200;

constexpr std::string_view help_text = R"(A move can be typed in two ways:
  7                 number 7 of those that `moves` lists
  {(0, 0), (0, 1)}  vertices: of the moves that take all of them the one that takes the fewest
Also: moves (what can be played), hint (the moves that win, and one of them on the board as *), undo
(your last move), quit. The computer makes any move that wins. Where none wins, it makes one that
leaves many moves.
)";

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  return text;
}

class BoardPlay {
 public:
  BoardPlay(Session& session, Session::Question question, std::optional<std::uint64_t> seed)
      : session_(session), question_(std::move(question)) {
    if (seed) random_.emplace(*seed);
    list();
  }

  Status run(bool computer_begins) {
    fmt::print("You play against the computer: {}. {}. Type help to see how.\n",
               question_.convention == Convention::misere
                   ? "misère play, the player who cannot move wins"
                   : "normal play, the player who cannot move loses",
               computer_begins ? "The computer begins" : "You begin");
    draw({});
    bool is_yours = !computer_begins;
    for (; !options_.empty(); is_yours = !is_yours) {
      if (Status s = is_yours ? answer() : reply(); !s) return s;
      if (has_left_) {
        fmt::print("The game was left after {}.\n", counted(past_.size(), "move"));
        return {};
      }
    }
    const bool mover_wins = question_.convention == Convention::misere;
    fmt::print("{} after {}.\n", is_yours == mover_wins ? "You have won" : "The computer has won",
               counted(past_.size(), "move"));
    return {};
  }

 private:
  const boards::Game& game() const noexcept { return *question_.boards.front().game; }
  AnySet& position() noexcept { return question_.boards.front().position; }

  void list() { options_ = boards::options(game(), position()); }

  // What is left as dots and what is gone as spaces; rectangles by rows.
  void draw(const AnySet& marked) {
    const auto cell = [&](std::size_t v) {
      return marked.has(v) ? '*' : position().has(v) ? '.' : ' ';
    };
    fmt::print("\n");
    if (const auto& lattice = game().lattice) {
      std::string numbers = "    ";
      for (std::size_t c = 0; c < lattice->columns; ++c) numbers += fmt::format("{:3}", c);
      fmt::print("{}\n", numbers);
      for (std::size_t r = 0; r < lattice->rows; ++r) {
        std::string row = fmt::format("{:4}", r);
        for (std::size_t c = 0; c < lattice->columns; ++c)
          row += fmt::format("{:>3}", cell(r * lattice->columns + c));
        fmt::print("{}\n", row.substr(0, row.find_last_not_of(' ') + 1));
      }
    } else {
      std::vector<std::string> left;
      position().for_each(
          [&](std::size_t v) { left.push_back(game().names[v] + (marked.has(v) ? "*" : "")); });
      fmt::print("    {}\n",
                 left.empty() ? "nothing is left" : fmt::format("{}", fmt::join(left, " ")));
    }
    fmt::print("\n");
  }

  std::vector<std::string> taken(const AnySet& option) {
    std::vector<std::string> names;
    position().without(option).for_each([&](std::size_t v) { names.push_back(game().names[v]); });
    return names;
  }
  std::string move_text(const AnySet& option) {
    return fmt::format("takes {}", fmt::join(taken(option), ", "));
  }

  void play(const AnySet& option, std::string_view who) {
    fmt::print("{}. {} {}\n", past_.size() + 1, who, fmt::join(taken(option), ", "));
    past_.push_back(position());
    position() = option;
    list();
    draw({});
  }

  // The numbers of the options that win.
  Result<std::vector<std::size_t>> winning() {
    const auto moves = session_.moves(question_, query::Listed::winning, query::Wanted::outcome);
    if (!moves) return moves.error();
    std::map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < options_.size(); ++i)
      numbers.emplace(boards::to_string(game(), options_[i]), i);
    std::vector<std::size_t> wins;
    for (const query::BoardMove& move : moves->options)
      if (move.outcome == Outcome::P) wins.push_back(numbers.at(move.to));
    std::sort(wins.begin(), wins.end());
    return wins;
  }

  Status reply() {
    const auto wins = winning();
    if (!wins) return wins.error();
    std::vector<std::size_t> best = *wins;
    if (best.empty()) {
      std::size_t most = 0;
      for (std::size_t i = 0; i < options_.size(); ++i) {
        const std::size_t left = boards::options(game(), options_[i]).size();
        if (left > most) best.clear();
        most = std::max(most, left);
        if (left == most) best.push_back(i);
      }
    }
    const std::size_t chosen = random_ ? best[(*random_)() % best.size()] : best.front();
    play(AnySet(options_[chosen]), "The computer takes");
    return {};
  }

  // Until a move is made, or the player leaves.
  Status answer() {
    for (;;) {
      if (isatty(STDIN_FILENO) != 0) fmt::print("your move> ");
      std::fflush(stdout);
      const auto read = read_line();
      if (!read) return read.error();
      const std::string line = *read ? without_spaces(**read) : "quit";
      if (line.empty()) continue;
      if (line == "quit") {
        has_left_ = true;
        return {};
      }
      if (line == "help") {
        fmt::print("{}", help_text);
      } else if (line == "moves") {
        show_moves();
      } else if (line == "hint") {
        if (Status s = hint(); !s) return s;
      } else if (line == "undo") {
        undo();
      } else if (const auto option = read_move(line)) {
        play(AnySet(options_[*option]), "You take");
        return {};
      } else {
        fmt::print("{}\n", option.error().message);
      }
    }
  }

  void show_moves() {
    for (std::size_t i = 0; i < std::min(options_.size(), most_moves); ++i)
      fmt::print("{:4}  {}\n", i + 1, move_text(options_[i]));
    if (options_.size() > most_moves)
      fmt::print("      and {} more\n", grouped(options_.size() - most_moves));
  }

  Status hint() {
    const auto wins = winning();
    if (!wins) return wins.error();
    if (wins->empty()) {
      fmt::print("hint: every move loses\n");
      return {};
    }
    fmt::print("hint: {} of {} moves win\n", wins->size(), options_.size());
    for (std::size_t i = 0; i < std::min(wins->size(), most_moves); ++i)
      fmt::print("{:4}  {}\n", (*wins)[i] + 1, move_text(options_[(*wins)[i]]));
    draw(position().without(options_[wins->front()]));
    return {};
  }

  // The player's last move, and the computer's answer to it.
  void undo() {
    if (past_.size() < 2) return fmt::print("there is no move of yours to take back\n");
    past_.pop_back();
    position() = past_.back();
    past_.pop_back();
    list();
    draw({});
  }

  Result<std::size_t> read_move(const std::string& line) {
    const Error none{Errc::usage, "this is no move; type help to see how, or moves to see which"};
    if (line.find_first_not_of("0123456789") == line.npos) return by_number(line);
    if (line.size() < 3 || line.front() != '{' || line.back() != '}') return none;
    AnySet wanted;
    std::string rest = line.substr(1, line.size() - 2);
    // Longer names first, as 1 begins 12.
    std::map<std::size_t, std::map<std::string, std::size_t>, std::greater<>> names;
    position().for_each([&](std::size_t v) {
      const std::string name = without_spaces(game().names[v]);
      names[name.size()].emplace(name, v);
    });
    while (!rest.empty()) {
      if (rest.front() == ',' && !wanted.empty()) rest.erase(0, 1);
      const auto found = std::find_if(names.begin(), names.end(), [&](const auto& of_size) {
        return of_size.second.contains(rest.substr(0, of_size.first));
      });
      if (found == names.end()) return none;
      wanted.add(found->second.at(rest.substr(0, found->first)));
      rest.erase(0, found->first);
    }
    return by_vertices(wanted);
  }

  Result<std::size_t> by_number(const std::string& digits) const {
    const std::size_t number = digits.size() > 6 ? 0 : std::stoul(digits);
    if (number >= 1 && number <= options_.size()) return number - 1;
    return Error{Errc::usage, fmt::format("there are moves 1 to {}", options_.size())};
  }

  Result<std::size_t> by_vertices(const AnySet& wanted) {
    std::map<std::size_t, std::vector<std::size_t>> by_size;
    for (std::size_t i = 0; i < options_.size(); ++i) {
      const AnySet lost = position().without(options_[i]);
      if (lost.contains(wanted)) by_size[lost.count()].push_back(i);
    }
    if (by_size.empty()) return Error{Errc::usage, "no move takes these"};
    const auto& fewest = by_size.begin()->second;
    if (fewest.size() == 1) return fewest.front();
    return Error{Errc::usage, fmt::format("{} moves take these: {} and others", fewest.size(),
                                          fmt::join(taken(options_[fewest.front()]), ", "))};
  }

  Session& session_;
  Session::Question question_;
  std::optional<std::mt19937_64> random_;
  std::vector<AnySet> options_;
  std::vector<AnySet> past_;
  bool has_left_ = false;
};

}  // namespace

Status play_board(Session& session, Session::Question question, bool computer_begins,
                  std::optional<std::uint64_t> seed) {
  if (!question.sum.terms().empty() || question.boards.size() != 1 ||
      question.boards.front().count != 1)
    return Error{Errc::unsupported, "a game on boards is played on one board, not on a sum"};
  return BoardPlay(session, std::move(question), seed).run(computer_begins);
}

}  // namespace grundy::cli
