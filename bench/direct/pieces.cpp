#include "direct/pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace grundy::direct {
namespace {

constexpr std::size_t nimbers_at_most = 1 << 16;

}  // namespace

void lasker_nimbers(std::span<std::uint16_t> nimbers) {
  std::vector<std::uint32_t> split(nimbers_at_most);  // the last heap that reaches it so
  std::vector<std::uint8_t> taken(nimbers_at_most);
  std::size_t mex_of_taken = 0;
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    const auto heap = static_cast<std::uint32_t>(n + 1);
    for (std::size_t i = 1; 2 * i <= n; ++i)
      split[static_cast<std::size_t>(nimbers[i] ^ nimbers[n - i])] = heap;
    while (taken[mex_of_taken] != 0) ++mex_of_taken;
    std::size_t mex = mex_of_taken;
    while (taken[mex] != 0 || split[mex] == heap) ++mex;
    nimbers[n] = static_cast<std::uint16_t>(mex);
    taken[mex] = 1;
  }
}

void rims_nimbers(std::span<std::uint16_t> nimbers) {
  std::vector<std::uint8_t> marks(nimbers_at_most);
  std::size_t mex = 0;
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    while (marks[mex] != 0) ++mex;
    nimbers[n] = static_cast<std::uint16_t>(mex);
    for (std::size_t i = 0; 2 * i <= n; ++i)
      marks[static_cast<std::size_t>(nimbers[i] ^ nimbers[n - i])] = 1;
  }
}

void mock_turtles_nimbers(std::span<std::uint16_t> nimbers) {
  std::vector<std::uint8_t> marks(nimbers_at_most);
  std::size_t mex = 0;
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    if (n == 1) marks[0] = 1;
    while (marks[mex] != 0) ++mex;
    nimbers[n] = static_cast<std::uint16_t>(mex);
    marks[mex] = 1;
    for (std::size_t i = 0; i < n; ++i) marks[static_cast<std::size_t>(nimbers[i] ^ mex)] = 1;
  }
}

void three_parts_nimbers(std::span<std::uint16_t> nimbers) {
  std::ranges::fill(nimbers, std::uint16_t{0});
  std::vector<std::uint32_t> last(nimbers_at_most);  // the last heap that reaches it
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    const auto heap = static_cast<std::uint32_t>(n + 1);
    for (std::size_t i = 1; 3 * i + 1 <= n; ++i)
      for (std::size_t j = i; i + 2 * j + 1 <= n; ++j)
        last[static_cast<std::size_t>(nimbers[i] ^ nimbers[j] ^ nimbers[n - 1 - i - j])] = heap;
    while (last[nimbers[n]] == heap) ++nimbers[n];
  }
}

}  // namespace grundy::direct
