// rules/proofs/check.hpp: whether rules can be played, and an example of endless play if not.
//
// The parser calls check() after it has resolved the names of a game.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

struct Complaint {
  Place place;
  std::string message;  // what is wrong and why
  std::string hint;     // what to do about it
};

// What was proved about rules, or why it was not.
template <class T>
using Proved = std::variant<T, Complaint>;

// Errc::rules with the place, message and hint.
Error to_error(const Rules& rules, const Complaint& complaint);

// For handlers of std::runtime_error: why the current exception ended a proof, which is too much
// work or numbers beyond 64 bits. Rethrows other exceptions.
Complaint what_stopped(const Rules& rules);

// Binders that nothing bounds, divisors that may be zero or negative, rules under which play comes
// back to a position, and coordinates for which no bound is found. Empty if the rules can be
// played, as far as is known: where it is not proved that play ends, a walk through a box may find
// out.
std::vector<Complaint> check(const Rules& rules);

// The first expression of the rules whose value may exceed 62 bits at a position of `box`. Empty if
// there is none.
std::vector<Complaint> check_overflow(const Rules& rules, const Box& box);

// An example of play that never ends.
struct EndlessPlay {
  Place place;  // of the rule at fault: by it coordinates rise most
  // The sum after each move, positions ascending. The first sum is one position, which occurs in
  // the last one again. Beyond 2000 moves only the position that moves next.
  std::vector<std::vector<Position>> sums;
};

// Searches up to a thousand positions next to the low ends, and a thousand that play from there
// leads to, with the first 64 values of binders
// without an end. Play that it finds is endless; finding none proves nothing. Takes a few
// milliseconds, at most about 50. Requires positive divisors and bounded binders.
std::optional<EndlessPlay> endless_play(const Rules& rules);

// "(0) -> (1) -> (0)"; of long plays the first moves and their count.
std::string to_string(const EndlessPlay& play, const Rules& rules);

}  // namespace grundy::rules
