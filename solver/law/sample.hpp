// law/sample.hpp: values from which laws are guessed.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "law/sequence.hpp"

namespace grundy::law {

// All positions of a box in C order, and their values (outcomes as numbers).
struct Sample {
  std::vector<std::string> names;  // of the coordinates
  Quantity quantity = Quantity::nimber;
  Box box;
  std::vector<std::uint32_t> values;
  std::optional<std::size_t> period = {};  // proved: that of the last values
  bool needs_proof = false;                // too much of the box to test a guess on the rest
  std::vector<std::pair<Position, std::uint32_t>> corrections = {};  // where guesses were wrong

  std::uint32_t at(const Position& position) const {
    return values[static_cast<std::size_t>(box.rank(position))];
  }
};

// A claim in the language of rules (rules/claim.hpp), or empty. Each of these functions
// has one idea of what a law looks like, named by its kind in the file of a law.
struct Guess {
  std::string text;
  std::optional<Progression> progression = {};  // along one coordinate, the others being high
};

// One coordinate: values that repeat, or grow by the same amount, after finitely many exceptions.
Guess guess_period(const Sample& sample);

// One coordinate: P-positions in intervals whose ends grow by a factor.
Guess guess_intervals(const Sample& sample);

// Few rows along one coordinate, the others fixed, each with values as of one coordinate.
Guess guess_rows(const Sample& sample);

// One coordinate: nimbers that are a function of it, such as how often 2 divides it.
Guess guess_function(const Sample& sample);

// One coordinate: values that grow with each period, but for one residue with a ruler function.
Guess guess_ruler(const Sample& sample);

// Nimbers that are the xor of functions of single coordinates.
Guess guess_xor(const Sample& sample);

// Two coordinates: P-positions made of multiples of an irrational number, rounded down.
Guess guess_beatty(const Sample& sample);

// A decision tree over residues, comparisons, small numbers and those of corrections, written as a
// formula. It fits the corrections too.
Guess guess_tree(const Sample& sample);

}  // namespace grundy::law
