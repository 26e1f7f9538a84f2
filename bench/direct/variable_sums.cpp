#include "direct/variable_sums.hpp"

#include <cstddef>
#include <vector>

#include "direct/met.hpp"

namespace grundy::direct {
void rising_nimbers(std::span<std::uint16_t> nimbers) {
  Met met(nimbers.size());
  std::vector<std::uint16_t> before(nimbers.size() + 1);  // xor of all heaps below
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    met.clear();
    for (std::size_t k = 2; k * (k + 1) <= 2 * n; ++k) {
      const std::size_t rest = n - k * (k - 1) / 2;
      if (rest % k == 0) met.add(before[rest / k + k] ^ before[rest / k]);
    }
    nimbers[n] = met.mex();
    before[n + 1] = before[n] ^ nimbers[n];
  }
}

void ruler_nimbers(std::span<std::uint16_t> nimbers) {
  Met met(2 * nimbers.size());
  std::vector<std::uint16_t> before(nimbers.size() + 1);
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    met.clear();
    for (std::size_t i = 0; i <= n; ++i) met.add(before[n] ^ before[i]);
    nimbers[n] = met.mex();
    before[n + 1] = before[n] ^ nimbers[n];
  }
}

void ruler_nimbers_by_loops(std::span<std::uint16_t> nimbers) {
  Met met(2 * nimbers.size());
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    met.clear();
    std::uint16_t sum = 0;
    met.add(sum);
    for (std::size_t i = n; i-- > 0;) met.add(sum ^= nimbers[i]);
    nimbers[n] = met.mex();
  }
}

void tower_nimbers(std::span<std::uint16_t> nimbers) {
  Met met(nimbers.size());
  const std::size_t highest = nimbers.size();
  std::vector<std::vector<std::uint32_t>> counts(highest + 1);  // of towers, by height
  for (std::size_t k = 2; k <= highest; ++k)
    for (std::size_t n = k; n <= highest; n += k)
      counts[n].push_back(static_cast<std::uint32_t>(k));
  for (std::size_t n = 1; n <= highest; ++n) {
    met.clear();
    for (const std::uint32_t k : counts[n]) met.add(k % 2 == 0 ? 0 : nimbers[n / k - 1]);
    nimbers[n - 1] = met.mex();
  }
}

}  // namespace grundy::direct
