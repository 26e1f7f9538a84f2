#include "kernels/sparse/mex.hpp"

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

// Calls mark() with what the neighbours of heap l reach.
template <class Mark>
void mark_neighbours(const std::uint8_t* heap, std::size_t l, const Neighbours& neighbours,
                     Mark mark) noexcept {
  const auto other = [&](const Partner& partner) {
    return static_cast<std::uint8_t>(*(heap - partner.distance) ^ partner.index);
  };
  for (const auto& [partner, heaps] : neighbours.partial)
    if (heaps >> l & 1) mark(other(partner));
  for (const Partner& partner : neighbours.near) mark(other(partner));
}

template <std::size_t words>
std::size_t solve(std::uint8_t* index, std::size_t first, std::size_t end,
                  const Neighbours& neighbours, std::size_t planes,
                  std::span<std::uint8_t> marks) noexcept {
  for (std::size_t l = first; l < end; ++l) {
    if (l % heaps_in_step == 0)
      mark_splits_of_step(index + l, neighbours.middle, planes, marks.subspan(l));
    IndexSet<words> set;
    for (std::size_t p = 0; p < planes; ++p) set.insert_eight(p, marks[heaps_in_block * p + l]);
    mark_neighbours(index + l, l, neighbours, [&](std::uint8_t x) { set.insert(x); });
    const std::size_t least = set.least_missing();
    if (least >= 8 * planes) return l;
    index[l] = static_cast<std::uint8_t>(least);
  }
  return end;
}

}  // namespace

std::size_t least_unmarked(std::uint8_t* index, std::size_t first, std::size_t end,
                           const Neighbours& neighbours, std::size_t planes,
                           std::span<std::uint8_t> marks) noexcept {
  return planes <= 8 ? solve<1>(index, first, end, neighbours, planes, marks)
                     : solve<4>(index, first, end, neighbours, planes, marks);
}

std::size_t least_of_few(std::uint8_t* index, std::size_t first, std::size_t end,
                         const Neighbours& neighbours, FewUnmarked& unmarked) noexcept {
  std::array<std::uint8_t, 256> last_met;  // the last heap whose neighbours reach the index
  last_met.fill(heaps_in_block);
  for (std::size_t l = first; l < end; ++l) {
    if (l % heaps_in_step == 0) try_splits_of_step(index, l, neighbours.middle, unmarked);
    const auto heap = static_cast<std::uint8_t>(l);
    mark_neighbours(index + l, l, neighbours, [&](std::uint8_t x) { last_met[x] = heap; });
    std::size_t t = 0;
    while (t < few && (unmarked.reached[t][l] || last_met[unmarked.index[t][l]] == heap)) ++t;
    if (t == few) return l;
    index[l] = unmarked.index[t][l];
  }
  return end;
}

}  // namespace grundy::kernels
