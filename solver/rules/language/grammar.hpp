// rules/language/grammar.hpp: from tokens to syntax, by recursive descent.
//
//   file       := game*
//   game       := `game` NAME `(` coordinate, .. `)` statement*  |  `game` CODE statement*
//   coordinate := NAME [`in` number `..` [number]]
//   statement  := STRING | `misere` | `take_and_break` CODE
//               | `param` NAME `=` (number | set)
//               | `symmetric` `(` NAME, .. `)`
//               | (`lost` | `won`) `when` expression
//               | `(` NAME, .. `)` `->` options [`for` binder, ..] [`when` expression]
//   options    := `(` `)`  |  position `+` ..        position := `(` number, .. `)`
//   binder     := NAME `>=` number  |  NAME `in` domain
//   domain     := number `..` [number] | set | NAME
//   set        := `{` [number, ..] `}` | `odd` | .. | `powers` `(` number `)`
//   expression := conditions joined by `or`, `and`, `not`, comparisons of numbers;
//                 in a claim also number [`not`] `in` domain
//   number     := sum; in a claim sums joined by `bxor`
//
// Line ends mean nothing, with one exception: the upper end of a range must stand on the line of
// its `..`, because a `(` on the next line may begin a rule. Parsing is linear in the text.
// Nesting, the nodes of a game and the lengths of lists are limited, so no text can exhaust stack
// or memory. grammar.cpp parses games, grammar_expression.cpp expressions and claims.
#pragma once
#include <optional>

#include "rules/language/lexer.hpp"
#include "rules/language/syntax.hpp"

namespace grundy::rules {

inline constexpr std::size_t max_depth = 200;       // of an expression
inline constexpr std::size_t max_nodes = 100'000;   // of a game, and of its rules written out
inline constexpr std::size_t max_members = 4096;    // of a listed set
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
  void options(RuleSyntax& rule);
  PositionSyntax position();
  void clauses(RuleSyntax& rule);
  BinderSyntax binder();
  std::variant<RangeSyntax, SetSyntax> domain();
  RangeSyntax range(Node low);
  SetSyntax set();
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
  Node parenthesis();
  Node call(Node::Kind kind);
  Node function(Node node);
  bool at_rule() const;
  bool at_expression() const noexcept;
  Node joined(Node::Kind kind, std::string_view word, Node (Grammar::*part)());
  Node prefixed(Node::Kind kind, Node (Grammar::*part)());
  Node leaf(Node::Kind kind);
  Node with(Node node, std::vector<Node> arguments);
  void count(Place place, std::size_t limit, std::size_t number, std::string_view what);

  static constexpr const char* no_membership = "in rules `in` stands after `for` only";

  std::string_view text_;
  Diagnostics& diagnostics_;
  Tokens tokens_;
  std::size_t nesting_ = 0;
  std::size_t nodes_ = 0;
  std::size_t game_begin_ = 0;
  bool is_claim_ = false;  // set by claim(): names may be functions, as no rule can follow them
};

}  // namespace grundy::rules
