// rules/rules.hpp: what the text of a game means.
//
// Rules are data. Everything downstream (oracle, search, plan, families) reads this
// structure or what is made from it; none of it knows a game by name. Coordinates and
// positions are integers; an option is a disjunctive sum of positions of the same
// game.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "rules/expression.hpp"

namespace grundy::rules {

struct Coordinate {
  std::string name;
  std::int64_t low = 0;
  std::optional<std::int64_t> high;  // none: as far as the box goes
};

// A set of integers, ascending: the listed ones, or a named infinite set.
//   odd 1 3 5 ..   even 2 4 6 ..   fibonacci 1 2 3 5 8 ..   squares 1 4 9 ..
//   factorials 1 2 6 24 ..   primes 2 3 5 7 ..   powers(b) 1 b b^2 ..  (b >= 2)
struct NumberSet {
  enum class Kind : std::uint8_t {
    listed,
    odd,
    even,
    fibonacci,
    squares,
    factorials,
    primes,
    powers
  };
  Kind kind = Kind::listed;
  std::int64_t base = 0;             // of powers
  std::vector<std::int64_t> listed;  // ascending, no repeats

  // The members m with low <= m <= high, ascending; exact up to 2^63 - 1. The result has
  // to fit memory: look at high - low first. Primes also cost time, see rules/primes.hpp.
  std::vector<std::int64_t> members(std::int64_t low, std::int64_t high) const;

  friend bool operator==(const NumberSet&, const NumberSet&) = default;
};

struct NamedSet {
  std::string_view name;
  NumberSet::Kind kind;
};
inline constexpr std::array<NamedSet, 7> named_sets = {{
    {"odd", NumberSet::Kind::odd},
    {"even", NumberSet::Kind::even},
    {"fibonacci", NumberSet::Kind::fibonacci},
    {"squares", NumberSet::Kind::squares},
    {"factorials", NumberSet::Kind::factorials},
    {"primes", NumberSet::Kind::primes},
    {"powers", NumberSet::Kind::powers},
}};

// A binder runs over the integers low .. high, over low, low + 1, .. without end
// (no `high`; something else in the rule bounds it), or over the members of a set
// (`low` and `high` unused).
struct Binder {
  std::string name;
  Expression low;
  std::optional<Expression> high;
  std::optional<NumberSet> set;
};

// Line and column of a place in the rules text, from 1.
struct Place {
  std::size_t line = 0;
  std::size_t column = 0;
};

inline constexpr std::size_t max_binders = 4;   // of a rule
inline constexpr std::size_t max_summands = 8;  // of a rule

// One line of rules: for all values of the binders (each bound may use coordinates
// and earlier binders) such that `when` holds, the sum of `summands` is an option,
// unless a coordinate of a summand leaves its range. No summands: the empty sum.
struct OptionRule {
  std::vector<Binder> binders;
  Condition when;
  std::vector<std::vector<Expression>> summands;
  std::string text;  // the rule as it was written
  Place place;
};

// Where `when` holds the game is over and the player to move has won (N) or lost (P),
// under both conventions; positions that end so have no options. The first ending
// that holds counts.
struct Ending {
  Outcome outcome = Outcome::P;
  Condition when;
  Place place;
};

using ParameterValue = std::variant<std::int64_t, std::vector<std::int64_t>>;
using Parameters = std::map<std::string, ParameterValue>;

struct Rules {
  std::string name;
  std::string description;  // the text in quotes, or empty
  std::vector<Coordinate> coordinates;
  Parameters parameters;  // values in force, defaults included
  std::vector<std::vector<std::size_t>>
      symmetric;                    // disjoint groups of interchangeable coordinates
  std::vector<OptionRule> options;  // every permutation of symmetric rules written out
  std::vector<Ending> endings;      // likewise
  Convention convention = Convention::normal;
  std::string source;  // file name, or "catalogue"
  std::string text;    // the text of this game, as written

  std::size_t dimensions() const noexcept { return coordinates.size(); }

  // Whether some option is a sum of two or more positions.
  bool has_sums() const noexcept;

  // Whether some ending has this outcome. With endings of outcome N there are no nimbers.
  bool has_ending(Outcome outcome) const noexcept;

  // Names of coordinates, then of the binders of `rule`: what variables are called.
  std::vector<std::string> variable_names(const OptionRule& rule) const;
  std::vector<std::string> coordinate_names() const;

  // The position with the coordinates of every symmetric group ascending.
  void sort_symmetric(Position& position) const;
};

}  // namespace grundy::rules
