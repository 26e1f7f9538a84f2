#include "direct/filters.hpp"

#include <cstddef>
#include <vector>

namespace grundy::direct {
namespace {

class Divisors {
 public:
  explicit Divisors(std::size_t heaps) : starts_(heaps + 1) {
    for (std::size_t k = 1; k < heaps; ++k)
      for (std::size_t n = k; n < heaps; n += k) ++starts_[n + 1];
    for (std::size_t n = 0; n < heaps; ++n) starts_[n + 1] += starts_[n];
    divisors_.resize(starts_[heaps]);
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::size_t k = 1; k < heaps; ++k)
      for (std::size_t n = k; n < heaps; n += k)
        divisors_[next[n]++] = static_cast<std::uint32_t>(k);
  }

  std::span<const std::uint32_t> of(std::size_t n) const {
    return std::span(divisors_).subspan(starts_[n], starts_[n + 1] - starts_[n]);
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> divisors_;
};

// each_k(n, use) calls use(k) for every k that may be taken, until one call returns true.
template <class EachK>
void nimbers_of(std::span<std::uint16_t> nimbers, EachK each_k) {
  std::vector<std::uint32_t> met(nimbers.size() + 1);  // the heap with an option of that nimber
  for (std::size_t n = 0; n < nimbers.size(); ++n) {
    const auto stamp = static_cast<std::uint32_t>(n + 1);
    each_k(n, [&](std::size_t k) {
      met[nimbers[n - k]] = stamp;
      return false;
    });
    std::uint16_t nimber = 0;
    while (met[nimber] == stamp) ++nimber;
    nimbers[n] = nimber;
  }
}

template <class EachK>
void outcomes_of(std::span<std::uint8_t> outcomes, EachK each_k) {
  for (std::size_t n = 0; n < outcomes.size(); ++n) {
    outcomes[n] = 0;
    each_k(n, [&](std::size_t k) {
      outcomes[n] = outcomes[n - k] == 0;
      return outcomes[n] == 1;
    });
  }
}

struct EachDivisor {
  Divisors divisors;

  template <class Use>
  void operator()(std::size_t n, Use use) const {
    for (const std::uint32_t k : divisors.of(n))
      if (use(k)) return;
  }
};

constexpr auto each_root = [](std::size_t n, auto use) {
  for (std::size_t k = 1; k * k <= n; ++k)
    if (use(k)) return;
};

constexpr auto each_stride = [](std::size_t n, auto use) {
  const std::size_t first = (4 - n % 3) % 3;
  for (std::size_t k = first == 0 ? 3 : first; k <= n; k += 3)
    if (use(k)) return;
};

constexpr auto each_to_half = [](std::size_t n, auto use) {
  for (std::size_t k = 1; k <= n / 2; ++k)
    if (use(k)) return;
};

constexpr auto each_but_gaps = [](std::size_t n, auto use) {
  for (std::size_t k = 1; k <= n; ++k)
    if (k != 2 && 2 * k != n && use(k)) return;
};

}  // namespace

void divisor_nimbers(std::span<std::uint16_t> nimbers) {
  nimbers_of(nimbers, EachDivisor{Divisors(nimbers.size())});
}
void divisor_outcomes(std::span<std::uint8_t> outcomes) {
  outcomes_of(outcomes, EachDivisor{Divisors(outcomes.size())});
}
void root_nimbers(std::span<std::uint16_t> nimbers) {
  nimbers_of(nimbers, each_root);
}
void root_outcomes(std::span<std::uint8_t> outcomes) {
  outcomes_of(outcomes, each_root);
}
void stride_nimbers(std::span<std::uint16_t> nimbers) {
  nimbers_of(nimbers, each_stride);
}
void half_nimbers(std::span<std::uint16_t> nimbers) {
  nimbers_of(nimbers, each_to_half);
}
void gap_nimbers(std::span<std::uint16_t> nimbers) {
  nimbers_of(nimbers, each_but_gaps);
}

}  // namespace grundy::direct
