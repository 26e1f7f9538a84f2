// law/certificate/range_values.hpp: values of heaps whose options are all heaps from low(n) to
// high(n).
//
// Neither end falls as n grows (relation/proofs/range.hpp). Two theorems give values far away.
//
// Theorem 1 (runs). Call heaps next to each other with equal values a run. While low(n) and high(n)
// stay in the runs in which they are, and while there are options or there are none, heap n has the
// same value. Proof. Its options have the same values.
// So the next n at which anything can change is found by bisection, as the ends are monotone. A
// game whose runs grow by a factor has few of them up to 10^18.
//
// Theorem 2 (leaving). Let high(n) = n - 1, and let low grow by 0 or 1 from each heap to the next.
// Then the nimbers of heaps low(n) .. n are 0 .. n - low(n), each once. Heap n has nimber n -
// low(n) if low(n) = low(n - 1), else the nimber of heap low(n) - 1, which has just left.
// Proof by induction. The first heap has no options and nimber 0. Let it hold for n - 1, and let c
// = n - 1 - low(n - 1). If low stays, the options of n have the nimbers 0 .. c, so n has c + 1 = n
// - low(n). If low grows, the one option of n - 1 .. that leaves is low(n - 1), with nimber g. So
// the options of n have all of 0 .. c except g, and n has nimber g.
// While the number of options is q, a heap above the first of these has the nimber of the heap q +
// 1 below it. So as many steps as stay among them are one division. (AtCoder Regular Contest 091 F,
// "Strange Nim", is the case of low(n) = n - floor(n / K).)
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "base/value.hpp"
#include "law/certificate/heap_values.hpp"

namespace grundy::law {

using Heap = std::int64_t;

// Values of larger heaps are not given.
inline constexpr Heap last_heap = Heap{1} << 62;

// The ends of the options of heap n. Immutable; any thread may call it.
class RangeOptions {
 public:
  RangeOptions() = default;
  RangeOptions(const RangeOptions&) = delete;
  RangeOptions& operator=(const RangeOptions&) = delete;
  virtual ~RangeOptions() = default;

  // Nothing where numbers overflow.
  virtual std::optional<std::int64_t> low(std::int64_t n) const = 0;
  virtual std::optional<std::int64_t> high(std::int64_t n) const = 0;
};

// By theorem 1, for heaps from `first` on.
std::unique_ptr<const HeapValues> values_in_runs(std::unique_ptr<const RangeOptions> options,
                                                 std::int64_t first, Quantity quantity,
                                                 Convention convention);

// Nimbers by theorem 2, which must apply.
std::unique_ptr<const HeapValues> values_by_leaving(std::unique_ptr<const RangeOptions> options,
                                                    std::int64_t first);

}  // namespace grundy::law
