// methods/generic/parts.hpp: the parts of a closure that threads solve: tiles, or stretches of
// layers.
//
// They are numbered in an order in which none comes before those that it waits for. Where positions
// stand for their orbits, there are only tiles that hold such a position: the others are copies.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "base/box.hpp"
#include "methods/generic/mirror.hpp"
#include "methods/scope.hpp"

namespace grundy::generic {

// Positions of this weight on the lines first .. last - 1 of Worker::line_axis(): none, if all
// others of their layer are to be done, and that is all.
struct LayerPart {
  std::int64_t weight;
  std::uint64_t first;
  std::uint64_t last;
};

using Part = std::variant<Box, LayerPart>;

// By tiles or by layers, as scope.schedule says. Both stay where they are.
class Parts {
 public:
  Parts(const family::Scope& scope, const Mirror& mirror);

  std::size_t count() const noexcept { return count_; }
  Part part(std::size_t number) const;

  // As OrderedTiles::all_before.
  bool all_before(std::size_t number, const std::function<bool(std::size_t)>& holds) const;
  // The part by which those of a box are final, as Receiver::LastStep.
  std::size_t last_part(const Box& box) const;

  // What it takes in memory, without having it.
  static std::uint64_t bytes(const family::Scope& scope);

 private:
  bool by_tiles() const noexcept { return scope_.schedule.order() == tiles::Order::tiles; }
  void number_tiles(const Mirror& mirror);

  const family::Scope& scope_;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> tiles_;   // by number
  std::vector<std::uint32_t> number_;  // by tile: of the one that it is a copy of, if it is one
};

}  // namespace grundy::generic
