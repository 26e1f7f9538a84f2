// methods/sparse/heaps.hpp: the heaps of a take-and-break game that are solved so far.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/sparse/marks.hpp"
#include "methods/sparse/classes.hpp"
#include "methods/sparse/heap_game.hpp"

namespace grundy::sparse {

// Nimbers by the definition, from all moves of one heap after the other: O(heap) time each.
class Definition {
 public:
  explicit Definition(const HeapGame& game) : game_(game), stamps_(1 << 17) {}
  // That of heap nimbers.size(), from those of all smaller heaps.
  std::uint32_t next(std::span<const std::uint16_t> nimbers);

 private:
  void mark(const family::HeapMove& move, std::span<const std::uint16_t> nimbers);

  const HeapGame& game_;
  std::vector<std::uint64_t> stamps_;  // stamps_[v] == heap + 1: v is the nimber of an option
};

// An index for each heap, and the rare heaps besides. Reading is safe from any thread while
// nobody changes anything but indices from size() on.
class Heaps {
 public:
  // `index` has room for all heaps; they begin as `nimbers`, below 256, which all are common.
  Heaps(const HeapGame& game, std::span<const std::uint16_t> nimbers, std::uint8_t* index);

  const HeapGame& game() const noexcept { return game_; }
  const Classes& classes() const noexcept { return classes_; }
  std::uint64_t size() const noexcept { return size_; }  // heaps 0 .. size() - 1 are proved
  std::uint8_t* index() noexcept { return index_; }
  const std::uint8_t* index() const noexcept { return index_; }
  const std::vector<std::uint64_t>& rares() const noexcept { return rares_; }
  bool is_rare(std::uint64_t heap) const noexcept { return heap < rare_end() && flags_[heap] != 0; }
  // Bit l: heap first + l is rare.
  std::uint64_t rares_from(std::uint64_t first) const noexcept;
  // 255 for each rare heap and 0 for the others, for the heaps up to the last rare one and some
  // more; heaps from rare_end() on are not rare.
  const std::uint8_t* rare_flags() const noexcept { return flags_.data(); }
  std::uint64_t rare_end() const noexcept { return rares_.empty() ? 0 : rares_.back() + 1; }
  std::uint32_t nimber(std::uint64_t heap) const noexcept {
    return classes_.nimber(index_[heap], is_rare(heap), heap);
  }

  // The heaps below `size`, which all are common since the last one known, are proved.
  void prove(std::uint64_t size) noexcept { size_ = size; }
  // Heap size() has this rare nimber.
  void add_rare(std::uint32_t nimber);

  // Whether some move from the heap reaches the nimber: looks at all of them if need be.
  // Requires indices below the heap.
  bool reaches(std::uint64_t heap, std::uint32_t nimber) const noexcept;

  // For those who go on from a saved state: makes room for so many heaps and rare ones; then both
  // are filled in; then index_rares() tells whether the rare ones ascend and are heaps.
  void make_room(std::uint64_t size, const Classes& classes, std::size_t rares);
  std::span<std::uint64_t> rares_to_fill() noexcept { return rares_; }
  bool index_rares();

  // Of all heaps, by a sample, and of as many that are to come, if these are as the last 65536.
  Histogram histogram() const;
  void change_classes(const Classes& classes);
  // All but few of the last heaps have no index above it.
  std::uint32_t usual_index() const noexcept;

 private:
  void insert_rare(std::uint64_t heap);
  bool takes_to(std::uint64_t heap, std::uint32_t nimber) const noexcept;
  bool splits_to(std::uint64_t rest, unsigned digit, std::uint32_t nimber) const noexcept;

  const HeapGame& game_;
  Classes classes_;
  std::uint8_t* index_;
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> rares_;  // ascending
  std::vector<std::uint8_t> flags_;
};

inline bool nearer(const kernels::Partner& a, const kernels::Partner& b) {
  return a.distance < b.distance;
}

// Of partners in order of distance, those that leave heaps beyond all rare ones, whichever of 64
// heaps from `heap` on is split.
std::span<const kernels::Partner> beyond_rares(const Heaps& heaps,
                                               std::span<const kernels::Partner> partners,
                                               std::uint64_t heap);

// Marks what 64 heaps from `heap` on reach by splits with these partners, in order of distance,
// that leave a common part: see kernels/sparse/marks.hpp. Requires distances of 64 or more.
void mark_common_splits(const Heaps& heaps, std::span<const kernels::Partner> partners,
                        std::uint64_t heap, std::size_t planes, std::span<std::uint8_t> marks);

}  // namespace grundy::sparse
