// generator/syntax.hpp: games as trees of what their author wrote, to be generated, counted and
// shrunk.
//
// Not the parser's trees: those mean the same for many texts, and these are one text each.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grundy::generator {

struct Number {
  enum class Op : std::uint8_t {
    constant,
    name,  // of a coordinate, a binder or a parameter
    add,
    subtract,
    multiply,
    negate,
    floor,
    ceil,
    modulo,
    minimum,
    maximum,
    bit_and,
    bit_or,
    bit_xor,
    power,  // of a constant
    popcount,
    gcd,
    element,  // of the array `name`
  };
  Op op = Op::constant;
  std::int64_t value = 0;
  std::string name;
  std::vector<Number> parts;
  friend bool operator==(const Number&, const Number&) = default;
};

struct Condition {
  enum class Op : std::uint8_t { comparison, all, any, negation, distinct };
  // What its author knew of it.
  enum class Truth : std::uint8_t { open, redundant, contradictory };
  Op op = Op::comparison;
  std::vector<Number> numbers;     // of a comparison: one more than signs; of distinct
  std::vector<std::string> signs;  // "<", "=", ..
  std::vector<Condition> parts;    // of the others
  Truth truth = Truth::open;
};

struct Binder {
  enum class Kind : std::uint8_t {
    at_least,  // k >= numbers[0]
    from,      // k in numbers[0] ..
    range,     // k in numbers[0] .. numbers[1]
    listed,    // k in {numbers}
    odd,
    even,
    fibonacci,
    squares,
    factorials,
    primes,
    powers,     // of numbers[0]
    parameter,  // k in `set`
    bits,       // of numbers[0]
    subsets,
    divisors,
    prime_divisors,
  };
  std::string name;
  Kind kind = Kind::at_least;
  std::vector<Number> numbers;
  std::string set;
};

using Summand = std::vector<Number>;

// A sum of variable length: numbers[0] * (..), or sum of (..) over NAME in numbers[0] ..
// numbers[1].
struct Stretch {
  Summand position;
  std::string over;  // "": equal positions
  std::vector<Number> numbers;
};

struct Rule {
  std::vector<Summand> summands;
  std::vector<Stretch> stretches = {};  // after them
  std::vector<Binder> binders;
  std::optional<Condition> when;
  std::optional<std::size_t> other = {};  // the number of a summand that is of the other game
};

struct Ending {
  bool won = false;
  Condition when;
};

struct Coordinate {
  std::string name;
  std::optional<Number> low, high;  // a high end only with a low one
};

struct Parameter {
  std::string name;
  enum class Kind : std::uint8_t { number, set, array };
  Kind kind = Kind::number;
  std::vector<Number> values;  // of a number: one
};

struct Game {
  std::string name = "g";
  std::string description;  // "": none
  std::string comment;      // likewise
  std::vector<Coordinate> coordinates;
  std::vector<Parameter> parameters;
  std::vector<std::vector<std::size_t>> groups;  // symmetric ones
  std::string code;                              // take_and_break; "": none
  std::optional<Condition> where;
  std::optional<Number> falls;
  std::vector<Ending> endings;
  std::vector<Rule> rules;
  bool misere = false;
  std::vector<Game> other;  // one that rules name, or none
};

std::string to_text(const Number& number);
std::string to_text(const Condition& condition);
std::string to_text(const Binder& binder);
std::string to_text(const Game& game);

// Shorthands.
Number constant(std::int64_t value);
Number name(std::string name);
Number make(Number::Op op, std::vector<Number> parts);
Number operator+(Number a, Number b);
Number operator-(Number a, Number b);
Number operator*(Number a, Number b);
// a + factor * times, as somebody would write it.
Number plus(Number a, std::int64_t factor, const Number& times);
Condition compare(Number left, std::string sign, Number right);
Condition join(Condition::Op op, std::vector<Condition> parts);

}  // namespace grundy::generator
