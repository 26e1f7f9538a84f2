// boards/table.hpp: what is known of positions, for all threads.
//
// Positions are kept whole, so that two are never taken for one. The table is cut into parts by
// their hash, each with a lock of its own, and a part doubles while the memory lasts. Then, in a
// bucket that is full, what took the least work to find is replaced.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "boards/set.hpp"

namespace grundy::boards {

// What is known of the nimber of a position.
//
//   bits 0 .. 47    nimbers that some option has, as far as they are known
//   bits 48 .. 57   the least number known to be no option's; all ones: none is
//   bit 58          that this is the nimber
//   bits 59 .. 63   the logarithm of the work that it took
class Facts {
 public:
  static constexpr std::uint32_t recorded = 48;  // numbers below it are recorded as hit
  static constexpr std::uint32_t no_bound = 1023;

  std::uint64_t hits() const noexcept { return bits_ & hit_bits; }
  // The nimber is at most this.
  std::uint32_t bound() const noexcept {
    return static_cast<std::uint32_t>(bits_ >> recorded & no_bound);
  }
  bool is_exact() const noexcept { return (bits_ >> 58 & 1) != 0; }
  std::uint32_t nimber() const noexcept { return bound(); }  // if exact
  std::uint64_t work() const noexcept { return bits_ >> 59; }
  std::uint64_t bits() const noexcept { return bits_; }
  static Facts of_bits(std::uint64_t bits) noexcept {
    Facts facts;
    facts.bits_ = bits;
    return facts;
  }

  bool is_hit(std::uint32_t n) const noexcept { return n < recorded && (bits_ >> n & 1) != 0; }
  // Whether the nimber is known to be another one.
  bool excludes(std::uint32_t n) const noexcept {
    return is_exact() ? n != nimber() : n > bound() || is_hit(n);
  }

  void add_hit(std::uint32_t n) noexcept {
    if (n < recorded) bits_ |= std::uint64_t{1} << n;
    conclude();
  }
  void add_miss(std::uint32_t n) noexcept {
    if (n >= bound()) return;
    set_bound(n);
    conclude();
  }
  void set_nimber(std::uint32_t n) noexcept {
    set_bound(n);
    bits_ |= exact_bit;
  }
  void set_work(std::uint64_t positions) noexcept {
    const auto log = std::min<std::uint64_t>(std::bit_width(positions), 31);
    bits_ = (bits_ & ~(std::uint64_t{31} << 59)) | log << 59;
  }
  void merge(Facts other) noexcept {
    if (is_exact()) return;
    const std::uint64_t more = std::max(work(), other.work());
    if (other.is_exact()) {
      bits_ = other.bits_;
    } else {
      bits_ |= other.hits();
      if (other.bound() < bound()) set_bound(other.bound());
      conclude();
    }
    bits_ = (bits_ & ~(std::uint64_t{31} << 59)) | more << 59;
  }

 private:
  static constexpr std::uint64_t hit_bits = (std::uint64_t{1} << recorded) - 1;
  static constexpr std::uint64_t exact_bit = std::uint64_t{1} << 58;

  void set_bound(std::uint32_t n) noexcept {
    bits_ = (bits_ & ~(std::uint64_t{no_bound} << recorded)) | std::uint64_t{n} << recorded;
  }
  // Exact when every number below the bound is hit.
  void conclude() noexcept {
    if (bound() <= static_cast<std::uint32_t>(std::countr_one(hits()))) bits_ |= exact_bit;
  }

  std::uint64_t bits_ = std::uint64_t{no_bound} << recorded;
};

template <std::size_t W>
class Table {
 public:
  explicit Table(std::uint64_t bytes) : limit_(bytes) {}

  std::optional<Facts> find(const Set<W>& position, std::uint64_t hash) noexcept {
    Part& part = parts_[hash % parts];
    const Guard guard(part);
    if (part.entries.empty()) return {};
    const Entry* bucket = bucket_of(part, hash);
    for (std::size_t i = 0; i < width; ++i)
      if (bucket[i].position == position) return bucket[i].facts;
    return {};
  }

  // Adds what is known to what the table knows.
  void store(const Set<W>& position, std::uint64_t hash, Facts facts) noexcept {
    Part& part = parts_[hash % parts];
    const Guard guard(part);
    if (part.count * 3 >= part.entries.size() * 2) grow(part);
    if (part.entries.empty())
      has_forgotten_.store(true, std::memory_order_relaxed);
    else
      put(part, position, hash, facts);
  }

  std::uint64_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }
  // Whether an entry was replaced.
  bool has_forgotten() const noexcept { return has_forgotten_.load(std::memory_order_relaxed); }
  std::uint64_t count() const noexcept {
    std::uint64_t count = 0;
    for (const Part& part : parts_) count += part.count;
    return count;
  }

  struct Entry {
    Set<W> position;  // empty: none
    Facts facts;
  };

  static constexpr std::size_t parts = 256;

  // What is in one part, which others cannot use meanwhile.
  template <class Visit>
  void for_each_of_part(std::size_t index, const Visit& visit) {
    Part& part = parts_[index];
    const Guard guard(part);
    for (const Entry& entry : part.entries)
      if (!entry.position.empty()) visit(entry);
  }
  // The first one from a place that is drawn; nothing if its part is empty. Not while others use
  // the table.
  std::optional<Entry> any(std::uint64_t random) const noexcept {
    const Part& part = parts_[random % parts];
    const std::size_t size = part.entries.size();
    for (std::size_t i = 0; i < size; ++i)
      if (const Entry& entry = part.entries[(random / parts + i) % size]; !entry.position.empty())
        return entry;
    return {};
  }

 private:
  static constexpr std::size_t width = 4;

  struct alignas(64) Part {
    std::atomic_flag lock;
    std::size_t count = 0;
    std::vector<Entry> entries;
  };
  class Guard {
   public:
    explicit Guard(Part& part) noexcept : part_(part) {
      while (part_.lock.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    ~Guard() { part_.lock.clear(std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    Part& part_;
  };

  static Entry* bucket_of(Part& part, std::uint64_t hash) noexcept {
    const std::size_t buckets = part.entries.size() / width;
    return part.entries.data() + ((hash >> 8) & (buckets - 1)) * width;
  }

  void put(Part& part, const Set<W>& position, std::uint64_t hash, Facts facts) noexcept {
    Entry* bucket = bucket_of(part, hash);
    Entry* least = bucket;
    for (std::size_t i = 0; i < width; ++i) {
      Entry& entry = bucket[i];
      if (entry.position == position) return entry.facts.merge(facts);
      if (entry.position.empty()) {
        ++part.count;
        entry = {position, facts};
        return;
      }
      if (entry.facts.work() < least->facts.work()) least = &entry;
    }
    *least = {position, facts};
    has_forgotten_.store(true, std::memory_order_relaxed);
  }

  void grow(Part& part) noexcept {
    const std::size_t size = std::max<std::size_t>(2 * part.entries.size(), 4 * width);
    const std::uint64_t more = size * sizeof(Entry);
    if (bytes_.fetch_add(more) + more > limit_) {
      bytes_.fetch_sub(more);
      return;
    }
    std::vector<Entry> before;
    try {
      before = std::vector<Entry>(size);
    } catch (const std::bad_alloc&) {
      bytes_.fetch_sub(more);
      limit_ = 0;
      return;
    }
    before.swap(part.entries);
    part.count = 0;
    for (const Entry& entry : before)
      if (!entry.position.empty()) put(part, entry.position, entry.position.hash(), entry.facts);
    bytes_.fetch_sub(before.size() * sizeof(Entry));
  }

  std::atomic<std::uint64_t> limit_;
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> has_forgotten_{false};
  std::array<Part, parts> parts_;
};

}  // namespace grundy::boards
