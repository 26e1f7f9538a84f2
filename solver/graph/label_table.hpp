// graph/label_table.hpp: labels from anywhere, and their numbers.
//
// A hash table of open addressing with linear probing, at most two thirds full: 12 bytes a slot.
// Slots hold label + 1, so that 0 is an empty one.
#pragma once
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "graph/array.hpp"
#include "graph/labels.hpp"

namespace grundy::graph {

class LabelTable {
 public:
  static Result<LabelTable> create();

  // Makes room for `more` labels. Not while others add.
  Status reserve(std::uint64_t more, parallel::Executor& executor);

  // What reserve(more) takes: the old table stays until the new one is filled.
  std::uint64_t bytes_to_reserve(std::uint64_t more) const noexcept {
    const std::uint64_t slots = slots_for(size_ + more);
    return slots == keys_.size() ? 0 : Array<std::uint64_t>::bytes_taken(slots);
  }
  // What settle() takes.
  std::uint64_t bytes_to_settle() const noexcept {
    return Array<Vertex>::bytes_taken(keys_.size()) + size_ * sizeof(Label);
  }

  // Whether it is new. Any number of threads, after room was reserved.
  bool add(Label label) noexcept {
    const std::uint64_t key = label + 1;
    for (std::size_t slot = first_slot(label);; slot = next(slot)) {
      const std::atomic_ref there(keys_[slot]);
      std::uint64_t found = there.load(std::memory_order_relaxed);
      if (found == key) return false;
      if (found == 0 && there.compare_exchange_strong(found, key, std::memory_order_relaxed))
        return true;
      if (found == key) return false;
    }
  }
  // To be called after adding, with how many were new.
  void count(std::uint64_t added) noexcept { size_ += added; }
  std::uint64_t size() const noexcept { return size_; }

  // Gives every label its number; nothing is added after.
  Result<Labels> settle(parallel::Executor& executor);

  // Of a label that was added.
  Vertex number(Label label) const noexcept { return numbers_[slot_of(label)]; }

 private:
  // Fibonacci hashing, after a fold that lets high bits count.
  std::size_t first_slot(Label label) const noexcept {
    return ((label ^ (label >> 32)) * 0x9e3779b97f4a7c15) >> shift_;
  }
  std::size_t next(std::size_t slot) const noexcept { return (slot + 1) & (keys_.size() - 1); }
  std::size_t slot_of(Label label) const noexcept {
    std::size_t slot = first_slot(label);
    while (keys_[slot] != label + 1) slot = next(slot);
    return slot;
  }
  std::uint64_t slots_for(std::uint64_t labels) const noexcept;
  Status resize(std::uint64_t slots);

  Array<std::uint64_t> keys_;
  Array<Vertex> numbers_;
  unsigned shift_ = 0;
  std::uint64_t size_ = 0;
};

// Which labels of a dense range there are, and their numbers.
//
// One bit a label, and for every 64 the count of those before: 12 bytes for 64 labels of the range.

class LabelBits {
 public:
  static std::uint64_t bytes(Label lowest, Label highest) {
    return ((highest - lowest) / 64 + 1) * 12;
  }
  static Result<LabelBits> create(Label lowest, Label highest);

  // Any number of threads.
  void add(Label label) noexcept {
    const Label at = label - lowest_;
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    const std::atomic_ref word(words_[at / 64]);
    // Most labels come many times; reading leaves the cache line to all.
    if (!(word.load(std::memory_order_relaxed) & bit))
      word.fetch_or(bit, std::memory_order_relaxed);
  }

  // Counts; nothing is added after. Returns how many there are.
  std::uint64_t settle() noexcept;

  // Of a label that was added.
  Vertex number(Label label) const noexcept {
    const Label at = label - lowest_;
    const std::uint64_t before = words_[at / 64] & ((std::uint64_t{1} << (at % 64)) - 1);
    return before_[at / 64] + static_cast<Vertex>(std::popcount(before));
  }

  Labels labels() const;

 private:
  Label lowest_ = 0;
  std::uint64_t count_ = 0;
  Array<std::uint64_t> words_;
  Array<Vertex> before_;
};

}  // namespace grundy::graph
