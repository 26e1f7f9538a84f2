// sweep/sparse_space_witness.hpp: the proof that heaps guessed to be common are.
//
// A guess is right if every rare nimber below it is reached by some move. Nearly always a split
// into two common parts does that, and many do, so it is enough to try some: for 512 heaps at a
// time, with kernels/sparse_space_cover.hpp, until nearly all of them have met one. What is
// still open is settled heap by heap, looking at every move if need be.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/sparse_space_cover.hpp"
#include "kernels/sparse_space_find.hpp"
#include "sweep/sparse_space_heaps.hpp"

namespace grundy::sweep {

// The first heap whose guess is wrong, and its nimber, which is rare.
struct RareFound {
  std::uint64_t heap;
  std::uint32_t nimber;
};

class Witnesses {
 public:
  // For heaps from heaps.size() on.
  explicit Witnesses(const Heaps& heaps);

  // What one thread needs for checking.
  struct Scratch {
    std::vector<std::uint16_t> offsets;
    std::vector<std::uint32_t> starts = std::vector<std::uint32_t>(257);
    std::vector<kernels::HeapSet> above = std::vector<kernels::HeapSet>(nimber_limit + 1);
    std::vector<kernels::HeapSet> open;    // by index: heaps that must still reach it
    std::vector<kernels::ByteSet> wanted;  // the same by heap
    std::vector<std::uint16_t> wanted_sizes;
  };

  // Checks the guesses of `count` <= 512 heaps from `first` on. Thread-safe, one scratch each.
  std::optional<RareFound> check(std::uint64_t first, std::size_t count, Scratch& scratch) const;

 private:
  std::uint64_t left_out(std::uint64_t heap, std::uint64_t origin) const;
  std::uint64_t choose_origin() const;
  void index_rows();
  void turn_around();
  std::optional<std::uint8_t> unreached(std::uint64_t heap, kernels::ByteSet& wanted,
                                        std::size_t size) const;
  kernels::Trials trials_at(std::uint64_t first, Scratch& scratch) const;
  std::uint32_t gather(std::uint64_t first, std::size_t count, Scratch& scratch) const;
  kernels::HeapSet heaps_above(std::uint8_t index, std::uint64_t first,
                               const Scratch& scratch) const;

  const Heaps& heaps_;
  std::uint64_t origin_ = 0;  // X of the kernel
  std::uint64_t split_ = 0;   // k of the kernel
  std::size_t offsets_ = 0;   // trials for each block
  std::size_t row_bytes_ = 64;
  std::vector<std::uint8_t> rows_;
  std::vector<std::uint8_t> order_;
  std::vector<std::uint8_t> backwards_;  // indices of heaps from origin_ on, the last one first
  std::vector<std::uint8_t> backwards_rare_;  // 255 where such a heap is rare, else 0
};

}  // namespace grundy::sweep
