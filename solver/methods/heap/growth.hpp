// methods/heap/growth.hpp: method `growth`, for one heap from which any number may be taken, where
// nimbers are proved to grow by a constant from one period to the next.
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
#include <span>

#include "base/cell_window.hpp"
#include "methods/family.hpp"
#include "methods/heap_moves.hpp"

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

inline constexpr Kernel kernel{"growth"};

// Nimbers of the heaps of a box that follow from a law and are stored nowhere. The first heap of
// the box is heap 0 of the law. Models family::Values.
class Nimbers {
 public:
  Nimbers(Box box, Growth growth) : box_(std::move(box)), growth_(std::move(growth)) {}

  const Box& box() const noexcept { return box_; }
  unsigned width() const noexcept {
    return width_for(static_cast<std::uint32_t>(growth_.largest(*box_.volume())));
  }
  std::uint32_t at(const Position& position) const {
    return static_cast<std::uint32_t>(growth_.nimber(box_.rank(position)));
  }
  void read(const Position& start, std::span<std::uint32_t> cells) const;
  void copy(const Box& region, const CellSpan& to) const;

 private:
  Box box_;
  Growth growth_;
};

struct Family {
  static constexpr Kernel kernel = growth::kernel;
  using Task = Growth;
  using Containers = std::tuple<Nimbers>;  // of solutions

  static constexpr std::array claims = family::by_nimbers;

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<Nimbers>> solve(const Task& task, const family::Scope& scope,
                                               parallel::Executor& executor,
                                               const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

// Nimbers of heaps 0 .. heaps - 1, by enumerating all options. O(heaps^(p + 1)) time for moves that
// leave p parts, and O(heaps^p) where the sum of the parts is exact.
std::vector<std::uint32_t> first_nimbers(std::span<const family::HeapMove> moves,
                                         std::size_t heaps);

}  // namespace grundy::growth
