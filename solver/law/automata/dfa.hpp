// law/automata/dfa.hpp: sets of tuples of numbers as deterministic automata over tuples of digits.
//
// A *track* is a variable that stands for a number >= 0. An automaton reads the digits of its
// tracks side by side, the first ones first. Which zeros are in front does not matter. Words that
// are no digits of numbers are never accepted. So each automaton is a relation between its tracks.
// Sums of tracks, comparisons and the operations on bits are such relations, and those are closed
// under "and", "or", "not" and "there is". So what such formulas say is decided.
// (J. R. Buechi, "Weak second-order arithmetic and finite automata", 1960. V. Bruyere, G. Hansel,
// C. Michaux and R. Villemaire, "Logic and p-recognizable sets of integers", 1994. J. Shallit, "The
// Logical Approach to Automatic Sequences", 2022, whose program Walnut decides the same.)
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "law/automata/numeration.hpp"

namespace grundy::automata {

using Track = std::uint32_t;
using State = std::uint32_t;

struct Dfa {
  std::vector<Track> tracks;        // ascending
  std::size_t letters = 1;          // digit d of the i-th track counts digits^i
  std::vector<State> next = {0};    // [state * letters + letter]; begins in state 0
  std::vector<char> accepts = {0};  // of states

  std::size_t states() const noexcept { return accepts.size(); }
  friend bool operator==(const Dfa&, const Dfa&) = default;
};

// Operations on automata of one numeration. Results have the fewest states. Once states,
// letters or steps are too many is_spent() is true, and results mean nothing. Callers look at the
// end. Steps are counted and not timed, so that the same is decided everywhere.
class Algebra {
 public:
  explicit Algebra(Numeration numeration) : numeration_(numeration) {}

  const Numeration& numeration() const noexcept { return numeration_; }
  bool is_spent() const noexcept { return is_spent_; }

  // Of no track.
  static Dfa always(bool holds);
  // All numbers.
  Dfa numbers(const std::vector<Track>& tracks);

  Dfa both(const Dfa& a, const Dfa& b);
  Dfa all_of(std::vector<Dfa> parts);
  Dfa either(const Dfa& a, const Dfa& b);
  Dfa negation(const Dfa& a);
  // For some numbers on these tracks.
  Dfa exists(const Dfa& a, const std::vector<Track>& gone);
  // For some numbers on all tracks but `kept`, all of the parts hold. Tracks are done away with one
  // by one, where they join the fewest others.
  Dfa exists(std::vector<Dfa> parts, const std::vector<Track>& kept);
  // `names` has each track of `a`, and no two have one name.
  Dfa renamed(const Dfa& a, const std::map<Track, Track>& names);

  // A table with a row for each state, as the relation of the numbers that it accepts.
  Dfa made(std::vector<Track> tracks, std::vector<State> next, std::vector<char> accepts);

  // digits ^ tracks; 0 if they are too many.
  std::size_t letters(std::size_t tracks);
  std::size_t digit(std::size_t letter, std::size_t track) const;

  // Whether there is room for such a table, and time for more steps.
  bool has_room(std::size_t states, std::size_t letters, std::size_t steps);
  void spend() noexcept { is_spent_ = true; }

 private:
  Numeration numeration_;
  std::size_t steps_ = 0;
  bool is_spent_ = false;
};

bool is_empty(const Dfa& dfa) noexcept;

}  // namespace grundy::automata
