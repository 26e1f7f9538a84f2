#include "direct/relations.hpp"

#include <algorithm>
#include <vector>

namespace grundy::direct {
namespace {

// The last P-position of a line, by the coordinate along it; -1 for none.
using Last = std::vector<std::int32_t>;

}  // namespace

void wythoff_outcomes(std::size_t width, std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  std::fill(outcomes.begin(), outcomes.end(), std::uint8_t{1});
  std::vector<std::uint8_t> used(side);
  std::size_t least = 0;
  for (std::size_t n = 0; least + n * width < side; ++n) {
    const std::size_t partner = least + n * width;
    outcomes[least * side + partner] = 0;
    outcomes[partner * side + least] = 0;
    used[least] = used[partner] = 1;
    while (least < side && used[least] != 0) ++least;
  }
}

void halves_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  Last in_column(side, -1);
  Last on_diagonal(2 * side, -1);  // by the smaller heap
  for (std::size_t a = 0; a < side; ++a) {
    std::int32_t in_row = -1;
    for (std::size_t b = 0; b < side; ++b) {
      const auto smaller = static_cast<std::int32_t>(std::min(a, b));
      std::int32_t& diagonal = on_diagonal[a + largest - b];
      const auto x = static_cast<std::int32_t>(a);
      const auto y = static_cast<std::int32_t>(b);
      const bool won = (in_column[b] >= 0 && in_column[b] >= x - x / 2) ||
                       (in_row >= 0 && in_row >= y - y / 2) ||
                       (diagonal >= 0 && diagonal >= smaller - smaller / 2);
      outcomes[a * side + b] = won;
      if (won) continue;
      in_column[b] = x;
      in_row = y;
      diagonal = smaller;
    }
  }
}

// What the cone of (a, b) holds beyond that of (a - 1, b - 1) lies on a line of direction (1, 2).
void cone_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  std::vector<std::uint8_t> columns(side);
  std::vector<std::uint8_t> cones(side + 1);  // at b: whether (a - 1, b - 1) or its cone has a P
  std::vector<std::uint8_t> edges(side + 2);  // at b: whether (a - 1, b - 2) or its line has a P
  std::vector<std::uint8_t> next_cones(side + 1);
  std::vector<std::uint8_t> next_edges(side + 2);
  for (std::size_t a = 0; a < side; ++a) {
    std::uint8_t in_row = 0;
    for (std::size_t b = 0; b < side; ++b) {
      const std::uint8_t cone = cones[b] | edges[b];
      const std::uint8_t won = in_row | columns[b] | cone;
      outcomes[a * side + b] = won;
      const auto lost = static_cast<std::uint8_t>(won ^ 1);
      in_row |= lost;
      columns[b] |= lost;
      next_cones[b + 1] = cone | lost;
      next_edges[b + 2] = edges[b] | lost;
    }
    std::swap(cones, next_cones);
    std::swap(edges, next_edges);
  }
}

void transfer_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  const std::size_t side = largest + 1;
  const std::size_t most = 2 * largest;  // what the second heap can come to hold
  std::vector<std::uint8_t> columns(most + 1);
  std::vector<std::uint8_t> sums(most + 1);  // whether some P-position met has that sum
  for (std::size_t a = 0; a < side; ++a) {
    std::uint8_t in_row = 0;
    for (std::size_t b = 0; b + a <= most; ++b) {
      const std::uint8_t won = in_row | columns[b] | (a + b > 0 ? sums[a + b - 1] : 0);
      if (b < side) outcomes[a * side + b] = won;
      const auto lost = static_cast<std::uint8_t>(won ^ 1);
      in_row |= lost;
      columns[b] |= lost;
      sums[a + b] |= lost;
    }
  }
}

// A row has one P-position at most, which excludes an interval of each of the next 50 rows.
void fifty_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  constexpr std::size_t most = 50;
  const std::size_t side = largest + 1;
  std::fill(outcomes.begin(), outcomes.end(), std::uint8_t{1});
  std::vector<std::uint8_t> columns(side);
  std::vector<std::size_t> found(side, side);     // the P-position of a row; the side for none
  std::vector<std::size_t> excluded(side, side);  // the last row that excludes an index
  for (std::size_t a = 0; a < side; ++a) {
    for (std::size_t before = a - std::min(a, most); before < a; ++before)
      for (std::size_t b = found[before];
           b < std::min(found[before] + most - (a - before) + 1, side); ++b)
        excluded[b] = a;
    std::size_t b = 0;
    while (b < side && (columns[b] != 0 || excluded[b] == a)) ++b;
    if (b == side) continue;
    found[a] = b;
    columns[b] = 1;
    outcomes[a * side + b] = 0;
  }
}

}  // namespace grundy::direct
