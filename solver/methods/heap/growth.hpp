// methods/heap/growth.hpp: the proof that nimbers grow by a constant from one period to the next.
//
// As in Lasker's Nim, where any number may be taken and a heap may be split. Let such a move leave
// any part m <= n - a, and let other moves leave one part or two, whose sum is n - t. Let the
// nimbers g of heaps below N be known, and g(n + p) = g(n) + p from n0 on, with p a power of two.
// This goes on for ever if these conditions hold for the last p of the known heaps n:
//   splits  g(i) xor g(j) and g(n) differ below bit p. There nimbers repeat, so it is enough to
//           check residues of i, and each i < n0.
//   parts   g(n) is more than g(m) for all m < n0 + p, so more than 0, which an empty move gives.
//           Any other m is to n what m - p was to n - p.
//   less    each v < g(n) can be left, those below some u as one of the first N - p heaps. From
//           u - p on it can be done by a part m >= n0, alone or beside an i with g(i) < p: then
//           g(i) xor (g(m) + p) = (g(i) xor g(m)) + p, so the move goes with the heap.
// Where every move leaves one part, any period and any saltus can be proved; growth.cpp says how.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "methods/heap/heap_moves.hpp"
#include "methods/period.hpp"

namespace grundy::growth {

// Nimbers of all heaps: the first ones, and how they go on.
struct Growth {
  std::vector<std::uint32_t> first;
  family::ArithmeticPeriod period;  // begins and ends among the first

  std::uint64_t nimber(std::uint64_t heap) const noexcept;
  // The largest nimber of heaps 0 .. heaps - 1. Requires heaps >= 1.
  std::uint64_t largest(std::uint64_t heaps) const noexcept;
};

// Whether prove_growth() could succeed with the nimbers of that many heaps. O(moves) time.
bool may_be_proved(std::span<const family::HeapMove> moves, std::uint64_t heaps);

// The law, if these first nimbers prove one, or if those that follow do. O(nimbers^2) time.
std::optional<Growth> prove_growth(std::span<const family::HeapMove> moves,
                                   std::vector<std::uint32_t> nimbers);

}  // namespace grundy::growth
