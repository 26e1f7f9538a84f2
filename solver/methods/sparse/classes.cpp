#include "methods/sparse/classes.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "kernels/walsh_hadamard.hpp"

namespace grundy::sparse {
namespace {

using Sums = std::array<std::int64_t, nimber_limit>;

// The parity of all splitting digits' places, if they have the same.
std::optional<std::uint64_t> common_parity(const HeapGame& game) {
  bool seen[2] = {};
  for (std::size_t k = 0; k < game.digits.size(); ++k)
    if (game.digits[k] & HeapGame::leave_two) seen[k % 2] = true;
  return seen[0] == seen[1] ? std::nullopt : std::optional<std::uint64_t>(seen[1]);
}

// For each mask the number of rare heaps less that of common ones.
Sums excess(const Histogram& histogram, std::int64_t sign_of_odd) {
  Sums sums;
  for (std::size_t v = 0; v < sums.size(); ++v)
    sums[v] = histogram.even[v] + sign_of_odd * histogram.odd[v];
  kernels::walsh_hadamard(sums);
  return sums;
}

}  // namespace

Classes choose_classes(const HeapGame& game, const Histogram& histogram) {
  if (!game.splits()) return {};
  const auto mask_of = [](auto begin, auto best) {
    return static_cast<std::uint32_t>(best - begin);
  };
  const Sums plain = excess(histogram, 1);
  const std::int64_t heaps = plain[0];
  const auto best = std::min_element(plain.begin() + 1, plain.end());
  std::int64_t least = *best;
  Classes classes(mask_of(plain.begin(), best), false, 0);
  if (const auto split = common_parity(game)) {
    Sums turned = excess(histogram, -1);
    if (*split == 1)
      std::transform(turned.begin(), turned.end(), turned.begin(), [](auto sum) { return -sum; });
    const auto other = std::min_element(turned.begin() + 1, turned.end());
    if (*other < least) classes = Classes(mask_of(turned.begin(), other), true, *split);
    least = std::min(least, *other);
  }
  return 3 * (heaps + least) > 2 * heaps ? Classes() : classes;  // rare = (heaps + least) / 2
}

}  // namespace grundy::sparse
