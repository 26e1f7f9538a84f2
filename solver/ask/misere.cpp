#include "ask/misere.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/language/parser.hpp"

namespace grundy::query {

std::uint64_t MisereSum::rich_heaps(lazy::MisereKind kind) noexcept {
  if (kind.is_fickle()) return 0;
  return kind.nimber() < 2 ? 2 : 1;
}

void MisereSum::add(lazy::MisereKind kind, std::uint64_t count) noexcept {
  if (count % 2 == 1) nimber_ ^= kind.nimber();
  // One alone is ever removed, so of equal positions three are as good as many.
  rich_ += rich_heaps(kind) * std::min<std::uint64_t>(count, 3);
}

void MisereSum::remove(lazy::MisereKind kind) noexcept {
  nimber_ ^= kind.nimber();
  rich_ -= rich_heaps(kind);
}

std::string_view MisereSum::name() const noexcept {
  constexpr std::array<std::string_view, 3> unequal{"S0", "S1", "S2"};
  constexpr std::array<std::string_view, 3> equal{"T0", "T1", "T2"};
  return (nimber_ != 0 ? unequal : equal)[std::min<std::uint64_t>(rich_, 2)];
}

Outcome MisereSum::outcome() const noexcept {
  return (nimber_ == 0) == (rich_ > 0) ? Outcome::P : Outcome::N;
}

bool MisereTheory::covers(const rules::Rules& rules) noexcept {
  return rules.endings.empty();
}

Result<lazy::MisereKind> MisereTheory::kind(const std::shared_ptr<const rules::Rules>& rules,
                                            const Position& position) {
  return searches_.try_emplace(rules, rules, meter_).first->second.kind(position);
}

// What the theory says of positions that stand alone.
Status MisereTheory::check(const std::shared_ptr<const rules::Rules>& rules,
                           const std::vector<Position>& positions,
                           std::chrono::steady_clock::time_point end) {
  const auto found = searches_.find(rules);
  if (found == searches_.end()) return {};
  lazy::MisereSearch& search = found->second;
  const Remembered remembered{
      *rules, Quantity::outcome, Convention::misere,
      [&](const Position& position) -> std::optional<verify::Fact> {
        const auto kind = search.known(position);
        if (!kind || kind->is_wild()) return std::nullopt;
        return verify::Fact{kind->misere_nimber() == 0 ? Outcome::P : Outcome::N, 0};
      },
      [&](std::uint64_t random) { return search.any(random); }};
  return check_search(remembered, positions, end);
}

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
      search.find({term.game->rules, Convention::normal, Quantity::nimber}, term.position);
  std::string text = nimber ? fmt::format("{}^", **nimber) : "?^";
  for (std::uint64_t twos = 0; twos < superscripts; ++twos) {
    const auto next = misere_nimber(term, twos, nim, search);
    text += digit(next);
    if (!next) break;
  }
  return text;
}

}  // namespace grundy::query
