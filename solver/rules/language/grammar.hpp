// rules/language/grammar.hpp: from tokens to the syntax tree, by recursive descent.
//
//   file       := game*
//   game       := `game` NAME `(` coordinate, .. `)` statement*  |  `game` CODE statement*
//   coordinate := NAME [`in` number `..` [number]]
//   statement  := STRING | `misere` | `take_and_break` CODE
//               | `param` NAME `=` (number | set | array)
//               | `symmetric` `(` NAME, .. `)`
//               | (`lost` | `won`) `when` expression
//               | `(` NAME, .. `)` `->` options [`for` binder, ..] [`when` expression]
//   options    := `(` `)`  |  term `+` ..
//   position   := `(` number, .. `)`
//               | (NAME | CODE) `(` number, .. [`;` NAME `=` (number | set | array), ..] `)`
//   term       := position  |  factor `*` .. position
//               | `sum` `of` position `over` NAME `in` number `..` number
//   binder     := NAME `>=` number  |  NAME `in` domain
//   domain     := number `..` [number] | set | NAME | PART `(` number `)`
//   set        := `{` [number, ..] `}` | `odd` | .. | `powers` `(` number `)`
//   array      := `[` number, .. `]`
//   PART       := `bits` | `subsets` | `divisors` | `prime_divisors`
//   expression := conditions joined by `or`, `and`, `not`, comparisons of numbers;
//                 in a claim also number [`not`] `in` domain
//   number     := sums joined by `band`, by `bor` or by `bxor`
//   sum        := products joined by `+`, `-`; these, factors joined by `*`, `mod`, or powers
//
// Line ends mean nothing, with one exception: the upper end of a range must stand on the line of
// its `..`, because a `(` on the next line may begin a rule. Parsing is linear in the text.
// Nesting, the nodes of a game and the lengths of lists are limited, so no text can exhaust stack
// or memory. grammar.cpp parses games, grammar_expression.cpp expressions and claims.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/language/lexer.hpp"
#include "rules/rules.hpp"

namespace grundy::rules {

// The syntax tree of a game, before names are resolved. Grammar makes it and the resolver consumes
// it. Texts are views of the source.

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
    function,     // NAME(..)
    bit_and,      // a band b
    bit_or,       // a bor b
    exclusive,    // a bxor b
    power,        // a^b
    element,      // NAME[a]
    member,       // a in SET: only in claims
    comparisons,  // a <= b < c: three arguments, two signs
    all_of,
    any_of,
    negation,
  };
  Kind kind = Kind::integer;
  Place place;  // of the operator, or of the leaf; of a member: of the set
  std::int64_t value = 1;
  std::string_view text;  // of a name, function or array
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

// [2, 5, 10]
struct ArraySyntax {
  Place place;
  std::vector<Node> members;
};

// The numbers that a number is made of.
struct PartsSyntax {
  enum class Kind : std::uint8_t { bits, subsets, divisors, prime_divisors };
  Place place;
  Kind kind = Kind::bits;
  Node of;
};

using DomainSyntax = std::variant<RangeSyntax, SetSyntax, PartsSyntax>;

struct CoordinateSyntax {
  Name name;
  std::optional<RangeSyntax> range;
};

struct BinderSyntax {
  Name name;
  DomainSyntax domain;
};

// sum of POSITION over NAME in low .. high
struct OverSyntax {
  Name name;
  RangeSyntax range;
};

struct ParameterSyntax {
  Name name;
  std::variant<Node, SetSyntax, ArraySyntax> value;
};

// A position, perhaps of another game, or a sum of variable length.
struct PositionSyntax {
  Place place;
  std::vector<Node> coordinates;
  std::optional<Name> game = {};            // none: of this one
  std::vector<ParameterSyntax> given = {};  // to the other game
  std::optional<Node> times = {};           // TIMES * (..)
  std::optional<OverSyntax> over = {};
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

// where CONDITION, falls NUMBER
struct WhereSyntax {
  Place place;
  Node condition;
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
  std::vector<WhereSyntax> where;
  std::vector<WhereSyntax> falls;  // with numbers
  Convention convention = Convention::normal;
  std::string_view text;
};

// Whether an option of the game has a position of another one.
bool names_others(const GameSyntax& game);

inline constexpr std::size_t max_depth = 200;       // of an expression
inline constexpr std::size_t max_nodes = 100'000;   // of a game, and of its rules written out
inline constexpr std::size_t max_members = 4096;    // of a listed set or an array
inline constexpr std::size_t max_functions = 4096;  // of a claim
inline constexpr std::size_t max_rules = 4096;      // of a game, written out

class Grammar {
 public:
  // `text` must outlive the grammar and everything it returns.
  Grammar(std::string_view text, Diagnostics& diagnostics);

  // The next game, which has at least a name; nothing at the end of the text.
  std::optional<GameSyntax> next_game();

  // A single option rule, the whole of the text.
  RuleSyntax rule();

  // A claim, the whole of the text (rules/claim.hpp).
  ClaimSyntax claim();

 private:
  void header(GameSyntax& game);
  CoordinateSyntax coordinate();
  void body(GameSyntax& game);
  void statement(GameSyntax& game);
  void describe(GameSyntax& game);
  ParameterSyntax parameter();
  CodeSyntax take_and_break();
  EndingSyntax ending();
  WhereSyntax where();
  void options(RuleSyntax& rule);
  PositionSyntax term();
  PositionSyntax sum_over();
  PositionSyntax position();
  bool at_other_game() const;
  void clauses(RuleSyntax& rule);
  BinderSyntax binder();
  DomainSyntax domain();
  RangeSyntax range(Node low);
  SetSyntax set();
  ArraySyntax array();
  std::vector<Node> members(std::string_view close, std::string_view what);
  bool at_set() const noexcept;
  ClaimSyntax::Piece claimed_nimber();
  BinderSyntax scale();
  bool at_word(std::string_view word) const noexcept;
  std::vector<Name> names(std::string_view what);
  std::string_view cut();

  // Expressions, loosest first (grammar_expression.cpp).
  Node expression();
  Node conjunction();
  Node negation();
  Node comparison();
  Node membership(Node number);
  Node number();
  Node sum();
  Node product();
  Node factor();
  Node primary();
  Node element(Node name);
  Node parenthesis();
  Node call(Node::Kind kind);
  Node function(Node node);
  bool at_rule() const;
  bool is_before_arrow() const { return is_before("->"); }
  bool is_before(std::string_view text) const;
  bool at_expression() const noexcept;
  Node joined(Node::Kind kind, std::string_view word, Node (Grammar::*part)());
  Node prefixed(Node::Kind kind, Node (Grammar::*part)());
  Node leaf(Node::Kind kind);
  Node with(Node node, std::vector<Node> arguments);
  void count(Place place, std::size_t limit, std::size_t number, std::string_view what);

  std::string_view text_;
  Diagnostics& diagnostics_;
  Tokens tokens_;
  std::size_t nesting_ = 0;
  std::size_t nodes_ = 0;
  std::size_t game_begin_ = 0;
  bool is_end_of_sum_ = false;  // in `lo .. hi` of a sum over positions, another one may follow
  bool is_claim_ = false;  // set by claim(): names may be functions, as no rule can follow them
};

}  // namespace grundy::rules
