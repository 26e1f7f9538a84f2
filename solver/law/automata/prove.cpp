#include "law/automata/prove.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "law/automata/choose.hpp"
#include "law/automata/game.hpp"
#include "law/automata/points.hpp"
#include "relation/proofs/orders.hpp"

namespace grundy::automata {
namespace {

using relation::Answer;
using relation::Verdict;
using relation::Weights;
using rules::Claim;
using rules::Rules;

// The end of play, from every position (relation/proofs/orders.hpp).

Linear weighed(Algebra& algebra, const Weights& weights, const std::vector<Linear>& coordinates) {
  Linear all;
  for (std::size_t axis = 0; axis < weights.size(); ++axis)
    all = sum(algebra, all, coordinates[axis], weights[axis]);
  return all;
}

// Of positions with options. All coordinates have low ends; those that count against the sum need
// high ends, or stay behind others.
bool is_bounded(Algebra& algebra, const Game& game, const Rules& rules, const Weights& weights) {
  constexpr std::int64_t most_below = 64;
  const auto has_end = [&](std::size_t axis) {
    return weights[axis] >= 0 || rules.coordinates[axis].high;
  };
  bool has_ends = true;
  for (std::size_t axis = 0; axis < weights.size(); ++axis) has_ends = has_ends && has_end(axis);
  Linear sum = weighed(algebra, weights, game.coordinates);
  sum.constant += most_below;
  return has_ends || std::ranges::all_of(game.options, [&](const Option& option) {
           std::vector<Dfa> parts = option.where;
           parts.push_back(game.playing);
           parts.push_back(compared(algebra, sum, Is::at_most_zero));
           return is_empty(algebra.exists(std::move(parts), {}));
         });
}

// Whether some option has a summand for which the change of the sum is `least` or more; exactly, if
// `equal`.
Dfa changes(Algebra& algebra, const Game& game, const Weights& weights,
            const std::vector<Linear>& summand, std::int64_t least, bool equal) {
  Linear rest = sum(algebra, weighed(algebra, weights, game.coordinates),
                    weighed(algebra, weights, summand), -1);
  rest.constant += least;
  return compared(algebra, rest, equal ? Is::zero : Is::at_most_zero);
}

bool falls(Algebra& algebra, const Game& game, const Option& option,
           const std::vector<Linear>& summand, const std::vector<Weights>& in_turn) {
  std::vector<Dfa> parts = option.where;
  parts.push_back(game.playing);
  for (const Weights& weights : in_turn) {
    parts.push_back(changes(algebra, game, weights, summand, 1, false));
    if (!is_empty(algebra.exists(parts, {}))) return false;
    parts.back() = changes(algebra, game, weights, summand, 0, true);
  }
  return is_empty(algebra.exists(parts, {})) && !algebra.is_spent();
}

bool play_ends(Algebra& algebra, const Game& game, const Rules& rules) {
  return std::ranges::any_of(relation::orders_to_try(rules), [&](const auto& in_turn) {
    return std::ranges::all_of(
               in_turn,
               [&](const Weights& weights) { return is_bounded(algebra, game, rules, weights); }) &&
           std::ranges::all_of(game.options, [&](const Option& option) {
             return std::ranges::all_of(option.summands, [&](const auto& summand) {
               return falls(algebra, game, option, summand, in_turn);
             });
           });
  });
}

// Positions with options.

class Failures {
 public:
  Failures(Algebra& algebra, const Game& game, const Dfa& law)
      : algebra_(algebra), game_(game), law_(law), valued_(game.tracks()) {
    valued_.push_back(game.value);
  }

  Dfa of_outcomes(Convention convention) {
    Dfa wins = algebra_.both(game_.playing, with_options(&Failures::to_p));
    const Dfa none = algebra_.both(game_.playing, with_options(&Failures::to_nothing));
    if (convention == Convention::normal)
      wins = algebra_.either(wins, none);
    else
      wins = algebra_.either(
          wins, minus(minus(game_.playing, none), with_options(&Failures::to_position)));
    wins = algebra_.either(wins, game_.won);
    return algebra_.either(algebra_.both(law_, wins), minus(minus(game_.universe, law_), wins));
  }

  Dfa of_nimbers() {
    const Dfa values = algebra_.both(game_.playing, with_options(&Failures::values_of));
    const Dfa met = algebra_.exists(algebra_.both(law_, values), {game_.value});
    const Dfa missing = algebra_.exists(minus(smaller(), values), {game_.value});
    const Dfa silent = minus(game_.universe, algebra_.exists(law_, {game_.value}));
    return algebra_.either(algebra_.either(met, missing), silent);
  }

 private:
  Dfa minus(const Dfa& a, const Dfa& b) { return algebra_.both(a, algebra_.negation(b)); }

  Dfa with_options(Dfa (Failures::*of)(const Option&)) {
    Dfa any = Algebra::always(false);
    for (const Option& option : game_.options) any = algebra_.either(any, (this->*of)(option));
    return any;
  }

  Dfa to_p(const Option& option) {
    if (option.summands.size() != 1) return Algebra::always(false);
    std::vector<Dfa> parts = option.where;
    Track next = option.first_free;
    std::ranges::move(at(algebra_, game_, law_, option.summands[0], game_.value, next),
                      std::back_inserter(parts));
    return algebra_.exists(std::move(parts), game_.tracks());
  }

  Dfa to_nothing(const Option& option) {
    return option.summands.empty() ? to_position(option) : Algebra::always(false);
  }

  Dfa to_position(const Option& option) { return algebra_.exists(option.where, game_.tracks()); }

  // The value of a sum is the xor of those of its summands.
  Dfa values_of(const Option& option) {
    std::vector<Dfa> parts = option.where;
    Track next = option.first_free;
    if (option.summands.empty())
      parts.push_back(compared(algebra_, Linear::track(game_.value), Is::at_most_zero));
    std::optional<Track> so_far;
    for (std::size_t i = 0; i < option.summands.size(); ++i) {
      const bool is_last = i + 1 == option.summands.size();
      const Track own = is_last && !so_far ? game_.value : next++;
      std::ranges::move(at(algebra_, game_, law_, option.summands[i], own, next),
                        std::back_inserter(parts));
      if (so_far) {
        std::array<Track, 3> three = {*so_far, own, is_last ? game_.value : next++};
        so_far = three[2];
        std::ranges::sort(three);  // x xor y = z exactly if x xor z = y
        parts.push_back(bitwise(algebra_, Bits::exclusive, {}, three[0], three[1], three[2]));
      } else {
        so_far = own;
      }
    }
    return algebra_.exists(std::move(parts), valued_);
  }

  // The values below those of the law.
  Dfa smaller() {
    const Track above = game_.value + 1;
    const Dfa less = compared(algebra_, {{{game_.value, 1}, {above, -1}}, 1}, Is::at_most_zero);
    std::map<Track, Track> names = {{game_.value, above}};
    for (const Track track : game_.tracks()) names[track] = track;
    return algebra_.exists({algebra_.renamed(law_, names), less}, valued_);
  }

  Algebra& algebra_;
  const Game& game_;
  const Dfa& law_;
  std::vector<Track> valued_;
};

Verdict not_decided(Answer answer, std::string why) {
  return {answer, {}, std::move(why), {}};
}

Verdict limit() {
  return not_decided(Answer::limit, "automata would be too large");
}

Verdict outside(const std::string& construct) {
  return not_decided(Answer::outside, construct + " is outside what these automata can say");
}

}  // namespace

Verdict prove(const Rules& rules, Convention convention, Quantity quantity,
              const Numeration& numeration, const LawOf& law_of) {
  Algebra algebra(numeration);
  const bool of_outcomes = quantity == Quantity::outcome;
  if (rules.has_sums() && of_outcomes) return outside("the outcome of a sum");
  if (rules.has_sums() && !has_bits(numeration)) return outside("the xor of nimbers");
  std::string construct;
  const auto game = game_of(algebra, rules, construct);
  if (!game) return algebra.is_spent() ? limit() : outside(construct);
  const auto law = law_of(algebra, *game, construct);
  if (!law) return algebra.is_spent() ? limit() : outside(construct);
  if (!play_ends(algebra, *game, rules))
    return algebra.is_spent() ? limit() : outside("the end of play");
  Failures failures(algebra, *game, *law);
  const Dfa where = of_outcomes ? failures.of_outcomes(convention) : failures.of_nimbers();
  if (algebra.is_spent()) return limit();
  if (is_empty(where)) return {Answer::proved, {}, {}, {}};
  const auto at = least_point(algebra, where, game->coordinates);
  return at ? Verdict{Answer::refuted, *at, {}, {}} : limit();
}

Verdict prove(const Rules& rules, Convention convention, const Claim& claim,
              const Numeration& numeration) {
  return prove(rules, convention, claim.quantity, numeration,
               [&](Algebra& algebra, const Game& game, std::string& outside) {
                 return law_of(algebra, game, rules, claim, outside);
               });
}

Decision decide(const Rules& rules, Convention convention, const Claim& claim) {
  Decision decision{relation::prove(rules, convention, claim), "linear arithmetic (isl)"};
  if (decision.verdict.answer != Answer::outside) return decision;
  for (const Numeration& numeration : numerations_for(rules, claim)) {
    Verdict verdict = prove(rules, convention, claim, numeration);
    if (verdict.answer == Answer::proved || verdict.answer == Answer::refuted)
      return {std::move(verdict), "automata on " + to_string(numeration)};
    if (verdict.answer == Answer::limit) decision.verdict.why += "; " + verdict.why;
  }
  decision.by.clear();
  return decision;
}

}  // namespace grundy::automata
