#include <cstdio>

#include "cli/play_view.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

const char* name(Player player) {
  return player == Player::you ? "you" : "computer";
}

std::string text_of(const query::Sum& sum, const query::Option& option) {
  return query::to_string(sum.with_one_replaced(option.term, option.to));
}

class JsonView final : public PlayView {
 public:
  void position(const query::Match& match, Player to_move) override {
    show({{"ply", match.plies()},
          {"position", query::to_string(match.sum())},
          {"to_move", name(to_move)}});
  }
  void moved(const query::Match& match, const query::Sum& before, const query::Option& option,
             Player by) override {
    show({{"ply", match.plies()},
          {"by", name(by)},
          {"from", query::to_string(query::moving(before, option))},
          {"to", query::to_string(query::moved(before, option))},
          {"position", query::to_string(match.sum())}});
  }
  void moves(const query::Match& match) override {
    Json all = Json::array();
    for (const query::Option& option : match.options()) all.push_back(text_of(match.sum(), option));
    show({{"moves", all}});
  }
  void hint(const query::Match& match, const query::BestMove& best) override {
    const query::Move& move = best.move;
    show({{"hint", query::to_string(query::after(match.sum(), move))},
          {"outcome", to_string(move.outcome)},
          {"nimber", move.nimber ? Json(*move.nimber) : Json()},
          {"remoteness", best.remoteness ? Json(*best.remoteness) : Json()}});
  }
  void mistake(const std::string& message) override { show({{"error", message}}); }
  void help() override {
    show({{"help", {"NUMBER", "COMPONENT: COORDINATES", "EXPR", "moves", "hint", "undo", "quit"}}});
  }
  void ask() override {}
  void end(const query::Match& match, std::optional<Player> winner) override {
    show({{"plies", match.plies()}, {"winner", winner ? Json(name(*winner)) : Json()}});
  }

 private:
  // At once, for a program that answers.
  static void show(const Json& json) {
    print(json);
    std::fflush(stdout);
  }
};

}  // namespace

std::unique_ptr<PlayView> play_as_json() {
  return std::make_unique<JsonView>();
}

}  // namespace grundy::cli
