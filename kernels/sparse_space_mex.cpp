#include "kernels/sparse_space_mex.hpp"

#include <array>
#include <bit>

namespace grundy::kernels {
namespace {

// A set of indices below 64 * words.
template <std::size_t words>
class IndexSet {
 public:
  void insert(std::uint8_t index) noexcept {
    if constexpr (words == 1)
      word_[0] |= std::uint64_t{index < 64} << (index % 64);
    else
      word_[index / 64] |= std::uint64_t{1} << (index % 64);
  }
  void insert_eight(std::size_t plane, std::uint8_t bits) noexcept {
    word_[plane / 8] |= std::uint64_t{bits} << (8 * (plane % 8));
  }
  std::size_t least_missing() const noexcept {
    for (std::size_t w = 0; w < words; ++w)
      if (~word_[w] != 0) return 64 * w + static_cast<std::size_t>(std::countr_one(word_[w]));
    return 64 * words;
  }

 private:
  std::array<std::uint64_t, words> word_{};
};

template <std::size_t words>
std::size_t solve(std::uint8_t* index, std::size_t count, std::span<const Partner> partners,
                  std::span<const PartialPartner> partial, std::size_t planes,
                  const std::uint8_t* marks) noexcept {
  for (std::size_t l = 0; l < count; ++l) {
    IndexSet<words> set;
    for (std::size_t p = 0; p < planes; ++p) set.insert_eight(p, marks[heaps_in_block * p + l]);
    const std::uint8_t* heap = index + l;
    for (const auto& [partner, heaps] : partial)
      if (heaps >> l & 1) set.insert(*(heap - partner.distance) ^ partner.index);
    for (const Partner& partner : partners) set.insert(*(heap - partner.distance) ^ partner.index);
    const std::size_t least = set.least_missing();
    if (least >= 8 * planes) return l;
    index[l] = static_cast<std::uint8_t>(least);
  }
  return count;
}

}  // namespace

std::size_t least_unmarked(std::uint8_t* index, std::size_t count,
                           std::span<const Partner> partners,
                           std::span<const PartialPartner> partial, std::size_t planes,
                           std::span<const std::uint8_t> marks) noexcept {
  return planes <= 8 ? solve<1>(index, count, partners, partial, planes, marks.data())
                     : solve<4>(index, count, partners, partial, planes, marks.data());
}

}  // namespace grundy::kernels
