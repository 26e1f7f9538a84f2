// law/statistics.hpp: what is counted where no law was found.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "law/box.hpp"

namespace grundy::law {

struct Statistics {
  // Counted in a box.
  struct Part {
    Box box;
    std::uint64_t positions = 0;
    std::uint64_t lost = 0;     // P-positions
    std::uint32_t largest = 0;  // value
    Position largest_at;        // the first in C order
  };
  // Of P-positions beyond the half box, all coordinates above 0: the larger coordinate over the
  // smaller.
  struct Slopes {
    double least, median, greatest;
  };

  Part all;
  Part half;                                                      // up to half of each coordinate
  std::uint64_t different = 0;                                    // values
  std::vector<std::pair<std::uint32_t, std::uint64_t>> frequent;  // and how many, of at most five
  // Of one coordinate: the last P-position, and how many values occur in the half box alone.
  std::optional<Position> last_lost;
  std::optional<std::uint64_t> gone;
  std::optional<Slopes> slopes;  // of two coordinates
};

// Errc::interrupted after `stop`, which may be null.
Result<Statistics> statistics_of(const Values& values, const std::atomic<bool>* stop);

}  // namespace grundy::law
