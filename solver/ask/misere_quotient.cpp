#include "ask/misere_quotient.hpp"

#include <algorithm>

namespace grundy::query {
namespace {

const std::shared_ptr<const rules::Rules>& rules_of(const Sum& sum) {
  return sum.terms().front().game->rules;
}

std::uint64_t number_of(const Term& term) {
  return static_cast<std::uint64_t>(term.position[0] - term.game->rules->coordinates[0].low);
}

std::uint64_t largest_heap(const Sum& sum) {
  std::uint64_t largest = 0;
  for (const Term& term : sum.terms()) largest = std::max(largest, number_of(term));
  return largest;
}

}  // namespace

bool MisereQuotients::covers(const Sum& sum) noexcept {
  if (sum.terms().empty()) return false;
  const auto& rules = rules_of(sum);
  return rules->dimensions() == 1 && rules->endings.empty() &&
         std::ranges::all_of(sum.terms(), [&](const Term& term) {
           return term.game->rules == rules && term.position[0] >= rules->coordinates[0].low;
         });
}

std::optional<QuotientAnswer> MisereQuotients::known(const Sum& sum) const {
  const auto game = games_.find(rules_of(sum));
  if (game == games_.end() || !game->second.found) return std::nullopt;
  const quotient::HeapQuotient& found = *game->second.found;
  quotient::Element product = quotient::identity;
  for (const Term& term : sum.terms()) {
    const auto value = found.class_of(number_of(term));
    if (!value) return std::nullopt;
    product = found.monoid->product(product, found.monoid->power(*value, term.count));
  }
  return QuotientAnswer{found.monoid->is_lost(product) ? Outcome::P : Outcome::N,
                        {found.monoid->order(), found.period.has_value()}};
}

Result<std::optional<QuotientAnswer>> MisereQuotients::find(const Sum& sum) {
  using Found = std::optional<QuotientAnswer>;
  if (const auto answer = known(sum)) return Found(answer);
  Game& game = games_[rules_of(sum)];
  if (game.has_ended) return Found();
  if (!game.search) {
    auto search = quotient::HeapSearch::of(rules_of(sum), {}, meter_);
    if (!search) return search.error();
    game.search.emplace(*std::move(search));
  }
  const Status extended = game.search->extend(largest_heap(sum));
  game.has_ended =
      !extended || (!game.search->is_whole() && game.search->heaps() <= largest_heap(sum));
  if (!extended && extended.error().code == Errc::wrong) return extended.error();
  if (game.has_ended) return Found();
  auto judged = game.search->quotient();
  if (judged) {
    game.found = *std::move(judged);
    return Found(known(sum));
  }
  game.has_ended = true;
  if (judged.error().code == Errc::wrong) return judged.error();
  return Found();
}

}  // namespace grundy::query
