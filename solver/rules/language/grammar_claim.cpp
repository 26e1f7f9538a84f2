#include <utility>

#include "rules/language/grammar.hpp"

namespace grundy::rules {

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

Node Grammar::number() {
  Node first = sum();
  if (!at_word("bxor")) return first;
  if (!is_claim_)
    tokens_.fail(tokens_.current().place, "rules have no `bxor`", "it stands in claims only");
  Node node = leaf(Node::Kind::exclusive);
  std::vector<Node> terms = {std::move(first)};
  while (at_word("bxor")) {
    tokens_.take();
    terms.push_back(sum());
  }
  return with(std::move(node), std::move(terms));
}

// The number has been read. A range is two comparisons in other words.
Node Grammar::membership(Node number) {
  if (!is_claim_) tokens_.fail_expecting("a comparison", no_membership);
  Node negation = leaf(Node::Kind::negation);
  const bool is_negated = tokens_.accept("not");
  tokens_.expect("in");
  Node node = leaf(Node::Kind::member);
  std::vector<Node> arguments = {std::move(number)};
  auto among = domain();
  if (auto* set = std::get_if<SetSyntax>(&among)) {
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

// Words that mean something in a claim alone, and may be names in rules.
bool Grammar::at_word(std::string_view word) const noexcept {
  return tokens_.at(Token::Kind::name) && tokens_.current().text == word;
}

}  // namespace grundy::rules
