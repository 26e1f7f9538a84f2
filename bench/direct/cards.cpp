#include "direct/cards.hpp"

#include <algorithm>

namespace grundy::direct {
namespace {

// Distances in memory between neighbours along a, b and c.
struct Strides {
  explicit Strides(const CardBox& box) : c(box.d + 1), b((box.c + 1) * c), a((box.b + 1) * b) {}
  std::size_t c, b, a;
};

}  // namespace

std::vector<std::uint8_t> asked_for(std::size_t largest, std::span<const std::uint8_t> closure) {
  const CardBox box = card_closure(largest);
  std::vector<std::uint8_t> part;
  for (std::size_t ab = 0; ab < (box.a + 1) * (box.b + 1); ++ab)
    for (std::size_t c = 0; c <= largest; ++c) {
      const auto row = closure.subspan((ab * (box.c + 1) + c) * (box.d + 1), largest + 1);
      part.insert(part.end(), row.begin(), row.end());
    }
  return part;
}

void card_outcomes(const CardBox& box, std::span<std::uint8_t> outcomes) {
  const Strides along(box);
  std::size_t at = 0;
  for (std::size_t a = 0; a <= box.a; ++a)
    for (std::size_t b = 0; b <= box.b; ++b)
      for (std::size_t c = 0; c <= box.c; ++c)
        for (std::size_t d = 0; d <= box.d; ++d, ++at) {
          bool wins = false;
          if (a >= 1 && a + b + c + d >= 2) wins |= outcomes[at - along.a] == 0;
          if (b >= 2 && c < box.c) wins |= outcomes[at - 2 * along.b + along.c] == 0;
          if (b >= 1 && c >= 1 && d < box.d) wins |= outcomes[at - along.b - along.c + 1] == 0;
          outcomes[at] = wins;
        }
}

void card_outcomes_by_rows(const CardBox& box, std::span<std::uint8_t> outcomes) {
  const Strides along(box);
  std::uint8_t* row = outcomes.data();
  // Marks the positions d = from .. to - 1 of the row whose option `distance` back is P.
  const auto win = [&](std::size_t from, std::size_t to, std::size_t distance) {
    const std::uint8_t* options = row - distance;
    for (std::size_t d = from; d < to; ++d) row[d] |= options[d] == 0;
  };
  const std::size_t length = box.d + 1;
  for (std::size_t a = 0; a <= box.a; ++a)
    for (std::size_t b = 0; b <= box.b; ++b)
      for (std::size_t c = 0; c <= box.c; ++c, row += length) {
        std::fill_n(row, length, std::uint8_t{0});
        if (a >= 1) win(a + b + c >= 2 ? 0 : 1, length, along.a);
        if (b >= 2 && c < box.c) win(0, length, 2 * along.b - along.c);
        if (b >= 1 && c >= 1) win(0, length - 1, along.b + along.c - 1);
      }
}

}  // namespace grundy::direct
