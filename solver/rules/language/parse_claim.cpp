#include "rules/language/parse_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rules/fold.hpp"
#include "rules/language/claim_divisors.hpp"
#include "rules/language/grammar.hpp"
#include "rules/language/resolve_expression.hpp"
#include "rules/language/utf8.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t max_claim_bytes = 1 << 20;

Scope scope_of(const Rules& rules) {
  Scope scope;
  for (const auto& [name, value] : rules.parameters) scope.add_parameter(name, value);
  for (const Coordinate& coordinate : rules.coordinates) scope.add_coordinate(coordinate.name);
  return scope;
}

// Before the name may stand for it.
std::optional<Claim::Scale> resolve(const BinderSyntax& syntax, const Scope& scope,
                                    ExpressionResolver& expressions, Diagnostics& diagnostics) {
  const auto* set = std::get_if<SetSyntax>(&syntax.domain);
  if (set == nullptr || set->kind != NumberSet::Kind::powers) {
    diagnostics.report(syntax.name.place, "a claim is about powers: for some s in powers(2)");
    return std::nullopt;
  }
  if (const auto taken = scope.taken(syntax.name.text)) {
    diagnostics.report(syntax.name.place,
                       fmt::format("`{}` is {} already", syntax.name.text, *taken));
    return std::nullopt;
  }
  return Claim::Scale{std::string(syntax.name.text), expressions.set(*set).base};
}

Claim resolve(const ClaimSyntax& syntax, const Rules& rules, Diagnostics& diagnostics) {
  Scope scope = scope_of(rules);
  Claim claim;
  ExpressionResolver expressions(scope, diagnostics, &claim.functions);
  claim.quantity = syntax.quantity;
  if (syntax.scale) claim.scale = resolve(*syntax.scale, scope, expressions, diagnostics);
  if (claim.scale) scope.add_binder(claim.scale->name);
  expressions.number_functions_from(rules.dimensions() + (claim.scale ? 1 : 0));
  for (const ClaimSyntax::Piece& given : syntax.pieces) {
    Claim::Piece piece;
    if (syntax.quantity == Quantity::nimber) piece.value = expressions.number(given.value);
    if (given.when) piece.when = expressions.condition(*given.when);
    claim.pieces.push_back(std::move(piece));
  }
  if (syntax.quantity == Quantity::outcome) {
    claim.p = std::move(claim.pieces.front().when);
    claim.pieces.clear();
    if (syntax.outcome == Outcome::N) claim.p = negate(std::move(claim.p));
  }
  return claim;
}

}  // namespace

Result<Claim> parse_claim(std::string_view text, const Rules& rules, std::string_view source) {
  if (text.size() > max_claim_bytes)
    return Error{Errc::rules, fmt::format("{}: {} bytes; a claim has at most {}", printable(source),
                                          text.size(), max_claim_bytes)};
  Diagnostics diagnostics;
  const ClaimSyntax syntax = Grammar(text, diagnostics).claim();
  Claim claim;
  if (diagnostics.none()) claim = resolve(syntax, rules, diagnostics);
  if (diagnostics.none())
    if (auto complaint = check_divisors(claim, rules))
      diagnostics.report({1, 1}, std::move(complaint->message), std::move(complaint->hint));
  if (!diagnostics.none()) return diagnostics.error(text, source);
  claim.text = text;
  return claim;
}

}  // namespace grundy::rules
