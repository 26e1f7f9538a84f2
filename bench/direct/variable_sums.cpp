#include "direct/variable_sums.hpp"

#include <bit>
#include <cstddef>
#include <vector>

namespace grundy::direct {
namespace {

// Nimbers met, by the heap that met them last.
class Met {
 public:
  explicit Met(std::size_t heaps) : last_(std::bit_ceil(heaps + 1)) {}
  void begin(std::size_t heap) noexcept { heap_ = static_cast<std::uint32_t>(heap + 1); }
  void add(std::size_t nimber) noexcept { last_[nimber] = heap_; }
  std::uint16_t mex() const noexcept {
    std::uint16_t least = 0;
    while (last_[least] == heap_) ++least;
    return least;
  }

 private:
  std::vector<std::uint32_t> last_;
  std::uint32_t heap_ = 0;
};

}  // namespace

void rising_nimbers(std::span<std::uint16_t> nimbers) {
  Met met(nimbers.size());
  std::vector<std::uint16_t> before(nimbers.size() + 1);  // xor of all heaps below
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    met.begin(n);
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
    met.begin(n);
    for (std::size_t i = 0; i <= n; ++i) met.add(before[n] ^ before[i]);
    nimbers[n] = met.mex();
    before[n + 1] = before[n] ^ nimbers[n];
  }
}

void ruler_nimbers_by_loops(std::span<std::uint16_t> nimbers) {
  Met met(2 * nimbers.size());
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    met.begin(n);
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
    met.begin(n);
    for (const std::uint32_t k : counts[n]) met.add(k % 2 == 0 ? 0 : nimbers[n / k - 1]);
    nimbers[n - 1] = met.mex();
  }
}

}  // namespace grundy::direct
