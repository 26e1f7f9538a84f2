#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/play_view.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

constexpr std::size_t most_components = 40;
constexpr std::size_t most_moves = 200;
constexpr std::int64_t most_stones = 30;
constexpr std::size_t widest_line = 100;

constexpr std::string_view help_text = R"(A move can be typed in four ways:
  7             number 7 of those that `moves` lists
  2: 3          component 2 becomes 3; 2: 3,4,1 with three coordinates, 2: 3 + 4 for two heaps
  nim(3)        a component becomes this
  nim(3) + nim(5)   or this is the whole position after the move
Also: moves (what can be played), hint (the best move and why), undo (your last move), quit.
The computer wins as soon as it can and loses as late as it can, once a second is enough to search
all that may follow. Until then it makes any winning move, and where none wins one that leaves many
options.
)";

// "a 3 ooo  b 4 oooo"; rows of stones only where they are short.
std::string coordinates(const query::Term& term, bool with_stones) {
  const auto names = term.game->rules->written_names();
  const Position position = term.game->rules->written(term.position);
  std::string text;
  for (std::size_t axis = 0; axis < names.size(); ++axis) {
    const std::int64_t value = position[axis];
    text += fmt::format("{}{} {}", axis ? "  " : "", names[axis], value);
    if (with_stones && value > 0) text += fmt::format(" {:o<{}}", "", value);
  }
  return text;
}

std::string line_of(const query::Term& term) {
  const bool few = std::all_of(term.position.begin(), term.position.end(),
                               [](std::int64_t value) { return value <= most_stones; });
  std::string text = coordinates(term, few);
  return text.size() <= widest_line ? text : coordinates(term, false);
}

void show_board(const query::Sum& sum) {
  const auto all = query::components(sum);
  std::size_t longest = 0;
  for (const query::Component& component : all)
    longest = std::max(longest, query::name_of(sum.terms()[component.term]).size());
  fmt::print("\n");
  for (std::size_t i = 0; i < std::min(all.size(), most_components); ++i) {
    const query::Term& term = sum.terms()[all[i].term];
    fmt::print("{:4}  {:<{}}  {}{}\n", i + 1, query::name_of(term), longest, line_of(term),
               all[i].count == 1 ? "" : fmt::format("   {} of these", grouped(all[i].count)));
  }
  if (all.size() > most_components)
    fmt::print("      and {} more\n", grouped(all.size() - most_components));
  if (all.empty()) fmt::print("      nothing is left\n");
  fmt::print("\n");
}

const char* to_win(Convention convention) {
  return convention == Convention::misere ? "misère play, the player who cannot move wins"
                                          : "normal play, the player who cannot move loses";
}

class TextView final : public PlayView {
 public:
  void position(const query::Match& match, Player to_move) override {
    if (match.plies() == 0)
      fmt::print("You play against the computer: {}. {}. Type help to see how.\n",
                 to_win(match.convention()),
                 to_move == Player::you ? "You begin" : "The computer begins");
    show_board(match.sum());
  }
  void moved(const query::Match& match, const query::Sum& before, const query::Option& option,
             Player by) override {
    fmt::print("{}. {}: {}\n", match.plies(), by == Player::you ? "You" : "Computer",
               query::describe(before, option));
    show_board(match.sum());
  }
  void moves(const query::Match& match) override {
    const auto& options = match.options();
    for (std::size_t i = 0; i < std::min(options.size(), most_moves); ++i)
      fmt::print("{:4}  {}\n", i + 1, query::describe(match.sum(), options[i]));
    if (options.size() > most_moves)
      fmt::print("      and {} more\n", grouped(options.size() - most_moves));
  }
  void hint(const query::Match& match, const query::BestMove& best) override {
    const bool wins = best.move.outcome == Outcome::P;
    std::string why = wins ? "wins" : "loses, as every move does";
    if (best.move.nimber) why += fmt::format("; it leaves nimber {}", *best.move.nimber);
    if (best.remoteness)
      why += fmt::format("; the game ends with ply {} {}", match.plies() + *best.remoteness,
                         wins ? "at the latest" : "at the earliest if you delay");
    fmt::print("hint: {} {}\n", query::describe(match.sum(), {best.move.term, best.move.to}), why);
  }
  void mistake(const std::string& message) override { fmt::print("{}\n", message); }
  void help() override { fmt::print("{}", help_text); }
  void ask() override {
    if (isatty(STDIN_FILENO) != 0) fmt::print("your move> ");
    std::fflush(stdout);
  }
  void end(const query::Match& match, std::optional<Player> winner) override {
    const std::string plies = counted(match.plies(), "move");
    if (!winner) return fmt::print("The game was left after {}.\n", plies);
    fmt::print("{} after {}.\n", *winner == Player::you ? "You have won" : "The computer has won",
               plies);
  }
};

}  // namespace

std::unique_ptr<PlayView> play_as_text() {
  return std::make_unique<TextView>();
}

}  // namespace grundy::cli
