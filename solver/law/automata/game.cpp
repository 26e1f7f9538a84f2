#include "law/automata/game.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace grundy::automata {
namespace {

using rules::Binder;
using rules::Claim;
using rules::Condition;
using rules::Coordinate;
using rules::Expression;
using rules::NumberSet;
using rules::OptionRule;
using rules::Rules;

constexpr std::size_t most_options = 256;  // cases of a rule

std::int64_t offset_of(const Coordinate& coordinate) {
  return std::min<std::int64_t>(coordinate.low, 0);
}

void add(std::vector<Dfa>& all, const std::vector<Dfa>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// The ends of the range that do not hold anyway.
std::vector<Dfa> in_range(Algebra& algebra, Terms& terms, const Coordinate& coordinate,
                          const Linear& number) {
  std::vector<Dfa> parts = {
      compared(algebra, terms.plus(Linear::number(coordinate.low), number, -1), Is::at_most_zero)};
  if (coordinate.high)
    parts.push_back(compared(algebra, terms.plus(number, Linear::number(*coordinate.high), -1),
                             Is::at_most_zero));
  return parts;
}

class RuleReader {
 public:
  RuleReader(Algebra& algebra, const Game& game, const Rules& rules, const OptionRule& rule)
      : algebra_(algebra),
        game_(game),
        rules_(rules),
        rule_(rule),
        terms_(algebra, rules.variable_names(rule), game.value + 1) {}

  const std::optional<std::string>& outside() const { return terms_.outside(); }

  std::vector<Option> read() {
    if (!rule_.stretches.empty()) terms_.set_outside("a sum of variable length");
    with_binders(game_.coordinates);
    return std::move(options_);
  }

 private:
  bool is_over() const {
    return terms_.outside() || algebra_.is_spent() || options_.size() > most_options;
  }

  // Numbers may only be left out below 0 if the binder has none there.
  static bool may_be_negative(const Binder& binder) {
    if (binder.set)
      return binder.set->kind == NumberSet::Kind::listed && !binder.set->listed.empty() &&
             binder.set->listed.front() < 0;
    return binder.low.op != Expression::Op::constant || binder.low.value < 0;
  }

  // Gives values to the binders after the variables that have one.
  void with_binders(std::vector<Linear> variables) {
    const std::size_t i = variables.size() - rules_.dimensions();
    if (is_over()) return;
    if (i == rule_.binders.size()) return add_options(variables);
    const Track track = terms_.fresh();
    variables.push_back(Linear::track(track));
    with_binders(variables);
    if (!may_be_negative(rule_.binders[i])) return;
    variables.back() = terms_.plus(Linear::number(-1), Linear::track(track), -1);
    with_binders(std::move(variables));
  }

  void add_options(const std::vector<Linear>& variables) {
    terms_.set(variables);
    std::vector<Dfa> where = terms_.conjuncts(rule_.when);
    for (std::size_t i = 0; i < rule_.binders.size(); ++i)
      add(where, values(i, variables[rules_.dimensions() + i]));
    std::vector<Option> partial = {{std::move(where), {}, 0}};
    for (const std::vector<Expression>& summand : rule_.summands) {
      for (Option& option : partial) option.summands.emplace_back();
      for (std::size_t axis = 0; axis < summand.size(); ++axis) {
        std::vector<Option> longer;
        for (const Case& one : terms_.number(summand[axis]))
          for (Option option : partial) {
            add(option.where, one.where);
            add(option.where, in_range(algebra_, terms_, rules_.coordinates[axis], one.value));
            option.summands.back().push_back(one.value);
            longer.push_back(std::move(option));
          }
        partial = std::move(longer);
        if (partial.size() > most_options) terms_.set_outside("a rule of many cases");
        if (is_over()) return;
      }
    }
    for (Option& option : partial) {
      option.first_free = terms_.fresh();
      options_.push_back(std::move(option));
    }
  }

  std::vector<Dfa> values(std::size_t i, const Linear& number) {
    const Binder& binder = rule_.binders[i];
    if (binder.set) return {terms_.member(*binder.set, number)};
    const Expression k = rules::variable(rules_.dimensions() + i);
    std::vector<Dfa> parts = terms_.conjuncts({Condition::Op::greater_equal, {k, binder.low}, {}});
    if (binder.high)
      add(parts, terms_.conjuncts({Condition::Op::less_equal, {k, *binder.high}, {}}));
    return parts;
  }

  Algebra& algebra_;
  const Game& game_;
  const Rules& rules_;
  const OptionRule& rule_;
  Terms terms_;
  std::vector<Option> options_;
};

}  // namespace

std::vector<Track> Game::tracks() const {
  std::vector<Track> all(value);
  std::iota(all.begin(), all.end(), Track{0});
  return all;
}

std::optional<Game> game_of(Algebra& algebra, const Rules& rules, std::string& outside) {
  Game game;
  game.value = static_cast<Track>(rules.dimensions());
  Terms terms(algebra, rules.coordinate_names(), game.value + 1);
  for (Track axis = 0; axis < game.value; ++axis)
    game.coordinates.push_back(
        terms.plus(Linear::track(axis), Linear::number(offset_of(rules.coordinates[axis]))));
  terms.set(game.coordinates);
  game.universe = algebra.both(algebra.numbers(game.tracks()), terms.condition(rules.where));
  for (std::size_t axis = 0; axis < rules.dimensions(); ++axis)
    for (const Dfa& part :
         in_range(algebra, terms, rules.coordinates[axis], game.coordinates[axis]))
      game.universe = algebra.both(game.universe, part);
  game.lost = game.won = Algebra::always(false);
  game.playing = game.universe;
  for (const rules::Ending& ending : rules.endings) {
    const Dfa holds = terms.condition(ending.when);
    Dfa& ended = ending.outcome == Outcome::P ? game.lost : game.won;
    ended = algebra.either(ended, algebra.both(game.playing, holds));
    game.playing = algebra.both(game.playing, algebra.negation(holds));
  }
  std::optional<std::string> why = terms.outside();
  for (const OptionRule& rule : rules.options) {
    if (why || algebra.is_spent()) break;
    RuleReader reader(algebra, game, rules, rule);
    std::ranges::move(reader.read(), std::back_inserter(game.options));
    why = reader.outside();
  }
  if (why) outside = *why;
  if (why || algebra.is_spent()) return std::nullopt;
  return game;
}

std::optional<Dfa> law_of(Algebra& algebra, const Game& game, const Rules& rules,
                          const Claim& claim, std::string& outside) {
  std::vector<std::string> names = rules.coordinate_names();
  std::vector<Linear> variables = game.coordinates;
  const Track power = game.value + 1;
  if (claim.scale) {
    names.push_back(claim.scale->name);
    variables.push_back(Linear::track(power));
  }
  for (const Claim::Function& function : claim.functions) names.push_back(rules::name_of(function));
  Terms terms(algebra, std::move(names), power + 1);
  terms.set(std::move(variables), claim.functions);
  std::vector<Track> tracks = game.tracks();
  Dfa law = Algebra::always(false);
  if (claim.quantity == Quantity::outcome) {
    law = algebra.both(game.universe, terms.condition(claim.p));
    if (claim.scale) {
      Dfa is_near =
          compared(algebra, terms.plus(Linear::track(power), Linear::number(-1)), Is::at_most_zero);
      for (const Linear& coordinate : game.coordinates)
        is_near = algebra.either(
            is_near,
            compared(algebra, terms.plus(Linear::track(power), coordinate, -1), Is::at_most_zero));
      const NumberSet powers{NumberSet::Kind::powers, claim.scale->base, {}};
      const Dfa is_power = terms.member(powers, Linear::track(power));
      law = algebra.exists({law, is_near, is_power}, tracks);
    }
  } else {
    Dfa left = game.universe;
    tracks.push_back(game.value);
    for (const Claim::Piece& piece : claim.pieces) {
      const Dfa where = terms.condition(piece.when);
      for (const Case& one : terms.number(piece.value)) {
        std::vector<Dfa> parts = one.where;
        parts.push_back(left);
        parts.push_back(where);
        parts.push_back(
            compared(algebra, terms.plus(one.value, Linear::track(game.value), -1), Is::zero));
        law = algebra.either(law, algebra.exists(std::move(parts), tracks));
      }
      left = algebra.both(left, algebra.negation(where));
    }
  }
  if (terms.outside()) outside = *terms.outside();
  if (terms.outside() || algebra.is_spent()) return std::nullopt;
  return algebra.both(law, algebra.numbers(tracks));
}

std::vector<Dfa> at(Algebra& algebra, const Game& game, const Dfa& law,
                    const std::vector<Linear>& coordinates, Track value, Track& next) {
  std::vector<Dfa> parts;
  std::map<Track, Track> names = {{game.value, value}};
  std::set<Track> taken = {value};
  for (Track axis = 0; axis < game.value; ++axis) {
    // What is on the track of that coordinate.
    Linear number = coordinates[axis];
    number.constant -= game.coordinates[axis].constant;
    const bool is_plain =
        number.constant == 0 && number.factors.size() == 1 && number.factors.begin()->second == 1;
    Track track = is_plain ? number.factors.begin()->first : next;
    if (!taken.insert(track).second) track = next;
    if (track == next) {
      ++next;
      taken.insert(track);
      parts.push_back(compared(algebra, sum(algebra, number, Linear::track(track), -1), Is::zero));
    }
    names[axis] = track;
  }
  parts.push_back(algebra.renamed(law, names));
  return parts;
}

}  // namespace grundy::automata
