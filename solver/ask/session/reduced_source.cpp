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

void ReducedSource::expect(const std::shared_ptr<const rules::Rules>& rules,
                           const Position& position, Convention convention, Quantity quantity) {
  boxes_->expect(rules, position, convention, quantity);
  Game& game = game_of(rules);
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

std::optional<ReducedSource::Asked> ReducedSource::known(
    const std::shared_ptr<const rules::Rules>& rules, const Position& position) const {
  const auto game = games_.find(rules);
  if (game == games_.end() || game->second.fixed.empty()) return std::nullopt;
  const Game& with = game->second;
  const auto found = with.left.find(at(with.fixed, position));
  if (found == with.left.end() || found->second == nullptr) return std::nullopt;
  return Asked{found->second, rules::without(with.fixed, position)};
}

// The same, made where it is not known.
std::optional<ReducedSource::Asked> ReducedSource::reduced(
    const std::shared_ptr<const rules::Rules>& rules, const Position& position) {
  Game& game = game_of(rules);
  if (game.fixed.empty()) return std::nullopt;
  const Position values = at(game.fixed, position);
  if (!game.left.contains(values)) {
    if (left_ == most_left) forget_games();
    auto left = rules::with_fixed(*rules, game.fixed, position);
    game.left[values] = left ? std::make_shared<const rules::Rules>(*std::move(left)) : nullptr;
    ++left_;
  }
  return known(rules, position);
}

bool ReducedSource::has(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
                        Convention convention, Quantity quantity) const {
  if (boxes_->has(rules, position, convention, quantity)) return true;
  const auto left = known(rules, position);
  return left && boxes_->has(left->rules, left->position, convention, quantity);
}

// Chosen again, unless it was the last one.
const ReducedSource::Choice& ReducedSource::choose(const std::shared_ptr<const rules::Rules>& rules,
                                                   const Position& position, Convention convention,
                                                   Quantity quantity, query::Ways ways) {
  if (chosen_ && chosen_->rules == rules && chosen_->position == position &&
      chosen_->convention == convention && chosen_->quantity == quantity)
    return *chosen_;
  if (auto left = known(rules, position);
      left && boxes_->has(left->rules, left->position, convention, quantity))
    return chosen_.emplace(
        Choice{rules, position, convention, quantity, std::nullopt, std::move(left), 0});
  const auto whole = boxes_->price(rules, position, convention, quantity, ways);
  Choice choice{rules, position, convention, quantity, whole, std::nullopt, whole};
  if (const auto left = whole == 0 ? std::nullopt : reduced(rules, position)) {
    auto price = boxes_->price(left->rules, left->position, convention, quantity, ways);
    if (price) *price *= share_of_a_question(game_of(rules));
    if (price && (!whole || *price < *whole)) {
      choice.left = left;
      choice.price = price;
    }
  }
  return chosen_.emplace(std::move(choice));
}

std::optional<double> ReducedSource::price(const std::shared_ptr<const rules::Rules>& rules,
                                           const Position& position, Convention convention,
                                           Quantity quantity, query::Ways ways) {
  chosen_.reset();
  return choose(rules, position, convention, quantity, ways).price;
}

Result<std::optional<std::uint32_t>> ReducedSource::find(
    const std::shared_ptr<const rules::Rules>& rules, const Position& position,
    Convention convention, Quantity quantity) {
  const Choice choice = choose(rules, position, convention, quantity, query::Ways::all);
  chosen_.reset();
  if (choice.left) {
    auto found = boxes_->find(choice.left->rules, choice.left->position, convention, quantity);
    if (!found || *found || !choice.whole) return found;
  }
  return boxes_->find(rules, position, convention, quantity);
}

bool ReducedSource::find_on_line(const std::shared_ptr<const rules::Rules>& rules,
                                 const lazy::Line& line, Convention convention, Quantity quantity,
                                 std::uint32_t value, std::vector<std::uint64_t>& found) const {
  if (boxes_->find_on_line(rules, line, convention, quantity, value, found)) return true;
  const auto left = known(rules, line.start);
  if (!left) return false;
  const std::vector<std::size_t>& fixed = games_.at(rules).fixed;
  if (moves_along(fixed, line)) return false;
  return boxes_->find_on_line(left->rules,
                              {left->position, rules::without(fixed, line.step), line.count},
                              convention, quantity, value, found);
}

}  // namespace grundy::session
