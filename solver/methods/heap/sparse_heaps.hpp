// methods/heap/sparse_heaps.hpp: classes of nimbers of a take-and-break game, its heaps that are
// solved so far, and the proof that they repeat.
#pragma once
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/sparse/marks.hpp"
#include "methods/heap/sparse.hpp"
#include "methods/period.hpp"

namespace grundy::sparse {

// Rare and common nimbers of a take-and-break game.
//
// Let the class of a heap n with nimber g be popcount(g & mask) mod 2, plus n + k mod 2 if
// `alternating`, where every splitting digit has a k of the same parity: 0 is rare, 1 is common.
// In both cases a split into parts of classes a and b yields a nimber that heap n would have to
// be of class a + b to bear; so two rare or two common parts yield rare nimbers, and a rare and a
// common one a common nimber. This is why common nimbers are known from the few rare parts. It
// holds for any mask, whatever the nimbers. A good mask leaves few rare heaps. Winning Ways,
// chapter 4, "Sparse space spells speed"; for alternating classes see A. Flammenkamp,
// http://wwwhomes.uni-bielefeld.de/achim/octal_sparse.html.
//
// The index of a nimber is the nimber without the lowest bit of the mask, which the class of the
// heap determines. Indices of xors are xors of indices, and among nimbers of one class, at one
// heap, indices have the order of the nimbers. With mask 0 every nimber is common and is its index.
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

  // May exceed a byte from nimber 256 on, or nimber_limit with a mask.
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

  // The least nimber that has the index, in either class.
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

// The classes with the fewest rare heaps. All are common if even so more than a third of the heaps
// are rare, or if there is nothing to split.
Classes choose_classes(const HeapGame& game, const Histogram& histogram);

// Nimbers by the definition, from all moves of one heap after the other: O(heap) time each.
class Definition {
 public:
  explicit Definition(const HeapGame& game) : game_(game), stamps_(1 << 17) {}
  // The nimber of heap nimbers.size(), from those of all smaller heaps.
  std::uint32_t next(std::span<const std::uint16_t> nimbers);

 private:
  void mark(const family::HeapMove& move, std::span<const std::uint16_t> nimbers);

  const HeapGame& game_;
  std::vector<std::uint64_t> stamps_;  // stamps_[v] == heap + 1: v is the nimber of an option
};

// Whether a move reaches a nimber. Unknown: those that were looked at do not.
enum class Reach : std::uint8_t { no, unknown, yes };

// An index for each heap, and the list of rare heaps. Any thread may read as long as nothing is
// changed but indices from size() on.
//
// Heaps in the middle can be dropped (docs/octal.md): kept are then the first ones, below early(),
// and the last ones, from late() on. Before that early() is 0, and so is late().
class Heaps {
 public:
  // `index` has room for all heaps. The first have `nimbers`, below 256, and are all common.
  Heaps(const HeapGame& game, std::span<const std::uint16_t> nimbers, std::uint8_t* index);

  const HeapGame& game() const noexcept { return game_; }
  const Classes& classes() const noexcept { return classes_; }
  std::uint64_t size() const noexcept { return size_; }  // heaps 0 .. size() - 1 are proved
  // The index of a heap that is kept, and from there on those of its neighbours.
  std::uint8_t* at(std::uint64_t heap) noexcept {
    return index_ + (heap < early_ ? heap : heap - dropped_);
  }
  const std::uint8_t* at(std::uint64_t heap) const noexcept {
    return index_ + (heap < early_ ? heap : heap - dropped_);
  }
  std::uint8_t index(std::uint64_t heap) const noexcept { return *at(heap); }
  const std::vector<std::uint64_t>& rares() const noexcept { return rares_; }
  bool is_rare(std::uint64_t heap) const noexcept { return heap < rare_end() && flags_[heap] != 0; }
  // Bit l: heap first + l is rare.
  std::uint64_t rares_from(std::uint64_t first) const noexcept;
  // 255 for each rare heap and 0 for the others, for the heaps up to the last rare one and some
  // more; heaps from rare_end() on are not rare.
  const std::uint8_t* rare_flags() const noexcept { return flags_.data(); }
  std::uint64_t rare_end() const noexcept { return rares_.empty() ? 0 : rares_.back() + 1; }
  std::uint32_t nimber(std::uint64_t heap) const noexcept {
    return classes_.nimber(index(heap), is_rare(heap), heap);
  }
  // The nimbers of heaps from `first` on, all kept and on the same side of those dropped.
  void copy_nimbers(std::uint64_t first, std::span<std::uint16_t> nimbers) const;

  // Says that the heaps from size() to `size` - 1 are proved. All of them are common.
  void prove(std::uint64_t size) noexcept { size_ = size; }
  // Adds heap size(), which has this rare nimber.
  void add_rare(std::uint32_t nimber);

  // Whether some move from the heap reaches the nimber. Requires indices below the heap. May try
  // all moves. Unknown if only splits with a part that was dropped could.
  Reach reaches(std::uint64_t heap, std::uint32_t nimber) const noexcept;

  std::uint64_t early() const noexcept { return early_; }
  std::uint64_t late() const noexcept { return early_ + dropped_; }
  std::uint64_t dropped() const noexcept { return dropped_; }
  // Keeps the first `early` heaps and those from `late` on, which then follow in the cells.
  // Requires early <= late <= size(), and the same `early` each time.
  void drop(std::uint64_t early, std::uint64_t late) noexcept;
  // Goes back to the first early() heaps.
  void restart();
  // How far before size() samples may be taken of heaps whose parts are kept too, if no partner is
  // farther than that.
  std::uint64_t sampled() const noexcept {
    return dropped_ == 0 ? size_ / 2 : (size_ - late()) / 2;
  }

  // For loading a saved state: make_room() for that many heaps and rare ones, fill in both, then
  // call index_rares(). It returns false if the rare ones do not ascend or are no heaps.
  void make_room(std::uint64_t size, const Classes& classes, std::size_t rares);
  // Before the cells are filled in, if some heaps were dropped.
  void set_dropped(std::uint64_t early, std::uint64_t dropped) noexcept {
    early_ = early;
    dropped_ = dropped;
  }
  std::span<std::uint64_t> rares_to_fill() noexcept { return rares_; }
  bool index_rares();

  // Of a sample of all heaps, and of as many heaps to come, if these resemble the last 65536.
  Histogram histogram() const;
  void change_classes(const Classes& classes);
  // All but a few of the last heaps have no greater index.
  std::uint32_t usual_index() const noexcept;

 private:
  void insert_rare(std::uint64_t heap);
  bool takes_to(std::uint64_t heap, std::uint32_t nimber) const noexcept;
  Reach splits_to(std::uint64_t rest, unsigned digit, std::uint32_t nimber) const noexcept;

  const HeapGame& game_;
  Classes classes_;
  std::uint8_t* index_;
  std::uint64_t size_ = 0;
  std::uint64_t early_ = 0;
  std::uint64_t dropped_ = 0;
  std::vector<std::uint64_t> rares_;  // ascending
  std::vector<std::uint8_t> flags_;
};

inline bool nearer(const kernels::Partner& a, const kernels::Partner& b) {
  return a.distance < b.distance;
}

// The partners, given in order of distance, that leave heaps beyond all rare ones, whichever of the
// 64 heaps from `heap` on is split.
std::span<const kernels::Partner> beyond_rares(const Heaps& heaps,
                                               std::span<const kernels::Partner> partners,
                                               std::uint64_t heap);

// Marks what 64 heaps from `heap` on reach by splits with these partners that leave a common part:
// see kernels/sparse/marks.hpp. Requires partners in order of distance, 64 or more.
void mark_common_splits(const Heaps& heaps, std::span<const kernels::Partner> partners,
                        std::uint64_t heap, std::size_t planes, std::span<std::uint8_t> marks);

// The period of the heaps proved so far, if they prove it.
//
// Guy and Smith, "The G-values of various games", Proc. Cambridge Philos. Soc. 52 (1956): if the
// largest take is t and the nimbers of n and n + p are equal for all n from n0 to
// 2 n0 + 2 p + t - 1, then for all n from n0 on: of the two parts of a larger heap one lies in
// the period, so its options repeat too. Not so where parts must differ, for they may become equal.
//
// O(heaps) time, no memory. Gives up where that is not enough, which may delay the proof but cannot
// make it wrong.
std::optional<family::Period> prove_period(const Heaps& heaps);

// Whether the heaps proved so far, which repeat as said, prove that all do.
bool is_proved(const Heaps& heaps, const family::Period& period);

// A period of the late heaps, if all after the first third of them, or more, have it. From which
// heap on, unless that is late() itself. Requires that heaps were dropped.
std::optional<family::Period> late_period(const Heaps& heaps);

}  // namespace grundy::sparse
