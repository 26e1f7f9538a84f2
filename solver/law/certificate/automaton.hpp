// law/certificate/automaton.hpp: values by the digits of coordinates.
//
// A deterministic automaton reads the digits of all coordinates side by side, the first ones first.
// The state in which it ends has the value of the position. That values follow from those of
// options is decided by relations of digits (law/automata/prove.hpp). For one heap and a base it is
// faster shown by a theorem, which also knows of floor(n / base):
//
// Theorem. Let the options of n be near n or near floor(n / base) from some heap on
// (relation/proofs/digit_options.hpp). Take the states of the heaps from m - before to m + after,
// and m mod modulus: the surroundings of m. They determine those of base * m + r, for each digit r,
// and also the states of all options of base * m + r. So there are finitely many surroundings. If
// the values of the states follow from those of the options by the definition, for all surroundings
// of heaps m0 <= m < base * m0, all that follow from these, and all r, then they do so for all
// heaps n >= base * m0. Proof. n = base * m + r with m >= m0, and by induction the surroundings of
// m are among those that were looked at.
// (Of automatic sequences in general: J.-P. Allouche and J. Shallit, "Automatic Sequences", 2003.)
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/value.hpp"
#include "law/automata/game.hpp"
#include "law/automata/numeration.hpp"
#include "law/certificate/heap_values.hpp"
#include "relation/proofs/digit_options.hpp"

namespace grundy::law {

struct Automaton {
  automata::Numeration numeration;
  std::vector<std::uint32_t> values;             // of the states
  std::vector<std::vector<std::uint32_t>> next;  // [state][letter]; begins in state 0

  // The digit of coordinate i counts digits^i in a letter. For coordinates of at least 0.
  std::uint32_t state(std::span<const std::int64_t> coordinates) const;
  std::uint32_t state(std::int64_t n) const { return state(std::span(&n, 1)); }
};

inline constexpr std::size_t most_states = 1000;

// Why it is no automaton, as "a next state is not one of 0 .. 6"; empty if it is one.
std::string why_no_automaton(const Automaton& automaton, std::size_t coordinates);

// The positions that it says are P, or all positions with the nimbers that it says.
automata::Dfa relation_of(automata::Algebra& algebra, const automata::Game& game,
                          const Automaton& automaton, Quantity quantity);

// The first heap from which on the automaton's values follow from those of all heaps before, by the
// definition. Nothing if they do not, or if there are too many surroundings. Outcomes must be of a
// game without sums.
std::optional<std::int64_t> follows_from(const relation::DigitOptions& options,
                                         const Automaton& automaton, std::int64_t low,
                                         Quantity quantity, Convention convention);

class AutomatonValues final : public HeapValues {
 public:
  explicit AutomatonValues(Automaton automaton) : automaton_(std::move(automaton)) {}

  std::optional<std::int64_t> value(std::int64_t n) const override;
  // Nothing where too many heaps would be looked at.
  std::optional<std::vector<std::int64_t>> heaps_with(std::int64_t value, std::int64_t from,
                                                      std::int64_t to,
                                                      std::size_t most) const override;

 private:
  Automaton automaton_;
};

}  // namespace grundy::law
