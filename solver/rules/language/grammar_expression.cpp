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
  if (tokens_.at("in"))
    tokens_.fail_expecting("the end of this comparison",
                           is_claim_ ? "join conditions by `and`" : no_membership);
  return node.signs.empty() ? std::move(sides.front()) : with(std::move(node), std::move(sides));
}

Node Grammar::sum() {
  Node left = product();
  while (tokens_.at("+") || tokens_.at("-")) {
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

Node Grammar::factor() {
  if (tokens_.at("-")) return prefixed(Node::Kind::negate, &Grammar::factor);
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
    tokens_.fail_expecting("a number, a name or `(`");
  const bool calls = node.kind == Node::Kind::name && tokens_.at("(") &&
                     (is_claim_ || !(tokens_.current().first_on_line || at_rule()));
  return calls ? function(std::move(node)) : node;
}

// Whether the parenthesis here begins a rule, (a, b) -> .., rather than arguments.
bool Grammar::at_rule() const {
  Diagnostics ignored;  // the text is read again
  Lexer lexer(text_.substr(tokens_.current().offset), ignored);
  Token token = lexer.next();
  for (std::size_t tokens = 0; tokens < 2 * max_dimensions && token.text != ")"; ++tokens)
    token = lexer.next();
  return token.text == ")" && lexer.next().text == "->";
}

// Its name has been read.
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

}  // namespace grundy::rules
