#include "methods/sparse/period.hpp"

#include <algorithm>
#include <cstring>

namespace grundy::sparse {
namespace {

// The first heap from which on index[n] == index[n + p], looking down to `least`.
std::uint64_t repeats_from(const Heaps& heaps, std::uint64_t p, std::uint64_t least) {
  const std::uint8_t* index = heaps.index();
  std::uint64_t n = heaps.size() - p;
  while (n > least && index[n - 1] == index[n - 1 + p]) --n;
  return n;
}

// The least p such that index[n] == index[n + p] for all n from `first` to the end, p <= most.
// Requires 8 heaps or more after `first`, and `most` to leave 8.
std::optional<std::uint64_t> candidate(const Heaps& heaps, std::uint64_t first,
                                       std::uint64_t most) {
  // Nearly always the last few tell already.
  const auto last_before = [&](std::uint64_t end) {
    std::uint64_t word = 0;
    std::memcpy(&word, heaps.index() + end - sizeof word, sizeof word);
    return word;
  };
  const std::uint64_t last = last_before(heaps.size());
  std::uint64_t looked_at = 0;
  for (std::uint64_t p = 1; p <= most && looked_at < 4 * heaps.size(); ++p) {
    if (last_before(heaps.size() - p) != last) continue;
    const std::uint64_t n = repeats_from(heaps, p, first);
    if (n == first) return p;
    looked_at += heaps.size() - p - n + 1;
  }
  return std::nullopt;
}

// The first heap from which on rare heaps repeat too.
std::uint64_t rares_repeat_from(const Heaps& heaps, std::uint64_t p) {
  std::uint64_t first = 0;
  for (const std::uint64_t rare : heaps.rares()) {
    if (rare + p < heaps.size() && !heaps.is_rare(rare + p)) first = std::max(first, rare + 1);
    if (rare >= p && !heaps.is_rare(rare - p)) first = std::max(first, rare - p + 1);
  }
  return first;
}

}  // namespace

std::optional<family::Period> prove_period(const Heaps& heaps) {
  if (heaps.game().unlike()) return std::nullopt;
  constexpr std::uint64_t least_known = 16;  // for candidate()
  if (heaps.size() < least_known) return std::nullopt;
  // The heaps known must reach 2 n0 + 2 p + t + p: so n0 and p are less than half of them.
  const std::uint64_t known = heaps.size();
  auto p = candidate(heaps, known / 2, known / 4);
  if (!p) return std::nullopt;
  if (heaps.classes().alternating() && *p % 2 == 1) *p *= 2;
  const std::uint64_t first = std::max(repeats_from(heaps, *p, 0), rares_repeat_from(heaps, *p));
  if (2 * first + 3 * *p + heaps.game().last() > known) return std::nullopt;
  if (heaps.game().steady + *p > known) return std::nullopt;  // unlike heaps could still come
  return family::Period{first, *p};
}

}  // namespace grundy::sparse
