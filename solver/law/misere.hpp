// law/misere.hpp: what is known of the heaps of a game, one by one, for sums under misère play.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "law/box.hpp"
#include "search/genus.hpp"

namespace grundy::law {

// search/misere_search.hpp says which positions are tame here: sums of them are Nim.
struct MisereHeaps {
  std::int64_t low;                  // the first heap
  std::vector<lazy::Genus> genera;   // of the first heaps, as many as were found soon
  std::int64_t tame_up_to;           // below `low`: none
  std::optional<std::int64_t> wild;  // the first whose genus is that of no sum of Nim heaps
};

// Looks at heaps up to `high`, if that says so, and for about as long as a box is solved in that
// nobody named. Nothing for rules without sums of heaps: several coordinates, or endings.
// Errc::interrupted by solving.stop.
Result<std::optional<MisereHeaps>> misere_heaps(const rules::Rules& rules,
                                                const std::vector<std::int64_t>& high,
                                                const Solving& solving);

}  // namespace grundy::law
