// methods/heap/sparse_witness.hpp: the proof that heaps that were guessed to be common are so.
//
// A guess is right if some move reaches every rare nimber below it. Nearly always a split into two
// common parts does, and many splits do, so it is enough to try some. A few hundred parts that
// together reach most come first, the same for all heaps and 64 heaps at a time. What they leave is
// decided heap by heap, by trying every move if need be.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/sparse/few.hpp"
#include "kernels/sparse/marks.hpp"
#include "methods/heap/sparse_heaps.hpp"

namespace grundy::sparse {

// The first heap whose guess is wrong, and its nimber, which is rare. Unless it is proved, it may
// be right: heaps that were dropped would tell.
struct RareFound {
  std::uint64_t heap;
  std::uint32_t nimber;
  bool proved;
};

// A task of checking: many blocks of 64, few enough for several tasks.
inline constexpr std::uint64_t heaps_in_check = 512;

class Witnesses {
 public:
  // For heaps from heaps.size() on, chosen for that many planes of marks.
  Witnesses(const Heaps& heaps, std::size_t planes);

  // Checks the guesses of `count` heaps from `first` on, with that many planes of marks. Indices
  // beyond them are searched one by one. Thread-safe.
  std::optional<RareFound> check(std::uint64_t first, std::size_t count, std::size_t planes) const;

 private:
  // Bit x % 8 of byte x / 8: the rare nimber of index x is above the guess.
  using Unwanted = std::array<std::uint8_t, kernels::max_planes>;

  void choose_partners(std::size_t planes);
  void reverse_first_heaps();
  void list_unwanted();
  const Unwanted& unwanted(std::uint64_t heap) const {
    return unwanted_[heap % 2][heaps_.index(heap)];
  }
  std::optional<RareFound> check_block(std::uint64_t first, std::size_t count, std::size_t planes,
                                       std::span<std::uint8_t> marks) const;
  // An index of a rare nimber that no known move reaches.
  struct Unreached {
    std::uint8_t index;
    bool proved;
  };
  std::optional<Unreached> unreached(std::uint64_t heap, std::size_t l, std::size_t planes,
                                     std::span<const std::uint8_t> marks,
                                     const kernels::FewUnmarked& unmarked) const;
  Reach reaches(std::uint64_t heap, std::uint8_t index) const;

  const Heaps& heaps_;
  std::uint64_t split_;                                // the least digit that splits
  std::vector<kernels::Partner> marked_;               // by distance
  std::vector<kernels::Partner> tried_;                // by distance, too
  std::array<std::array<Unwanted, 256>, 2> unwanted_;  // by parity and index of the heap
  // Indices of the first heaps, the last one first: fewer than half, so that no split leaves two of
  // these, or equal parts.
  std::vector<std::uint8_t> backwards_;
  std::vector<std::uint8_t> backwards_rare_;  // 255 where such a heap is rare, else 0
};

// Which splits to try first, and how.
//
// A heap of nimber g has to reach all smaller nimbers, the common ones by splits with a rare part,
// the rare ones by splits into two common parts. A partner reaches at most one of them for each
// heap. But some partners are much better than others at what the rest leaves, and they stay so. In
// 0.6 the best 600 of the first 8,000 parts, chosen by heaps from 1 to 2 * 10^6, leave 0.75 of 58
// rare nimbers unreached for heaps of 9 * 10^6; the first 2,000 parts in order leave 2.3. The
// reason: nimbers follow n * t mod 1 for a few numbers t. (In 0.6 popcount(g & 0x39) mod 2 does in
// nine heaps of ten, with t about 117 / 336.) Where a sum of two such phases has the wrong sign,
// only parts that do not follow help.

enum class Wanted : std::uint8_t { common, rare };

// Orders the partners greedily: each reaches most of what those before it leave, until nothing is
// left; the others follow. Returns for k = 0, 1, .. the fraction of heaps of which the first k
// leave more than `few` nimbers, measured on a sample of heaps that was not used for the choice.
// Requires classes with rare heaps, and distances below half of heaps.size(). O(partners chosen *
// sample) time, for a sample of a thousand heaps at most.
std::vector<double> order_by_coverage(const Heaps& heaps, Wanted wanted, std::size_t few,
                                      std::vector<kernels::Partner>& partners);

// What a partner costs each heap, in instructions of vectors of 32 bytes.
constexpr double cost_of_mark(std::size_t planes) {
  return (10 + 3 * static_cast<double>(planes)) / 32;
}
constexpr double cost_of_trial() {
  return (3 + 2 * static_cast<double>(kernels::few)) / 32;
}

// How many of the ordered partners to mark for the least cost, if the others are tried and each
// heap beyond `few` (see order_by_coverage) costs `cost_beyond` instructions.
std::size_t how_many_to_mark(const std::vector<double>& beyond, std::size_t planes,
                             double cost_beyond);

}  // namespace grundy::sparse
