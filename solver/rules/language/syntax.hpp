// rules/language/syntax.hpp: the syntax tree of a game, before names are resolved.
//
// Grammar makes it and the resolver consumes it. Texts are views of the source.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/rules.hpp"

namespace grundy::rules {

struct Name {
  std::string_view text;
  Place place;
};

struct SetSyntax;

// A number or a condition. Both are one type, as a `(` may begin either.
struct Node {
  enum class Kind : std::uint8_t {
    integer,
    name,
    negate,
    add,
    subtract,
    multiply,
    quotient,  // `/`: only inside floor and ceil
    modulo,
    floor,
    ceil,
    minimum,
    maximum,
    function,     // NAME(..): claims have some
    exclusive,    // a bxor b: only in claims
    member,       // a in SET: only in claims
    comparisons,  // a <= b < c: three arguments, two signs
    all_of,
    any_of,
    negation,
  };
  Kind kind = Kind::integer;
  Place place;  // of the operator, or of the leaf; of a member: of the set
  std::int64_t value = 1;
  std::string_view text;  // of a name or function
  std::vector<Node> arguments;
  std::vector<Condition::Op> signs;
  std::vector<SetSyntax> sets;  // of a member: one
  std::size_t depth = 1;
  std::size_t size = 1;  // this node and those below
};

// Where the node's text begins.
Place beginning(const Node& node);

// low .. high, or low .. without end.
struct RangeSyntax {
  Node low;
  std::optional<Node> high;
};

// {1, 3, 4}, odd, powers(2), or the name of a parameter that is a set
struct SetSyntax {
  Place place;
  NumberSet::Kind kind = NumberSet::Kind::listed;
  std::vector<Node> members;  // listed: all of them; powers: the base
  std::string_view parameter = {};
};

struct CoordinateSyntax {
  Name name;
  std::optional<RangeSyntax> range;
};

struct BinderSyntax {
  Name name;
  std::variant<RangeSyntax, SetSyntax> domain;
};

struct PositionSyntax {
  Place place;
  std::vector<Node> coordinates;
};

struct RuleSyntax {
  Place place;
  std::vector<Name> left;
  std::vector<PositionSyntax> sum;
  std::vector<BinderSyntax> binders;
  std::optional<Node> when;
  std::string text;
};

// take_and_break CODE
struct CodeSyntax {
  Place place;
  std::string_view code;
};

struct EndingSyntax {
  Place place;
  Outcome outcome = Outcome::P;
  Node when;
};

// nimber = E [when C], ..  or  P when C [for some s in powers(B)]
struct ClaimSyntax {
  struct Piece {
    Node value;  // of a nimber
    std::optional<Node> when;
  };
  Quantity quantity = Quantity::outcome;
  Outcome outcome = Outcome::P;
  std::vector<Piece> pieces;  // of an outcome: one
  std::optional<BinderSyntax> scale;
};

struct ParameterSyntax {
  Name name;
  std::variant<Node, SetSyntax> value;
};

struct GameSyntax {
  Name name;
  bool sound_header = false;  // otherwise names in the body are not judged
  bool sound_body = true;     // every statement was read without a mistake
  std::vector<CoordinateSyntax> coordinates;
  std::optional<std::string_view> description;
  std::vector<ParameterSyntax> parameters;
  std::vector<std::vector<Name>> symmetric;
  std::vector<std::variant<RuleSyntax, CodeSyntax>> options;
  std::vector<EndingSyntax> endings;
  Convention convention = Convention::normal;
  std::string_view text;
};

}  // namespace grundy::rules
