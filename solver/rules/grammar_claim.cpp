#include <utility>

#include "rules/grammar.hpp"

namespace grundy::rules {

ClaimSyntax Grammar::claim() {
  has_functions_ = true;
  ClaimSyntax claim;
  if (at_word("P") || at_word("N")) {
    claim.outcome = tokens_.take().text == "P" ? Outcome::P : Outcome::N;
    tokens_.expect("when");
    claim.pieces.push_back({{}, expression()});
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
  ClaimSyntax::Piece piece;
  piece.terms.push_back(sum());
  while (!tokens_.failed() && at_word("bxor")) {
    tokens_.take();
    piece.terms.push_back(sum());
    count(tokens_.current().place, max_members, piece.terms.size(), "terms of `bxor`");
  }
  if (tokens_.accept("when")) piece.when = expression();
  return piece;
}

// Words that mean something in a claim alone, and may be names in rules.
bool Grammar::at_word(std::string_view word) const noexcept {
  return tokens_.at(Token::Kind::name) && tokens_.current().text == word;
}

}  // namespace grundy::rules
