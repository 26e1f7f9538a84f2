// methods/part_forms.hpp: what linear inequalities say about the parts of a heap.
//
// Parts are not ordered: a player who may leave 2 + 5 may leave 5 + 2. So `p <= q` excludes
// nothing, whichever of two parts is called p. Neither does any other order of all parts. `p < q`
// forbids equal parts. Lower ends follow the order.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "methods/heap_moves.hpp"
#include "rules/rules.hpp"

namespace grundy::family {

// A condition is evaluated for each amount below this. For all others its value must be proved at
// once: `k != 1`, `not (k = 1 or k = 3)`, `k * k >= 9`.
inline constexpr std::int64_t most_amounts = 256;

// Which amounts a condition allows, where the amount is its only variable.
class Amounts {
 public:
  // Nothing where the condition mentions another variable or cannot be evaluated, or where there
  // is no proof that it holds for all amounts from most_amounts on, or for none.
  static std::optional<Amounts> allowed_by(const rules::Condition& condition,
                                           rules::Variable amount);

  // Requires amount >= 0.
  bool contain(std::int64_t amount) const {
    return amount < most_amounts ? first_[static_cast<std::size_t>(amount)] : others_;
  }
  bool others() const noexcept { return others_; }  // all from most_amounts on

 private:
  std::vector<bool> first_;  // of 0 .. most_amounts - 1
  bool others_ = true;
};

inline constexpr std::size_t most_parts = 3;

// part[0] * p[0] + .. + heap * n + rest.
struct PartForm {
  std::array<std::int64_t, most_parts> part{};
  std::int64_t heap = 0;
  std::int64_t rest = 0;
};

// Collects inequalities about a number of parts. With `taken` the heap is the sum of the parts and
// `taken`, and forms do not mention it.
class PartForms {
 public:
  PartForms(std::size_t parts, std::optional<std::int64_t> taken);

  void at_least_zero(const PartForm& form);
  void not_zero(const PartForm& form);
  // For a single part without `taken`: the amounts, heap less part, that other conditions allow.
  void amounts(Amounts allowed) { amounts_ = std::move(allowed); }

  // The resulting moves: several if single heaps are excepted, none if no heap has any. Nothing if
  // they are of another form.
  std::optional<std::vector<HeapMove>> moves();

 private:
  using Order = std::array<std::array<int, most_parts>, most_parts>;
  static constexpr int unknown = -1;

  bool about_heap(const PartForm& form) const;
  bool about_one_part(const PartForm& form);
  bool about_two_parts(const PartForm& form);
  bool about_taken(const PartForm& form);
  void close_order();
  bool ordered() const;
  std::optional<bool> unlike() const;
  bool follows(const PartForm& form) const;
  bool find_total(HeapMove& move) const;
  std::optional<std::vector<HeapMove>> by_amounts(const HeapMove& move) const;
  std::vector<HeapMove> by_heaps(const HeapMove& move, std::int64_t from) const;

  std::size_t parts_;
  std::optional<std::int64_t> taken_;
  bool impossible_ = false;
  bool other_ = false;  // some inequality was of another form
  bool not_equal_ = false;
  std::vector<std::int64_t> least_;
  std::array<std::optional<std::int64_t>, most_parts> each_;  // p <= n - each
  std::optional<std::int64_t> sum_;                           // p + q + .. <= n - sum
  std::int64_t from_ = 0;
  std::optional<std::int64_t> upto_;
  std::vector<std::int64_t> excepted_;  // heaps
  Order before_;                        // 0: p[i] <= p[j]; 1: p[i] < p[j]
  std::vector<std::size_t> sequence_;   // parts in an order that agrees
  std::optional<Amounts> amounts_;
  std::vector<PartForm> more_;  // must follow from the rest
};

}  // namespace grundy::family
