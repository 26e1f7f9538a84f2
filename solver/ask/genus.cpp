#include "ask/genus.hpp"

#include <fmt/format.h>

#include <vector>

#include "rules/language/parser.hpp"

namespace grundy::query {
namespace {

using Rules = std::shared_ptr<const rules::Rules>;

constexpr std::uint64_t superscripts = 4;

Rules nim_heaps() {
  auto games = rules::parse("game heap(n)\n  (n) -> (n - k) for k >= 1\n", "genus");
  return std::make_shared<const rules::Rules>(std::move(games->front()));
}

std::string digit(const Result<std::uint32_t>& number) {
  if (!number) return "?";
  return *number < 10 ? fmt::format("{}", *number) : fmt::format("({})", *number);
}

// The misère nimber of the term with `twos` heaps of 2.
Result<std::uint32_t> misere_nimber(const Term& term, std::uint64_t twos, const Rules& nim,
                                    SearchSource& search) {
  for (std::uint32_t m = 0;; ++m) {
    std::vector<lazy::Summand> sum;
    sum.reserve(3);
    sum.push_back({term.game->rules, term.position, 1});
    if (twos > 0) sum.push_back({nim, {2}, twos});
    if (m > 0) sum.push_back({nim, {m}, 1});
    const auto found = search.solve(sum, Convention::misere, lazy::SumSearch::Goal::outcome);
    if (!found) return found.error();
    if (found->outcome == Outcome::P) return m;
  }
}

}  // namespace

std::string genus(const Term& term, SearchSource& search) {
  const Rules nim = nim_heaps();
  const auto nimber =
      search.find(term.game->rules, term.position, Convention::normal, Quantity::nimber);
  std::string text = nimber ? fmt::format("{}^", **nimber) : "?^";
  for (std::uint64_t twos = 0; twos < superscripts; ++twos) {
    const auto next = misere_nimber(term, twos, nim, search);
    text += digit(next);
    if (!next) break;
  }
  return text;
}

}  // namespace grundy::query
