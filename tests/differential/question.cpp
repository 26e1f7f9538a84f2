#include "differential/question.hpp"

#include <algorithm>
#include <cmath>

#include "base/cell_window.hpp"
#include "generator/constructs.hpp"
#include "generator/draw.hpp"
#include "generator/generator.hpp"
#include "generator/translate.hpp"
#include "oracle/oracle.hpp"
#include "support/oracle_effort.hpp"
#include "support/play_ends.hpp"

namespace grundy::differential {
namespace {

using generator::Draw;
using generator::Game;

bool has_sums(const Game& game) {
  return !game.code.empty() || std::ranges::any_of(game.other, has_sums) ||
         std::ranges::any_of(game.rules,
                             [](const generator::Rule& rule) { return rule.summands.size() > 1; });
}

// About as many as a line is long. Codes may split a heap into three.
bool has_few_options(const Game& game) {
  return game.code.empty() && std::ranges::all_of(game.rules, [](const generator::Rule& rule) {
           return rule.binders.size() <= 1;
         });
}

bool has_won_ending(const Game& game) {
  return std::ranges::any_of(game.endings, &generator::Ending::won) ||
         std::ranges::any_of(game.other, has_won_ending);
}

void choose_quantity(Draw& draw, Question& question) {
  const bool has_nimbers = !has_won_ending(question.game);
  switch (draw.share({has_nimbers ? 36 : 0, 22, 20, 11, 11})) {
    case 0:
      question.quantity = Quantity::nimber;
      break;
    case 1:
      question.quantity = Quantity::outcome;
      break;
    case 2:
      question.quantity = Quantity::outcome;
      question.convention = Convention::misere;
      break;
    case 3:
      question.quantity = Quantity::remoteness;
      break;
    default:
      question.quantity = Quantity::remoteness;
      question.convention = Convention::misere;
  }
  // Sums of a game with endings are open under misere play.
  const auto has_endings = [](const Game& game) { return !game.endings.empty(); };
  if (has_sums(question.game) &&
      (has_endings(question.game) || std::ranges::any_of(question.game.other, has_endings)))
    question.convention = Convention::normal;
}

// How many positions the oracle is asked for at most.
double volume(Draw& draw, const Question& question) {
  if (draw.chance(6)) return 1;
  if (draw.chance(15)) return static_cast<double>(draw.between(2, 8));
  const bool whole_sums = has_sums(question.game) && (question.convention == Convention::misere ||
                                                      question.quantity == Quantity::remoteness);
  if (whole_sums) return static_cast<double>(draw.between(4, 24));
  // Now and then a box of several tiles along each axis. Which positions are copies matters there.
  if (has_few_options(question.game) && draw.chance(question.game.groups.empty() ? 15 : 50))
    return static_cast<double>(
        draw.between(300, question.game.coordinates.size() > 2 ? 3000 : 900));
  if (has_sums(question.game)) return static_cast<double>(draw.between(20, 90));
  return static_cast<double>(draw.chance(15) ? draw.between(150, 400) : draw.between(20, 150));
}

// Symmetry is used only where the sides of its coordinates are equal: often they are, the volume
// staying what it is.
void make_equal(Draw& draw, Question& question) {
  for (const std::vector<std::size_t>& group : question.game.groups) {
    if (!draw.chance(70)) continue;
    double volume = 1;
    for (const std::size_t axis : group) volume *= static_cast<double>(question.sides[axis]);
    const double side = std::pow(volume, 1.0 / static_cast<double>(group.size()));
    for (const std::size_t axis : group) question.sides[axis] = std::llround(side);
  }
}

// A number of any magnitude up to 10^18.
std::int64_t far_number(Draw& draw) {
  std::int64_t number = draw.between(1, 10);
  for (std::int64_t digits = draw.between(3, 17); digits > 0; --digits) number *= 10;
  return draw.chance(50) ? number : -number;
}

void move_far(Draw& draw, Question& question) {
  std::vector<std::int64_t> by;
  for (std::size_t axis = 0; axis < question.game.coordinates.size(); ++axis)
    by.push_back(draw.chance(75) ? far_number(draw) : 0);
  for (const std::vector<std::size_t>& group : question.game.groups)
    for (const std::size_t axis : group) by[axis] = by[group.front()];
  question.game = generator::translated(std::move(question.game), by);
}

// Sides of all proportions.
void choose_sides(Draw& draw, Question& question) {
  const std::size_t dimensions = question.game.coordinates.size();
  double left = std::log2(volume(draw, question));
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    const double share = left / static_cast<double>(dimensions - axis) *
                         static_cast<double>(axis + 1 == dimensions ? 10 : draw.between(5, 15)) /
                         10;
    question.sides.push_back(std::max<std::int64_t>(1, std::llround(std::exp2(share))));
    left -= std::log2(static_cast<double>(question.sides.back()));
    left = std::max(left, 0.0);
  }
  make_equal(draw, question);
}

constexpr std::uint64_t games_for_one_with_another = 8;
constexpr double most_tries = 2e6;         // of values of binders without end, in all
constexpr std::uint64_t most_sums = 6000;  // whole sums

Result<std::uint32_t> value_of(oracle::Oracle& oracle, const rules::Rules& rules,
                               const Position& at, Quantity quantity, Convention convention) {
  if (quantity == Quantity::nimber) return oracle.nimber_by_xor(at);
  if (quantity == Quantity::remoteness) return oracle.remoteness(at);
  if (rules.has_sums() && convention == Convention::normal) {
    const auto nimber = oracle.nimber_by_xor(at);
    if (!nimber) return nimber.error();
    return *nimber == 0 ? 0 : 1;
  }
  const auto outcome = oracle.outcome(at);
  if (!outcome) return outcome.error();
  return static_cast<std::uint32_t>(*outcome);
}

}  // namespace

Question random_question(std::uint64_t seed) {
  Question question;
  question.seed = seed;
  Draw draw(seed ^ 0x9e3779b97f4a7c15);
  question.game = seed % games_for_one_with_another == 0
                      ? generator::random_game_with_another(seed)
                      : generator::random_game_of_some_tuples(seed);
  choose_quantity(draw, question);
  choose_sides(draw, question);
  if (draw.chance(12) && question.game.other.empty()) move_far(draw, question);
  return question;
}

bool is_far(const Question& question) {
  return generator::constructs_of(question.game).contains("far from 0");
}

Box box_of(const Question& question, const rules::Rules& rules) {
  Box box;
  for (std::size_t axis = 0; axis < rules.dimensions(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    const std::size_t first = rules.first_written();
    const std::int64_t side = axis < first ? 1 : question.sides[axis - first];
    const std::int64_t high = coordinate.low + side - 1;
    box.low.push_back(coordinate.low);
    box.high.push_back(std::min(high, coordinate.high.value_or(high)));
  }
  return box;
}

bool is_defined(const rules::Rules& rules, Quantity quantity, Convention convention) {
  const bool won = rules.has_ending(Outcome::N);
  if (quantity == Quantity::nimber && (won || convention == Convention::misere)) return false;
  const bool open = won || (convention == Convention::misere && rules.has_ending(Outcome::P));
  return !(rules.has_sums() && open);
}

Result<Values> expected_values(const rules::Rules& rules, const Box& box, Quantity quantity,
                               Convention convention) {
  if (support::oracle_tries(rules, box) > most_tries)
    return Error{Errc::memory, "binders reach too far"};
  // Sums may grow for ever and never be the same again.
  if (rules.has_sums())
    if (const Status ends = support::play_ends(rules, box); !ends) return ends.error();
  oracle::Oracle oracle(rules, convention);
  oracle.limit(most_sums);
  Values values;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    if (!oracle::in_range(rules, box.position(rank))) {
      values.push_back(no_position(sizeof values.back()));
      continue;
    }
    const auto value = value_of(oracle, rules, box.position(rank), quantity, convention);
    if (!value && value.error().message.find("would have to try") != std::string::npos)
      return Error{Errc::memory, value.error().message};
    if (!value) return value.error();
    values.push_back(*value);
  }
  return values;
}

bool is_endless_play(const Error& error) {
  return error.code == Errc::rules && error.message.starts_with("play need not end");
}

}  // namespace grundy::differential
