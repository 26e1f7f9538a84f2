// law/guess.hpp: guessing laws from the values of a small box. guess_*.cpp have one or a few ideas
// each.
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

// The values (outcomes as numbers) of all positions of a box, in C order.
struct Sample {
  std::vector<std::string> names;  // of the coordinates
  Quantity quantity = Quantity::nimber;
  Box box;
  std::vector<std::uint32_t> values;
  std::optional<std::size_t> period = {};  // that of the last values, if proved
  bool needs_proof = false;  // too large a part of the box to test a guess on the rest
  std::vector<std::pair<Position, std::uint32_t>> corrections = {};  // where guesses were wrong

  std::uint32_t at(const Position& position) const {
    return values[static_cast<std::size_t>(box.rank(position))];
  }
};

// A claim in the language of rules (rules/claim.hpp), or empty. Each of the following functions has
// one idea of what a law looks like. Its kind (see find.cpp) is written to the law's file.
struct Guess {
  std::string text;
  std::optional<Progression> progression =
      {};  // along one coordinate, in the row whose others are highest
};

// One coordinate: values that repeat, or grow by the same amount, after finitely many exceptions.
Guess guess_period(const Sample& sample);

// One coordinate: P-positions in intervals whose ends grow by a factor.
Guess guess_intervals(const Sample& sample);

// A few rows along one coordinate, the others fixed, each with values as in guess_period.
Guess guess_rows(const Sample& sample);

// One coordinate: nimbers that are a function of it, such as how often 2 divides it.
Guess guess_function(const Sample& sample);

// One coordinate: values that grow with each period, less a ruler function at one residue.
Guess guess_ruler(const Sample& sample);

// Nimbers that are the xor of functions of single coordinates.
Guess guess_xor(const Sample& sample);

// Two coordinates: P-positions made of multiples of an irrational number, rounded down.
Guess guess_beatty(const Sample& sample);

// A decision tree over residues, comparisons, small numbers and those of corrections, written as a
// formula. It also fits the corrections.
Guess guess_tree(const Sample& sample);

}  // namespace grundy::law
