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
    for (std::size_t k = 0; k < digits.size(); ++k)
      if (digits[k] & 4) splits_.push_back(k);
  }

  void solve(std::size_t n) {
    stamp_ = static_cast<std::uint32_t>(n + 1);
    meet_takes(n);
    meet_rare_splits(n);
    std::size_t candidate = 0;
    while (met(candidate) || is_rare(candidate, n)) ++candidate;
    meet_common_splits(n, candidate);
    std::size_t mex = 0;
    while (met(mex)) ++mex;
    g_[n] = static_cast<std::uint16_t>(mex);
    if (n > 0 && is_rare(mex, n)) rares_.push_back({static_cast<std::uint32_t>(n), g_[n]});
  }

 private:
  struct Rare {
    std::uint32_t heap;
    std::uint16_t nimber;
  };

  bool is_rare(std::size_t nimber, std::size_t n) const {
    const auto ones = static_cast<std::size_t>(std::popcount(nimber & space_.mask));
    return (ones + (space_.alternating ? n + splits_.front() : 0)) % 2 == 0;
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
    for (const std::size_t k : splits_)
      for (const Rare& rare : rares_) {
        if (rare.heap + k >= n) break;
        meet(rare.nimber ^ g_[n - k - rare.heap]);
      }
  }

  // Until all rare nimbers below the candidate are met, or there are no splits left. Counting them
  // after some splits, not after each, leaves the loop without a branch that waits for memory.
  void meet_common_splits(std::size_t n, std::size_t candidate) {
    std::size_t least = 0;
    for (std::size_t from = 1; from <= n / 2; from += batch) {
      while (least < candidate && met(least)) ++least;
      if (least == candidate) return;
      for (const std::size_t k : splits_)
        for (std::size_t i = from; i < from + batch && k + 2 * i <= n; ++i)
          meet(g_[i] ^ g_[n - k - i]);
    }
  }

  static constexpr std::size_t batch = 64;

  std::span<const unsigned> digits_;
  std::vector<std::size_t> splits_;  // digits that leave two heaps
  SparseSpace space_;
  std::span<std::uint16_t> g_;
  std::vector<std::uint32_t> met_;  // met_[v] == stamp_: an option has nimber v
  std::vector<Rare> rares_;
  std::uint32_t stamp_ = 0;
};

}  // namespace

void octal_nimbers(std::span<const unsigned> digits, const SparseSpace& space,
                   std::span<std::uint16_t> nimbers) {
  Octal octal(digits, space, nimbers);
  for (std::size_t n = 0; n < nimbers.size(); ++n) octal.solve(n);
}

}  // namespace grundy::direct
