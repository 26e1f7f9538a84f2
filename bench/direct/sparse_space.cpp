#include "direct/sparse_space.hpp"

#include <bit>
#include <cstddef>
#include <vector>

namespace grundy::direct {
namespace {

constexpr std::size_t limit = 1024;

class Octal {
 public:
  Octal(std::span<const unsigned> digits, const SparseSpace& space,
        std::span<std::uint16_t> nimbers)
      : digits_(digits), space_(space), g_(nimbers), met_(limit, 0) {
    while (split_ < digits.size() && !(digits[split_] & 4)) ++split_;
  }

  void solve(std::size_t n) {
    stamp_ = n + 1;
    meet_takes(n);
    meet_rare_splits(n);
    std::size_t candidate = 0;
    while (met(candidate) || is_rare(candidate, n)) ++candidate;
    meet_common_splits(n, candidate);
    std::size_t mex = 0;
    while (met(mex)) ++mex;
    g_[n] = static_cast<std::uint16_t>(mex);
    if (n > 0 && is_rare(mex, n)) rares_.push_back(n);
  }

 private:
  bool is_rare(std::size_t nimber, std::size_t n) const {
    const auto ones = static_cast<std::size_t>(std::popcount(nimber & space_.mask));
    return (ones + (space_.alternating ? n + split_ : 0)) % 2 == 0;
  }
  bool met(std::size_t nimber) const { return met_[nimber] == stamp_; }
  void meet(std::size_t nimber) { met_[nimber] = stamp_; }

  void meet_takes(std::size_t n) {
    for (std::size_t k = 0; k < digits_.size() && k <= n; ++k) {
      if (digits_[k] & 1 && n == k) meet(0);
      if (digits_[k] & 2 && n > k) meet(g_[n - k]);
    }
  }

  void meet_rare_splits(std::size_t n) {
    for (std::size_t k = 0; k < digits_.size(); ++k) {
      if (!(digits_[k] & 4)) continue;
      for (const std::size_t rare : rares_) {
        if (rare + k >= n) break;
        meet(g_[rare] ^ g_[n - k - rare]);
      }
    }
  }

  // Until all rare nimbers below the candidate are met, or there are no splits left.
  void meet_common_splits(std::size_t n, std::size_t candidate) {
    std::size_t open = 0;
    for (std::size_t v = 0; v < candidate; ++v) open += !met(v);
    for (std::size_t i = 1; open > 0 && 2 * i <= n; ++i)
      for (std::size_t k = 0; k < digits_.size(); ++k) {
        if (!(digits_[k] & 4) || k + 2 * i > n) continue;
        const std::size_t nimber = g_[i] ^ g_[n - k - i];
        open -= nimber < candidate && !met(nimber);
        meet(nimber);
      }
  }

  std::span<const unsigned> digits_;
  SparseSpace space_;
  std::span<std::uint16_t> g_;
  std::vector<std::size_t> met_;  // met_[v] == stamp_: an option has nimber v
  std::vector<std::size_t> rares_;
  std::size_t split_ = 0;
  std::size_t stamp_ = 0;
};

}  // namespace

void octal_nimbers(std::span<const unsigned> digits, const SparseSpace& space,
                   std::span<std::uint16_t> nimbers) {
  Octal octal(digits, space, nimbers);
  for (std::size_t n = 0; n < nimbers.size(); ++n) octal.solve(n);
}

}  // namespace grundy::direct
