// methods/heap/growth_method.hpp: method `growth`, for one heap from which any number may be taken,
// where nimbers are proved to grow. The proof is in methods/heap/growth.hpp.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/heap/growth.hpp"
#include "methods/heap/heap_moves.hpp"

namespace grundy::growth {

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

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::nimber, false, false},
      family::Claim{Quantity::nimber, Quantity::nimber, false, false}};

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
