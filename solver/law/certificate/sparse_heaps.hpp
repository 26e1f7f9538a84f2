// law/certificate/sparse_heaps.hpp: judges long periods by sparse spaces.
//
// That heap n has nimber c is two statements: no option has value c, and each w < c is the value of
// some option. A heap of millions has millions of options, nearly all of them splits into two.
//
// Theorem. Let m be any mask. Call a number x rare if popcount(x & m) is even, else common, and
// call a heap rare or common as its claimed value is. Let the claimed value c of heap n be common.
// If an option of n has value c, then it is no split into two rare heaps, nor into two common ones.
// Proof. The parity of popcount(x & m) is linear over xor. So the xor of two rare numbers is rare,
// and so is that of two common ones. Such a split has a rare value, which is not c.
//
// So for the first statement only splits with a rare part, and options that are no splits, must be
// examined. If few heaps are rare these are few. They also have nearly all common values w < c. For
// the rare values w a few hundred other splits mostly suffice: one option for each w is enough. A
// heap with a rare claimed value is judged by all its options.
//
// The mask is chosen by the claimed values, so that the fewest heaps are rare. The theorem holds
// for any mask and any values, so nothing is trusted. (E. R. Berlekamp, J. H. Conway, R. K. Guy,
// "Winning Ways", chapter 4, "Sparse space"; A. Gangolli and T. Plambeck, "A note on periodicity in
// some octal games", 1989, which has the periods of 0.127 and 0.376)
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "law/certificate/heap_definition.hpp"

namespace grundy::law {

class SparseHeaps {
 public:
  explicit SparseHeaps(HeapDefinition definition) : definition_(std::move(definition)) {}

  // Adds the claimed value of the next heap; the first heap is the low end.
  void add(std::uint32_t value);
  std::size_t size() const { return values_.size(); }

  // The number of rare heaps; nothing if there would be too many for any mask.
  std::optional<std::size_t> rares() const {
    return mask_ == 0 ? std::nullopt : std::optional(rares_.size());
  }

  // The result of HeapDefinition::nimber() for heap n and these values. Not thread-safe.
  std::optional<std::uint32_t> nimber(std::int64_t n);

 private:
  using Row = HeapDefinition::Row;
  struct Split {  // into i and total - i, for least <= i <= greatest
    std::int64_t least, greatest, total;
  };

  void choose_mask();
  bool is_rare(std::uint32_t value) const;
  bool follows(std::int64_t n, std::uint32_t claimed);
  bool sort_options(std::int64_t n);
  void see(std::uint32_t value) { seen_[value] = calls_; }
  void see_all(const Row& row);
  void see_rare(std::int64_t least, std::int64_t greatest, std::int64_t total);
  void see_some(std::int64_t from, std::int64_t count);
  void drop_seen();
  bool finds_missing();

  HeapDefinition definition_;
  std::vector<std::uint32_t> values_;
  std::uint32_t mask_ = 0;           // 0: no mask leaves few heaps rare
  std::vector<std::int64_t> rares_;  // heaps, ascending; none without a mask
  // For the heap that is examined:
  std::vector<Split> splits_;
  std::vector<std::uint32_t> missing_;  // values less than its own that no option had so far
  std::vector<std::uint64_t> seen_;     // [v]: the last call in which an option had value v
  std::uint64_t calls_ = 0;
};

}  // namespace grundy::law
