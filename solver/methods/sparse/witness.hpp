// methods/sparse/witness.hpp: the proof that heaps guessed to be common are.
//
// A guess is right if every rare nimber below it is reached by some move. Nearly always a split
// into two common parts does that, and many do, so it is enough to try some: first few hundred
// parts that together reach most, the same for all heaps and 64 heaps at a time; what they leave
// over is settled heap by heap, looking at every move if need be.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/sparse/few.hpp"
#include "methods/sparse/heaps.hpp"

namespace grundy::sparse {

// The first heap whose guess is wrong, and its nimber, which is rare.
struct RareFound {
  std::uint64_t heap;
  std::uint32_t nimber;
};

// A task of checking: many blocks of 64, few enough for several tasks.
inline constexpr std::uint64_t heaps_in_check = 512;

class Witnesses {
 public:
  // For heaps from heaps.size() on, chosen for so many planes of marks.
  Witnesses(const Heaps& heaps, std::size_t planes);

  // Checks the guesses of `count` heaps from `first` on, with so many planes of marks; indices
  // beyond them are looked for one by one. Thread-safe.
  std::optional<RareFound> check(std::uint64_t first, std::size_t count, std::size_t planes) const;

 private:
  // Bit x % 8 of byte x / 8: the rare nimber of index x is above the guess.
  using Unwanted = std::array<std::uint8_t, kernels::max_planes>;

  void choose_partners(std::size_t planes);
  void turn_around();
  void list_unwanted();
  const Unwanted& unwanted(std::uint64_t heap) const {
    return unwanted_[heap % 2][heaps_.index()[heap]];
  }
  std::optional<RareFound> check_block(std::uint64_t first, std::size_t count, std::size_t planes,
                                       std::span<std::uint8_t> marks) const;
  std::optional<std::uint8_t> unreached(std::uint64_t heap, std::size_t l, std::size_t planes,
                                        std::span<const std::uint8_t> marks,
                                        const kernels::FewUnmarked& unmarked) const;
  bool reaches(std::uint64_t heap, std::uint8_t index) const;

  const Heaps& heaps_;
  std::uint64_t split_;                                // the least digit that splits
  std::vector<kernels::Partner> marked_;               // by distance
  std::vector<kernels::Partner> tried_;                // by distance, too
  std::array<std::array<Unwanted, 256>, 2> unwanted_;  // by parity and index of the heap
  // Indices of the first heaps, the last one first: fewer than half, so that no split is into these
  // alone, and none has equal parts.
  std::vector<std::uint8_t> backwards_;
  std::vector<std::uint8_t> backwards_rare_;  // 255 where such a heap is rare, else 0
};

}  // namespace grundy::sparse
