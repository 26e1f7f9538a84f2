// methods/sparse/guess.hpp: the nimbers of a stretch of heaps if all of them are common.
//
// Then a heap's nimber is the least common one that neither a take nor a split with a rare part
// reaches. The splits are sorted by how near the other part is: `far` ones may be marked before
// the heaps just below the stretch are known, by several threads; `near` ones 64 heaps at a time;
// the rest heap by heap. Splits into two rare parts reach rare nimbers and must not be marked. Nor
// must those into equal parts, where these are against the rules: equal parts are of one class, so
// that matters only while all heaps count as common.
//
// Where there are many rare parts, marks are made of the best ones only, so that few indices up
// to the nimber are left unmarked; whether the other parts reach these is then tried.
#pragma once
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/sparse/marks.hpp"
#include "kernels/sparse/mex.hpp"
#include "methods/sparse/heaps.hpp"

namespace grundy::sparse {

// The partners, by distance, that are not worth a mark; none if all are. Requires that all windows
// of heaps from heaps.size() on are free of rares.
std::vector<kernels::Partner> choose_tried(const Heaps& heaps, std::size_t planes);

class Guess {
 public:
  // For heaps from `first` on to end - 1. Splits whose parts differ in distance by at least
  // `far` (a multiple of 64) are far. Requires first <= heaps.size() and first > every take.
  // Marks all if the windows of partners to be tried are not free of rares any more.
  Guess(const Heaps& heaps, std::span<const kernels::Partner> tried, std::uint64_t first,
        std::uint64_t end, std::uint64_t far, std::size_t planes);

  std::size_t bytes_of_marks() const noexcept { return kernels::heaps_in_block * planes_; }
  bool has_far() const noexcept { return !far_.empty(); }

  // Marks the far splits of the 64 heaps from `heap` on. Thread-safe.
  void mark_far(std::uint64_t heap, std::span<std::uint8_t> marks) const noexcept;

  // Sets the indices of `count` <= 64 heaps from `heap` on, given their far marks. Heaps for which
  // the planes do not do are solved one by one, so planes need not do for all. False if these are
  // too many, or an index exceeds a byte. Not thread-safe.
  bool finish(std::uint64_t heap, std::size_t count, std::uint8_t* index,
              std::span<std::uint8_t> marks);

 private:
  struct Unlike {
    kernels::Partner partner;
    std::uint64_t except;  // the heap that must not be split so, for the parts would be equal
  };

  bool is_tried(const kernels::Partner& partner) const;
  void sort_in(std::uint64_t part, std::uint64_t digit, std::uint64_t first, std::uint64_t far);
  std::optional<std::uint8_t> least_index(std::uint64_t heap, std::size_t l,
                                          std::span<const std::uint8_t> marks) const;
  void meet(const kernels::Partner& partner, std::uint64_t heap, std::bitset<256>& met) const;
  void meet_neighbours(std::uint64_t heap, std::bitset<256>& met) const;
  void gather_neighbours(std::uint64_t heap);
  void add_neighbour(const kernels::Partner& partner, std::uint64_t heaps);

  const Heaps& heaps_;
  std::span<const kernels::Partner> tried_;
  std::uint64_t first_;
  std::size_t planes_;
  std::uint64_t singles_ = 0;                 // heaps for which the planes did not do
  std::vector<kernels::Partner> far_, near_;  // by distance
  std::vector<kernels::Partner> within_;      // nearer than 64
  std::vector<kernels::Partner> late_;        // that only some heaps can split off
  std::vector<Unlike> unlike_;
  std::vector<kernels::Partner> neighbours_;  // nearer than 16
  std::vector<kernels::Partner> middle_;
  std::vector<kernels::PartialPartner> partial_;
};

}  // namespace grundy::sparse
