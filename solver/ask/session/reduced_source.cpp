#include "ask/session/reduced_source.hpp"

#include <algorithm>

#include "rules/language/fixed.hpp"

namespace grundy::session {
namespace {

constexpr std::size_t most_left = 1000;

Position at(const std::vector<std::size_t>& coordinates, const Position& position) {
  Position values;
  for (const std::size_t coordinate : coordinates) values.push_back(position[coordinate]);
  return values;
}

bool moves_along(const std::vector<std::size_t>& coordinates, const lazy::Line& line) {
  return std::ranges::any_of(coordinates, [&](std::size_t c) { return line.step[c] != 0; });
}

}  // namespace

void ReducedSource::expect(const query::Question& question, const Position& position) {
  boxes_->expect(question, position);
  Game& game = game_of(question.rules);
  if (game.fixed.empty()) return;
  game.expected.insert(at(game.fixed, position));
  ++game.questions;
}

void ReducedSource::expect_nothing() {
  boxes_->expect_nothing();
  for (auto& [rules, game] : games_) {
    game.expected.clear();
    game.questions = 0;
  }
}

void ReducedSource::forget() {
  forget_games();
  boxes_->forget();
}

// Those that were left, with their boxes.
void ReducedSource::forget_games() {
  for (auto& [rules, game] : games_) {
    for (const auto& [values, left] : game.left)
      if (left) boxes_->forget(left);
    game.left.clear();
  }
  left_ = 0;
  chosen_.reset();
}

ReducedSource::Game& ReducedSource::game_of(const std::shared_ptr<const rules::Rules>& rules) {
  auto [game, is_new] = games_.try_emplace(rules);
  if (is_new) game->second.fixed = rules::fixed_coordinates(*rules);
  return game->second;
}

// The games that are left for all questions that are expected, to one question.
double ReducedSource::share_of_a_question(const Game& game) {
  if (game.questions == 0) return 1;
  return static_cast<double>(game.expected.size()) / static_cast<double>(game.questions);
}

std::optional<ReducedSource::Asked> ReducedSource::known(const query::Question& question,
                                                         const Position& position) const {
  const auto game = games_.find(question.rules);
  if (game == games_.end() || game->second.fixed.empty()) return std::nullopt;
  const Game& with = game->second;
  const auto found = with.left.find(at(with.fixed, position));
  if (found == with.left.end() || found->second == nullptr) return std::nullopt;
  return Asked{{found->second, question.convention, question.quantity},
               rules::without(with.fixed, position)};
}

// The same, made where it is not known.
std::optional<ReducedSource::Asked> ReducedSource::reduced(const Asked& asked) {
  const auto& [question, position] = asked;
  Game& game = game_of(question.rules);
  if (game.fixed.empty()) return std::nullopt;
  const Position values = at(game.fixed, position);
  if (!game.left.contains(values)) {
    if (left_ == most_left) forget_games();
    auto left = rules::with_fixed(*question.rules, game.fixed, position);
    game.left[values] = left ? std::make_shared<const rules::Rules>(*std::move(left)) : nullptr;
    ++left_;
  }
  return known(question, position);
}

bool ReducedSource::has(const query::Question& question, const Position& position) const {
  if (boxes_->has(question, position)) return true;
  const auto left = known(question, position);
  return left && boxes_->has(left->question, left->position);
}

// Chosen again, unless it was the last one.
const ReducedSource::Choice& ReducedSource::choose(const Asked& asked, query::Ways ways) {
  if (chosen_ && chosen_->asked == asked) return *chosen_;
  const auto& [question, position] = asked;
  if (auto left = known(question, position); left && boxes_->has(left->question, left->position))
    return chosen_.emplace(Choice{asked, std::nullopt, std::move(left), 0});
  const auto whole = boxes_->price(question, position, ways);
  Choice choice{asked, whole, std::nullopt, whole};
  if (const auto left = whole == 0 ? std::nullopt : reduced(asked)) {
    auto price = boxes_->price(left->question, left->position, ways);
    if (price) *price *= share_of_a_question(game_of(question.rules));
    if (price && (!whole || *price < *whole)) {
      choice.left = left;
      choice.price = price;
    }
  }
  return chosen_.emplace(std::move(choice));
}

std::optional<double> ReducedSource::price(const query::Question& question,
                                           const Position& position, query::Ways ways) {
  chosen_.reset();
  return choose({question, position}, ways).price;
}

Result<std::optional<std::uint32_t>> ReducedSource::find(const query::Question& question,
                                                         const Position& position) {
  const Choice choice = choose({question, position}, query::Ways::all);
  chosen_.reset();
  if (choice.left) {
    auto found = boxes_->find(choice.left->question, choice.left->position);
    if (!found || *found || !choice.whole) return found;
  }
  return boxes_->find(question, position);
}

bool ReducedSource::find_on_line(const query::Question& question, const lazy::Line& line,
                                 std::uint32_t value, std::vector<std::uint64_t>& found) const {
  if (boxes_->find_on_line(question, line, value, found)) return true;
  const auto left = known(question, line.start);
  if (!left) return false;
  const std::vector<std::size_t>& fixed = games_.at(question.rules).fixed;
  if (moves_along(fixed, line)) return false;
  return boxes_->find_on_line(
      left->question, {left->position, rules::without(fixed, line.step), line.count}, value, found);
}

}  // namespace grundy::session
