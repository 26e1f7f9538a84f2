// ask/session/reduced_source.hpp: values of positions some of whose coordinates never change.
//
// Stands before the source that solves boxes. A position of a game with fixed coordinates
// (rules/language/fixed.hpp) is asked for in two ways: in the game as it is, whose boxes tell of
// all values of these coordinates, and in the game that is left where they are constants. The one
// that costs less for each question that is expected is taken. Positions of other games are passed
// on.
//
// At most a thousand games are kept that were left so. Then they are forgotten, with their boxes.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ask/session/box_source.hpp"
#include "ask/value_source.hpp"

namespace grundy::session {

class ReducedSource final : public query::PricedSource {
 public:
  explicit ReducedSource(std::unique_ptr<BoxSource> boxes) : boxes_(std::move(boxes)) {}

  void expect(const query::Question& question, const Position& position) override;
  void expect_nothing() override;
  bool expects_many(const query::Question& question) const override {
    return boxes_->expects_many(question);
  }
  void forget() override;
  bool has(const query::Question& question, const Position& position) const override;
  std::optional<double> price(const query::Question& question, const Position& position,
                              query::Ways ways) override;
  Result<std::optional<std::uint32_t>> find(const query::Question& question,
                                            const Position& position) override;
  bool find_on_line(const query::Question& question, const lazy::Line& line, std::uint32_t value,
                    std::vector<std::uint64_t>& found) const override;

 private:
  struct Game {
    std::vector<std::size_t> fixed;
    // By the values of these. Null where nothing could be proved of the game that is left.
    std::map<Position, std::shared_ptr<const rules::Rules>> left;
    std::set<Position> expected;  // values of these, in questions that are expected
    std::uint64_t questions = 0;  // their number
  };
  struct Asked {
    query::Question question;
    Position position;

    friend bool operator==(const Asked&, const Asked&) = default;
  };
  // How a question is answered, so that find() after price() makes no plans again.
  struct Choice {
    Asked asked;
    std::optional<double> whole;  // the price of the game as it is
    std::optional<Asked> left;    // what to ask for instead, first
    std::optional<double> price;
  };

  const Choice& choose(const Asked& asked, query::Ways ways);

  void forget_games();
  Game& game_of(const std::shared_ptr<const rules::Rules>& rules);
  static double share_of_a_question(const Game& game);
  std::optional<Asked> known(const query::Question& question, const Position& position) const;
  std::optional<Asked> reduced(const Asked& asked);

  std::unique_ptr<BoxSource> boxes_;
  std::map<std::shared_ptr<const rules::Rules>, Game> games_;
  std::size_t left_ = 0;  // of all games
  std::optional<Choice> chosen_;
};

}  // namespace grundy::session
