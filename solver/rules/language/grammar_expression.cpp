#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rules/language/grammar.hpp"

namespace grundy::rules {
namespace {

struct Sign {
  std::string_view text;
  Condition::Op op;
};
constexpr std::array<Sign, 7> signs = {{
    {"=", Condition::Op::equal},
    {"==", Condition::Op::equal},
    {"!=", Condition::Op::not_equal},
    {"<", Condition::Op::less},
    {"<=", Condition::Op::less_equal},
    {">", Condition::Op::greater},
    {">=", Condition::Op::greater_equal},
}};

struct Function {
  std::string_view name;
  Node::Kind kind;
};
constexpr std::array<Function, 4> functions = {{
    {"floor", Node::Kind::floor},
    {"ceil", Node::Kind::ceil},
    {"min", Node::Kind::minimum},
    {"max", Node::Kind::maximum},
}};

constexpr std::array<Function, 3> bit_operations = {{
    {"band", Node::Kind::bit_and},
    {"bor", Node::Kind::bit_or},
    {"bxor", Node::Kind::exclusive},
}};

}  // namespace

Node Grammar::expression() {
  return joined(Node::Kind::any_of, "or", &Grammar::conjunction);
}

Node Grammar::conjunction() {
  return joined(Node::Kind::all_of, "and", &Grammar::negation);
}

Node Grammar::negation() {
  return tokens_.at("not") ? prefixed(Node::Kind::negation, &Grammar::negation) : comparison();
}

Node Grammar::comparison() {
  Node first = number();
  if (tokens_.at("in") || tokens_.at("not")) return membership(std::move(first));
  Node node = leaf(Node::Kind::comparisons);
  std::vector<Node> sides = {std::move(first)};
  const auto at_sign = [&] {
    return std::find_if(signs.begin(), signs.end(),
                        [&](const Sign& sign) { return tokens_.at(sign.text); });
  };
  for (auto sign = at_sign(); sign != signs.end(); sign = at_sign()) {
    tokens_.take();
    node.signs.push_back(sign->op);
    sides.push_back(number());
  }
  if (at_word("is") && !tokens_.current().first_on_line)
    tokens_.fail_expecting("a comparison", "write n mod 2 = 1 for odd n, n mod 2 = 0 for even n");
  if (tokens_.at("in"))
    tokens_.fail_expecting("the end of this comparison", "join conditions by `and`");
  return node.signs.empty() ? std::move(sides.front()) : with(std::move(node), std::move(sides));
}

Node Grammar::sum() {
  Node left = product();
  while (tokens_.at("+") || tokens_.at("-")) {
    if (is_end_of_sum_ && tokens_.at("+") && is_before("sum")) break;
    Node node = leaf(tokens_.at("+") ? Node::Kind::add : Node::Kind::subtract);
    tokens_.take();
    left = with(std::move(node), {std::move(left), product()});
  }
  return left;
}

Node Grammar::product() {
  Node left = factor();
  while (tokens_.at("*") || tokens_.at("/") || tokens_.at("mod")) {
    Node node = leaf(tokens_.at("*")   ? Node::Kind::multiply
                     : tokens_.at("/") ? Node::Kind::quotient
                                       : Node::Kind::modulo);
    tokens_.take();
    left = with(std::move(node), {std::move(left), factor()});
  }
  return left;
}

// Powers bind tighter than a sign before them, and from right to left.
Node Grammar::factor() {
  if (tokens_.at("-")) return prefixed(Node::Kind::negate, &Grammar::factor);
  Node base = primary();
  if (!tokens_.at("^")) return base;
  Node node = leaf(Node::Kind::power);
  tokens_.take();
  count(node.place, max_depth, ++nesting_, "powers of each other");
  Node exponent = factor();
  --nesting_;
  return with(std::move(node), {std::move(base), std::move(exponent)});
}

Node Grammar::primary() {
  if (tokens_.at("(")) return parenthesis();
  for (const auto& [name, kind] : functions)
    if (tokens_.at(name)) return call(kind);
  if (tokens_.at(Token::Kind::code))
    tokens_.fail(tokens_.current().place,
                 fmt::format("{} is not an integer", tokens_.current().text),
                 "codes stand after `take_and_break`");
  Node node = leaf(tokens_.at(Token::Kind::name) ? Node::Kind::name : Node::Kind::integer);
  if (tokens_.at(Token::Kind::name) || tokens_.at(Token::Kind::number))
    tokens_.take();
  else
    tokens_.fail_expecting("a number, a name or `(`",
                           tokens_.at("even")  ? "write n mod 2 = 0 for even n"
                           : tokens_.at("odd") ? "write n mod 2 = 1 for odd n"
                                               : "");
  if (node.kind == Node::Kind::name && tokens_.at("[")) return element(std::move(node));
  const bool calls = node.kind == Node::Kind::name && tokens_.at("(") &&
                     (is_claim_ || !(tokens_.current().first_on_line || at_rule()));
  return calls ? function(std::move(node)) : node;
}

Node Grammar::element(Node name) {
  name.kind = Node::Kind::element;
  tokens_.take();
  count(name.place, max_depth, ++nesting_, "brackets inside each other");
  std::vector<Node> index = {number()};
  tokens_.expect("]");
  --nesting_;
  return with(std::move(name), std::move(index));
}

// Whether the current name has this behind it.
bool Grammar::is_before(std::string_view text) const {
  Diagnostics ignored;
  Lexer lexer(text_.substr(tokens_.current().offset), ignored);
  lexer.next();
  return lexer.next().text == text;
}

// Whether the current parenthesis begins a rule, (a, b) -> .., rather than arguments.
bool Grammar::at_rule() const {
  Diagnostics ignored;  // mistakes are reported when the text is read again
  Lexer lexer(text_.substr(tokens_.current().offset), ignored);
  Token token = lexer.next();
  for (std::size_t tokens = 0; tokens < 2 * max_dimensions && token.text != ")"; ++tokens)
    token = lexer.next();
  return token.text == ")" && lexer.next().text == "->";
}

// The arguments of a function whose name has been read.
Node Grammar::function(Node node) {
  node.kind = Node::Kind::function;
  count(node.place, max_depth, ++nesting_, "functions inside each other");
  std::vector<Node> arguments;
  tokens_.expect("(");
  do arguments.push_back(number());
  while (tokens_.accept(","));
  tokens_.expect(")");
  --nesting_;
  return with(std::move(node), std::move(arguments));
}

Node Grammar::parenthesis() {
  const Place place = tokens_.take().place;
  count(place, max_depth, ++nesting_, "parentheses inside each other");
  Node node = expression();
  tokens_.expect(")");
  --nesting_;
  return node;
}

Node Grammar::call(Node::Kind kind) {
  Node node = leaf(kind);
  const std::string_view name = tokens_.take().text;
  count(node.place, max_depth, ++nesting_, "functions inside each other");
  std::vector<Node> arguments;
  tokens_.expect("(");
  do arguments.push_back(number());
  while (tokens_.accept(","));
  tokens_.expect(")");
  --nesting_;
  const bool one = kind == Node::Kind::floor || kind == Node::Kind::ceil;
  if (one != (arguments.size() == 1))
    tokens_.fail(node.place,
                 fmt::format("`{}` takes {}, found {}", name,
                             one ? "one quotient" : "two numbers or more", arguments.size()));
  return with(std::move(node), std::move(arguments));
}

bool Grammar::at_expression() const noexcept {
  return tokens_.at(Token::Kind::name) || tokens_.at(Token::Kind::number) || tokens_.at("(") ||
         tokens_.at("-") || std::any_of(functions.begin(), functions.end(), [&](const Function& f) {
           return tokens_.at(f.name);
         });
}

Node Grammar::joined(Node::Kind kind, std::string_view word, Node (Grammar::*part)()) {
  Node first = (this->*part)();
  if (!tokens_.at(word)) return first;
  Node node = leaf(kind);
  std::vector<Node> parts = {std::move(first)};
  while (tokens_.accept(word)) parts.push_back((this->*part)());
  return with(std::move(node), std::move(parts));
}

Node Grammar::prefixed(Node::Kind kind, Node (Grammar::*part)()) {
  Node node = leaf(kind);
  tokens_.take();
  count(node.place, max_depth, ++nesting_, "signs before each other");
  std::vector<Node> argument = {(this->*part)()};
  --nesting_;
  return with(std::move(node), std::move(argument));
}

// A node without arguments at the current token.
Node Grammar::leaf(Node::Kind kind) {
  const Token& token = tokens_.current();
  Node node;
  node.kind = kind;
  node.place = token.place;
  if (kind == Node::Kind::integer) node.value = token.value;
  if (kind == Node::Kind::name) node.text = token.text;
  return node;
}

Node Grammar::with(Node node, std::vector<Node> arguments) {
  for (const Node& argument : arguments) {
    node.depth = std::max(node.depth, argument.depth + 1);
    node.size += argument.size;
  }
  count(node.place, max_depth, node.depth, "operations inside each other");
  nodes_ += arguments.size();
  count(node.place, max_nodes, nodes_, "numbers, names and operations in a game");
  node.arguments = std::move(arguments);
  return node;
}

void Grammar::count(Place place, std::size_t limit, std::size_t number, std::string_view what) {
  if (number > limit) tokens_.fail(place, fmt::format("more than {} {}", limit, what));
}

// Claims, and what expressions have only in claims.

ClaimSyntax Grammar::claim() {
  is_claim_ = true;
  ClaimSyntax claim;
  if (at_word("P") || at_word("N")) {
    claim.outcome = tokens_.take().text == "P" ? Outcome::P : Outcome::N;
    tokens_.expect("when");
    claim.pieces.push_back({Node(), expression()});
    if (claim.outcome == Outcome::P && tokens_.accept("for")) claim.scale = scale();
  } else if (at_word("nimber")) {
    claim.quantity = Quantity::nimber;
    tokens_.take();
    tokens_.expect("=");
    do {
      claim.pieces.push_back(claimed_nimber());
      count(tokens_.current().place, max_rules, claim.pieces.size(), "pieces in a claim");
    } while (!tokens_.failed() && tokens_.accept(","));
  } else {
    tokens_.fail_expecting("`P when ..`, `N when ..` or `nimber = ..`");
  }
  if (!tokens_.failed() && !tokens_.at(Token::Kind::end))
    tokens_.fail_expecting("the end of the claim");
  return claim;
}

BinderSyntax Grammar::scale() {
  if (!at_word("some")) {
    tokens_.fail_expecting("`some`", "as in: for some s in powers(2)");
    return {};
  }
  tokens_.take();
  return binder();
}

ClaimSyntax::Piece Grammar::claimed_nimber() {
  ClaimSyntax::Piece piece{number(), std::nullopt};
  if (tokens_.accept("when")) piece.when = expression();
  return piece;
}

// Sums joined by one of the operations on bits. Which of them binds tighter nobody remembers.
Node Grammar::number() {
  Node first = sum();
  const auto at_operation = [&] {
    return std::ranges::find_if(bit_operations, [&](const auto& one) { return at_word(one.name); });
  };
  const auto operation = at_operation();
  if (operation == bit_operations.end()) return first;
  Node node = leaf(operation->kind);
  std::vector<Node> terms = {std::move(first)};
  for (auto next = operation; next == operation; next = at_operation()) {
    tokens_.take();
    terms.push_back(sum());
  }
  if (const auto other = at_operation(); other != bit_operations.end())
    tokens_.fail(
        tokens_.current().place, fmt::format("`{}` beside `{}`", other->name, operation->name),
        fmt::format("put parentheses, as in: (a {} b) {} c", operation->name, other->name));
  return with(std::move(node), std::move(terms));
}

// What follows the number in `number [not] in domain`. A range becomes comparisons.
Node Grammar::membership(Node number) {
  Node negation = leaf(Node::Kind::negation);
  const bool is_negated = tokens_.accept("not");
  tokens_.expect("in");
  Node node = leaf(Node::Kind::member);
  std::vector<Node> arguments = {std::move(number)};
  auto among = domain();
  if (const auto* parts = std::get_if<PartsSyntax>(&among)) {
    tokens_.fail(parts->place, "such a set stands after `for` only",
                 "a condition may say n mod d = 0");
  } else if (auto* set = std::get_if<SetSyntax>(&among)) {
    node.sets.push_back(std::move(*set));
  } else {
    auto& [low, high] = std::get<RangeSyntax>(among);
    node.kind = Node::Kind::comparisons;
    node.signs.assign(high ? 2 : 1, Condition::Op::less_equal);
    arguments.insert(arguments.begin(), std::move(low));
    if (high) arguments.push_back(*std::move(high));
  }
  node = with(std::move(node), std::move(arguments));
  return is_negated ? with(std::move(negation), {std::move(node)}) : node;
}

// For words that are no keywords, so that names may be spelled like them.
bool Grammar::at_word(std::string_view word) const noexcept {
  return tokens_.at(Token::Kind::name) && tokens_.current().text == word;
}

}  // namespace grundy::rules
