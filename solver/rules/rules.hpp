// rules/rules.hpp: what the text of a game means.
//
// Rules are data. Everything downstream (oracle, search, plan, methods) reads this
// structure or what is made from it; nothing knows a game by name. Positions are tuples of
// integers; an option is a disjunctive sum of positions of the same game.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "rules/expression.hpp"
#include "rules/number_set.hpp"

namespace grundy::rules {

struct Coordinate {
  std::string name;
  std::int64_t low = 0;
  std::optional<std::int64_t> high;  // none: the box alone limits it
};

// A binder runs over the integers low .. high, or over low, low + 1, .. if `high` is missing and
// something else in the rule bounds it, or over the members of a set (`low` and `high` unused).
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

inline constexpr std::size_t max_binders = 8;    // of a rule
inline constexpr std::size_t max_summands = 16;  // of a rule, as written

// Positions of one option in equal steps: `count` of them, from summand number `first` to summand
// number `last`. Equal positions have steps of 0, and one summand that is both. `when` says that
// there is at least one; without any, another rule gives the option.
//
// What is affine in a position is least and greatest at the two ends. So proofs about ranges,
// weights and scan orders need not know of those between.
struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;
  Expression count;
  std::vector<std::int64_t> step;  // by coordinate

  bool repeats() const noexcept { return first == last; }
  friend bool operator==(const Stretch&, const Stretch&) = default;
};

// One line of rules: for all values of the binders (each bound may use coordinates
// and earlier binders) such that `when` holds, the sum of `summands` is an option,
// unless a coordinate of a summand leaves its range. No summands: the empty sum.
struct OptionRule {
  std::vector<Binder> binders;
  Condition when;
  std::vector<std::vector<Expression>> summands;
  std::vector<Stretch> stretches = {};  // no two have a summand in common
  std::string text;                     // the rule as written
  Place place;
};

// The rule with `to` in place of every `from`, in the bounds of its binders, its condition and its
// summands. Constants are worked out.
OptionRule replaced(const OptionRule& rule, const Expression& from, const Expression& to);

// Where `when` holds the game is over and the player to move has won (N) or lost (P), under both
// conventions. Such positions have no options. The first ending that holds counts.
struct Ending {
  Outcome outcome = Outcome::P;
  Condition when;
  Place place;
};

// What the author of a game says ends play: a number that is nowhere negative, and that every move
// makes smaller in each position that it leaves.
struct Measure {
  Expression value;
  Place place;
};

// An integer, a set or an array.
using ParameterValue = std::variant<std::int64_t, std::vector<std::int64_t>, Array>;
using Parameters = std::map<std::string, ParameterValue>;

// Games that name each other in their options are played as one. Its first coordinate is called
// `game`, and says by its number which of them a position is of. Users never write it. Number 0 is
// the game that is asked about.
struct JointGame {
  struct Member {
    std::string name;
    Parameters given;             // where it was named
    std::size_t coordinates = 1;  // of its own; those that it lacks are at their low ends
  };
  std::vector<Member> members;
  // The two coordinates of such games of heaps as one (rules/proofs/interleaved.hpp). Positions
  // that users write are of the own game as before.
  bool is_interleaved = false;
};

struct Rules {
  std::string name;
  std::string description;  // the text in quotes, or empty
  std::vector<Coordinate> coordinates;
  std::optional<JointGame> joint;
  Parameters parameters;  // the values used, defaults included
  std::vector<std::vector<std::size_t>>
      symmetric;                    // disjoint groups of interchangeable coordinates
  std::vector<OptionRule> options;  // every permutation of symmetric rules written out
  std::vector<Ending> endings;      // likewise
  // Tuples outside are no positions. Every rule has it in `when`, of the position and of each
  // summand: from such tuples there is no move, and none leads to one.
  Condition where;
  std::optional<Measure> falls;  // not proved yet
  Convention convention = Convention::normal;
  std::string source;  // file name, or "catalogue"
  std::string text;    // of this game, as written

  std::size_t dimensions() const noexcept { return coordinates.size(); }

  // Whether some option is a sum of two or more positions, and whether some sum is of variable
  // length.
  bool has_sums() const noexcept;
  bool has_stretches() const noexcept;

  // Whether some ending has this outcome. With endings of outcome N there are no nimbers.
  bool has_ending(Outcome outcome) const noexcept;

  // The names of variables: those of the coordinates, then those of the binders of `rule`.
  std::vector<std::string> variable_names(const OptionRule& rule) const;
  std::vector<std::string> coordinate_names() const;

  // What users write: all coordinates but the number of the game.
  std::size_t written_dimensions() const noexcept {
    return joint ? joint->members.front().coordinates : dimensions();
  }
  std::size_t first_written() const noexcept { return joint && !joint->is_interleaved ? 1 : 0; }
  // How many games the heap of an interleaved game stands for; 1 of all others.
  std::int64_t games_in_heap() const noexcept {
    return joint && joint->is_interleaved ? static_cast<std::int64_t>(joint->members.size()) : 1;
  }
  std::vector<std::string> written_names() const;
  Position written(const Position& position) const;
  Box written(const Box& box) const { return {written(box.low), written(box.high)}; }
  Position from_written(Position written, std::int64_t game = 0) const;
  std::int64_t game_of(const Position& position) const;
  // "(3, 4)", or with its name if it is a position of another game: "kayles(5)".
  std::string position_text(const Position& position) const;

  // The low ends of the coordinates, and the box from there whose sides have that extent, or less
  // where a range ends before. Of a joint game they hold positions of the own game alone.
  Position low_corner() const;
  Box low_box(std::int64_t extent) const;
};

}  // namespace grundy::rules
