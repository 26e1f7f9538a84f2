#include "query/misere.hpp"

#include <algorithm>
#include <array>

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

}  // namespace grundy::query
