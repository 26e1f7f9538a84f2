// graph/label_bits.hpp: which labels of a dense range there are, and their numbers.
//
// One bit a label, and for every 64 the count of those before: 12 bytes for 64 labels of the range.
#pragma once
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "graph/array.hpp"
#include "graph/labels.hpp"

namespace grundy::graph {

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
