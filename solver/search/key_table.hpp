// search/key_table.hpp: tables of searches: distinct keys and their numbers; positions and values.
//
// A key is a string of words: the coordinates of a position, or the components of a sum.
// Keys are numbered 0, 1, .. in the order in which they were added.
// All words lie in one arena; an open-addressed table of numbers with linear probing
// (D. E. Knuth, The Art of Computer Programming, vol. 3, 6.4) finds them. A key of w
// words costs w words, 6 to 9 bytes of table, and 8 bytes more if lengths differ.
// Only make_room allocates. Not thread-safe.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {

using Id = std::uint32_t;
inline constexpr Id no_id = ~Id{0};
inline constexpr Id most_ids = Id{1} << 31;

template <class Word>
class KeyTable {
 public:
  // `width`: the count of words of every key; 0: keys have different lengths of at least 1.
  explicit KeyTable(std::size_t width = 0) : width_(width) {}

  std::size_t size() const noexcept { return size_; }

  std::span<const Word> key(Id id) const noexcept {
    if (width_ != 0) return {words_.data() + id * width_, width_};
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return {words_.data() + begin, ends_[id] - begin};
  }

  // no_id if there is no such key.
  Id find(std::span<const Word> wanted) const noexcept {
    return slots_.empty() ? no_id : slots_[slot_of(wanted)];
  }

  // Whether one more key of that many words can be added without make_room.
  bool has_room(std::size_t words) const noexcept {
    return size_ < most_keys(slots_.size()) && words_.capacity() - words_.size() >= words &&
           (width_ != 0 || lazy::has_room(ends_));
  }
  Status make_room(std::size_t words, Meter& meter);

  // Removes all keys and frees their storage.
  void clear(Meter& meter) noexcept {
    size_ = 0;
    release(words_, meter);
    release(ends_, meter);
    release(slots_, meter);
  }

  // Requires a key that is not in the table, and has_room.
  Id add(std::span<const Word> fresh) noexcept {
    const auto id = static_cast<Id>(size_++);
    words_.insert(words_.end(), fresh.begin(), fresh.end());
    if (width_ == 0) ends_.push_back(words_.size());
    slots_[slot_of(fresh)] = id;
    return id;
  }

 private:
  static std::size_t most_keys(std::size_t slots) noexcept { return slots / 3 * 2; }

  // One round for each word, and the finalizer of base/digest.hpp's source (Stafford).
  static std::uint64_t hash(std::span<const Word> key) noexcept {
    std::uint64_t state = key.size();
    for (const Word word : key) {
      state = (state ^ static_cast<std::uint64_t>(word)) * 0x9e3779b97f4a7c15;
      state ^= state >> 32;
    }
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    return (state ^ (state >> 27)) * 0x94d049bb133111eb;
  }

  // The slot of the key, or the free slot for it.
  std::size_t slot_of(std::span<const Word> wanted) const noexcept {
    // The high bits of the product spread hashes over any number of slots (D. Lemire,
    // "Fast random integer generation in an interval", ACM TOMACS 29, 2019).
    __extension__ using Wide = unsigned __int128;
    auto slot = static_cast<std::size_t>(Wide{hash(wanted)} * slots_.size() >> 64);
    while (slots_[slot] != no_id && !equal(key(slots_[slot]), wanted))
      if (++slot == slots_.size()) slot = 0;
    return slot;
  }

  static bool equal(std::span<const Word> a, std::span<const Word> b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i]) return false;
    return true;
  }

  Status grow_slots(Meter& meter);

  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<Word> words_;
  std::vector<std::size_t> ends_;  // of each key in words_, if lengths differ
  std::vector<Id> slots_;
};

template <class Word>
Status KeyTable<Word>::make_room(std::size_t words, Meter& meter) {
  if (size_ + 1 >= most_ids)
    return Error{Errc::memory, "the search knows 2^31 positions, and cannot number any more"};
  if (Status status = lazy::make_room(words_, words, meter); !status) return status;
  if (width_ == 0)
    if (Status status = lazy::make_room(ends_, 1, meter); !status) return status;
  return size_ < most_keys(slots_.size()) ? Status() : grow_slots(meter);
}

template <class Word>
Status KeyTable<Word>::grow_slots(Meter& meter) {
  std::vector<Id> larger;
  const std::size_t count = slots_.size() / 2 * 3 + 96;
  if (Status status = lazy::make_room(larger, count, meter); !status) return status;
  larger.resize(count, no_id);
  slots_.swap(larger);
  meter.give_back(larger.capacity() * sizeof(Id));
  for (Id id = 0; id < size_; ++id) slots_[slot_of(key(id))] = id;
  return {};
}

// The positions that a search has added, and their values.
//
// Positions are kept in a hash table until a good part of their box is known, and from then on in
// an array over the box. There a look-up is one load and neighbours lie side by side, which makes
// rays ten to fifty times as fast. The array is made when it has at most `cells_per_position` cells
// for each position known, or few cells at all. So games that reach little of a large box never pay
// for it. Positions outside the box stay in the hash table.
//
// Only make_room and clear change allocations. Not thread-safe.

class ValueTable {
 public:
  explicit ValueTable(std::size_t dimensions)
      : dimensions_(dimensions), keys_(dimensions), scratch_(dimensions) {}

  // The count of positions added.
  std::size_t size() const noexcept { return keys_.size() + in_array_; }

  // no_id for a position that was not added.
  Id find(std::span<const std::int64_t> position) const noexcept {
    const std::uint64_t rank = rank_of(position);
    if (rank < cells_.size()) return cells_[rank] == absent ? no_id : static_cast<Id>(rank);
    const Id key = keys_.find(position);
    return key == no_id ? no_id : most_ids + key;
  }

  // A position drawn by a random number; sometimes no_id.
  Id any(std::uint64_t random) const noexcept {
    if (size() == 0) return no_id;
    const std::uint64_t number = random % (cells_.size() + keys_.size());
    if (number >= cells_.size()) return most_ids + static_cast<Id>(number - cells_.size());
    return cells_[number] == absent ? no_id : static_cast<Id>(number);
  }

  bool is_solved(Id id) const noexcept { return cell(id) < unsolved; }
  std::uint32_t value(Id id) const noexcept { return cell(id); }
  void solve(Id id, std::uint32_t value) noexcept { cell(id) = value; }

  // The position's coordinates, valid until the next call.
  std::span<const std::int64_t> position(Id id) noexcept;

  // Adds a position, unsolved. Requires that it was not added before, and has_room.
  Id add(std::span<const std::int64_t> position) noexcept;
  bool has_room() const noexcept { return keys_.has_room(dimensions_) && lazy::has_room(values_); }

  // Makes room for one more position. May renumber positions, including those on the stack. `box`
  // holds all positions that are expected.
  Status make_room(const Box& box, std::vector<Id>& stack, Meter& meter);

  void clear(Meter& meter) noexcept;

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};
  static constexpr std::uint32_t unsolved = absent - 1;
  static constexpr std::uint64_t cells_per_position = 64;
  static constexpr std::uint64_t few_cells = 1 << 16;

  // Ids below most_ids are ranks in the array, the others most_ids + number of a key.
  std::uint32_t cell(Id id) const noexcept {
    return id < most_ids ? cells_[id] : values_[id - most_ids];
  }
  std::uint32_t& cell(Id id) noexcept {
    return id < most_ids ? cells_[id] : values_[id - most_ids];
  }

  // At least cells_.size() for positions outside the array's box.
  std::uint64_t rank_of(std::span<const std::int64_t> position) const noexcept {
    if (cells_.empty()) return 0;
    std::uint64_t rank = 0;
    for (std::size_t axis = 0; axis < position.size(); ++axis) {
      const auto offset = static_cast<std::uint64_t>(position[axis] - box_.low[axis]);
      if (offset >= extents_[axis]) return cells_.size();
      rank = rank * extents_[axis] + offset;
    }
    return rank;
  }

  bool deserves_array(const Box& box) const noexcept;
  Status make_array(const Box& box, std::vector<Id>& stack, Meter& meter);
  Status adopt(ValueTable& from, Id id, Meter& meter);
  Status make_room_for_keys(Meter& meter);

  std::size_t dimensions_;
  KeyTable<std::int64_t> keys_;
  std::vector<std::uint32_t> values_;  // by key
  Box box_;                            // of the array
  std::vector<std::uint64_t> extents_;
  std::vector<std::uint32_t> cells_;  // by rank; empty: no array
  std::size_t in_array_ = 0;
  std::vector<std::int64_t> scratch_;
};

}  // namespace grundy::lazy
