// law/observations.hpp: what is reported besides laws: counts, if no law was found, and the genera
// of heaps under misère play.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "law/box.hpp"
#include "search/genus.hpp"

namespace grundy::law {

// The counts of a box.
struct Statistics {
  // Of all positions of a box.
  struct Part {
    Box box;
    std::uint64_t positions = 0;
    std::uint64_t lost = 0;     // P-positions
    std::uint32_t largest = 0;  // value
    Position largest_at;        // the first in C order
  };
  // Of P-positions beyond the half box, both coordinates above 0: the larger coordinate divided by
  // the smaller.
  struct Slopes {
    double least, median, greatest;
  };

  Part all;
  Part half;                                                      // up to half of each coordinate
  std::uint64_t different = 0;                                    // number of values
  std::vector<std::pair<std::uint32_t, std::uint64_t>> frequent;  // values and counts, at most five
  // For one coordinate: the last P-position, and the number of values that occur only in the half
  // box.
  std::optional<Position> last_lost;
  std::optional<std::uint64_t> gone;
  std::optional<Slopes> slopes;  // for two coordinates
};

// Errc::interrupted once `stop`, which may be null, is true.
Result<Statistics> statistics_of(const Values& values, const std::atomic<bool>* stop);

// Genera of the heaps of a game, and which are tame, for sums under misère play.
// search/misere_search.hpp defines tame positions: sums of them behave like Nim.
struct MisereHeaps {
  std::int64_t low;                  // the first heap
  std::vector<lazy::Genus> genera;   // of the first heaps, as many as there was time for
  std::int64_t tame_up_to;           // less than `low` if none is
  std::optional<std::int64_t> wild;  // the first one whose genus no sum of Nim heaps has
};

// Examines heaps up to `high`, unless that is empty, for about seconds_of_box. Nothing for rules
// with several coordinates or endings, which have no sums of heaps. Errc::interrupted by
// solving.stop.
Result<std::optional<MisereHeaps>> misere_heaps(const Subject& subject);

}  // namespace grundy::law
