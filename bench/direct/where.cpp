#include "direct/where.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "direct/mex.hpp"

namespace grundy::direct {
namespace {

class Chomp {
 public:
  explicit Chomp(std::size_t largest) : largest_(largest), side_(largest + 1) {}

  // Calls solve(rank, for_each_option) for each position, after its options.
  template <class Solve>
  void for_each_position(Solve solve) const {
    for (std::size_t a = 1; a <= largest_; ++a)
      for (std::size_t b = 0; b <= a; ++b)
        for (std::size_t c = 0; c <= b; ++c)
          for (std::size_t d = 0; d <= c; ++d)
            solve(rank(a, b, c, d), [&](auto use) {
              for (std::size_t i = 0; i < d; ++i) use(rank(a, b, c, i));
              for (std::size_t i = 0; i < c; ++i) use(rank(a, b, i, std::min(d, i)));
              for (std::size_t i = 0; i < b; ++i) use(rank(a, i, std::min(c, i), std::min(d, i)));
              for (std::size_t i = 1; i < a; ++i)
                use(rank(i, std::min(b, i), std::min(c, i), std::min(d, i)));
            });
  }

 private:
  std::size_t rank(std::size_t a, std::size_t b, std::size_t c, std::size_t d) const {
    return (((a - 1) * side_ + b) * side_ + c) * side_ + d;
  }

  std::size_t largest_;
  std::size_t side_;
};

}  // namespace

void chomp4_outcomes(std::size_t largest, std::span<std::uint8_t> outcomes) {
  std::ranges::fill(outcomes, std::numeric_limits<std::uint8_t>::max());
  Chomp(largest).for_each_position([&](std::size_t at, auto for_each_option) {
    std::uint8_t outcome = 0;
    for_each_option(
        [&](std::size_t option) { outcome |= static_cast<std::uint8_t>(1 - outcomes[option]); });
    outcomes[at] = outcome;
  });
}

void chomp4_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  std::ranges::fill(nimbers, std::numeric_limits<std::uint16_t>::max());
  Mex mex(4 * largest);
  Chomp(largest).for_each_position([&](std::size_t at, auto for_each_option) {
    mex.clear();
    for_each_option([&](std::size_t option) { mex.exclude(nimbers[option]); });
    nimbers[at] = static_cast<std::uint16_t>(mex.value());
  });
}

void coins_nimbers(std::size_t largest, std::span<std::uint16_t> nimbers) {
  std::ranges::fill(nimbers, std::numeric_limits<std::uint16_t>::max());
  const std::size_t side = largest + 1;
  const std::array<std::size_t, 3> strides{side * side, side, 1};
  Mex mex(3 * largest);
  // Coins are all alike, so sorted tuples are solved and copied.
  for (std::size_t a = 0; a < side; ++a)
    for (std::size_t b = a + 1; b < side; ++b)
      for (std::size_t c = b + 1; c < side; ++c) {
        const std::array<std::size_t, 3> coins{a, b, c};
        const std::size_t rank = a * strides[0] + b * strides[1] + c;
        mex.clear();
        for (std::size_t coin = 0; coin < 3; ++coin)
          for (std::size_t to = 0; to < coins[coin]; ++to)
            if (to != a && to != b && to != c)
              mex.exclude(nimbers[rank - (coins[coin] - to) * strides[coin]]);
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
          nimbers[coins[order[0]] * strides[0] + coins[order[1]] * strides[1] + coins[order[2]]] =
              static_cast<std::uint16_t>(mex.value());
        } while (std::ranges::next_permutation(order).found);
      }
}

}  // namespace grundy::direct
