// methods/sparse/classes.hpp: rare and common nimbers of a take-and-break game.
//
// Let the class of a heap n with nimber g be popcount(g & mask) mod 2, plus n + k mod 2 if
// `alternating`, where every splitting digit has a k of the same parity: 0 is rare, 1 is common.
// In both cases a split into parts of classes a and b yields a nimber that heap n would have to
// be of class a + b to bear; so two rare or two common parts yield rare nimbers, and a rare and a
// common one a common nimber. This is why common nimbers are known from the few rare parts. It
// holds for any mask whatever the nimbers; a good mask leaves few rare heaps. Winning Ways,
// chapter 4, "Sparse space spells speed"; for alternating classes see A. Flammenkamp,
// http://wwwhomes.uni-bielefeld.de/achim/octal_sparse.html.
//
// The index of a nimber is the nimber without the lowest bit of the mask, which the class of the
// heap makes up for. Indices of xors are xors of indices, and among nimbers of one class, at one
// heap, indices have the order of the nimbers. With mask 0 every nimber is common and is its index.
#pragma once
#include <bit>
#include <cstdint>
#include <span>

#include "methods/sparse/heap_game.hpp"

namespace grundy::sparse {

class Classes {
 public:
  Classes() = default;
  Classes(std::uint32_t mask, bool alternating, std::uint64_t split)
      : mask_(mask), alternating_(alternating), split_(split) {}

  bool operator==(const Classes&) const = default;

  bool all_common() const noexcept { return mask_ == 0; }
  bool alternating() const noexcept { return alternating_; }
  std::uint32_t mask() const noexcept { return mask_; }
  std::uint64_t split() const noexcept { return split_; }

  bool is_rare(std::uint32_t nimber, std::uint64_t heap) const noexcept {
    return mask_ != 0 && (parity(nimber) ^ turn(heap)) == 0;
  }

  // May exceed a byte: see fits().
  std::uint32_t index(std::uint32_t nimber) const noexcept {
    if (mask_ == 0) return nimber;
    const std::uint32_t below = (mask_ & -mask_) - 1;
    return (nimber & below) | ((nimber >> 1) & ~below);
  }
  std::uint32_t nimber(std::uint8_t index, bool rare, std::uint64_t heap) const noexcept {
    if (mask_ == 0) return index;
    const std::uint32_t bit = mask_ & -mask_;
    const std::uint32_t rest = least(index);
    return parity(rest) ^ turn(heap) ^ (rare ? 0u : 1u) ? rest | bit : rest;
  }

  // The least nimber that has the index, in whichever class.
  std::uint32_t least(std::uint32_t index) const noexcept {
    const std::uint32_t below = (mask_ & -mask_) - 1;
    return mask_ == 0 ? index : (index & below) | (index & ~below) << 1;
  }

  // Whether a part of `distance` less than its heap has a nimber that is common for the heap too
  // if it is common for the part.
  bool keeps_class(std::uint64_t distance) const noexcept {
    return !alternating_ || distance % 2 == 0;
  }

 private:
  std::uint32_t parity(std::uint32_t nimber) const noexcept {
    return static_cast<std::uint32_t>(std::popcount(nimber & mask_)) & 1;
  }
  std::uint32_t turn(std::uint64_t heap) const noexcept {
    return alternating_ ? static_cast<std::uint32_t>(heap + split_) & 1 : 0;
  }

  std::uint32_t mask_ = 0;
  bool alternating_ = false;
  std::uint64_t split_ = 0;
};

// Nimbers from here on have no index in any class.
inline constexpr std::uint32_t nimber_limit = 512;

// How many even and odd heaps have each of the nimbers below nimber_limit.
struct Histogram {
  std::int64_t even[nimber_limit] = {};
  std::int64_t odd[nimber_limit] = {};

  void add(std::uint64_t heap, std::uint32_t nimber, std::int64_t weight = 1) noexcept {
    (heap % 2 == 0 ? even : odd)[nimber] += weight;
  }
};

// The classes with the fewest rare heaps; all common if even these are more than a third, or if
// there is nothing to split.
Classes choose_classes(const HeapGame& game, const Histogram& histogram);

}  // namespace grundy::sparse
