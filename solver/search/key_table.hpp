// search/key_table.hpp: distinct keys and their numbers.
//
// A key is a string of words: the coordinates of a position, or the components of a sum.
// Keys are numbered 0, 1, .. in the order in which they were added.
// All words lie in one arena; an open-addressed table of numbers with linear probing
// (D. E. Knuth, The Art of Computer Programming, vol. 3, 6.4) finds them. A key of w
// words costs w words, 6 to 9 bytes of table, and 8 bytes more if lengths differ.
// Nothing here allocates but make_room. Not thread-safe.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "search/meter.hpp"

namespace grundy::lazy {

using Id = std::uint32_t;
inline constexpr Id no_id = ~Id{0};
inline constexpr Id most_ids = Id{1} << 31;

template <class Word>
class KeyTable {
 public:
  // `width`: the words of every key; 0: keys have one word or more each.
  explicit KeyTable(std::size_t width = 0) : width_(width) {}

  std::size_t size() const noexcept { return size_; }

  std::span<const Word> key(Id id) const noexcept {
    if (width_ != 0) return {words_.data() + id * width_, width_};
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return {words_.data() + begin, ends_[id] - begin};
  }

  // no_id if the key is not there.
  Id find(std::span<const Word> wanted) const noexcept {
    return slots_.empty() ? no_id : slots_[slot_of(wanted)];
  }

  // Whether one more key of so many words can be added.
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

  // Requires that the key is not there, and has_room.
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

  // Where the key is, or where it would go.
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

}  // namespace grundy::lazy
