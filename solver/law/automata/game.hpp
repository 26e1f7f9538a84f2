// law/automata/game.hpp: rules and claims as relations of digits.
//
// Coordinate i is on track i, less its low end if that is negative. The value of a position is on
// the track after the coordinates, and all other tracks come behind.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "law/automata/terms.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::automata {

// One case of a rule: from positions where all relations hold, for some numbers on the tracks
// behind the value, the sum of these positions is an option.
struct Option {
  std::vector<Dfa> where;
  std::vector<std::vector<Linear>> summands;
  Track first_free;
};

struct Game {
  std::vector<Linear> coordinates;
  Track value;                  // the track of values
  Dfa universe;                 // all positions
  Dfa lost, won;                // where an ending holds
  Dfa playing;                  // other positions
  std::vector<Option> options;  // also of positions that are over

  std::vector<Track> tracks() const;  // of the coordinates
};

// Nothing, and the construct in `outside`, if the rules have one that is outside. If there are too
// many states the algebra is spent.
std::optional<Game> game_of(Algebra& algebra, const rules::Rules& rules, std::string& outside);

// The positions claimed to be P, or each position with its claimed nimber, where that is one.
std::optional<Dfa> law_of(Algebra& algebra, const Game& game, const rules::Rules& rules,
                          const rules::Claim& claim, std::string& outside);

// The relation `law` of a position at other coordinates, as relations that hold together. `value`
// stands for the track of its value, if it has one. New tracks begin with `next`.
std::vector<Dfa> at(Algebra& algebra, const Game& game, const Dfa& law,
                    const std::vector<Linear>& coordinates, Track value, Track& next);

}  // namespace grundy::automata
