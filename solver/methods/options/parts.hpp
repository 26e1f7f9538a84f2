// methods/options/parts.hpp: the parts of a closure that threads solve: tiles, or stretches of
// layers.
//
// Parts are numbered in an order in which each comes after those that it waits for. Where positions
// stand for their orbits, only tiles that hold such a position are parts: the others are copies.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "base/box.hpp"
#include "methods/family.hpp"
#include "methods/options/mirror.hpp"

namespace grundy::generic {

// Positions of this weight on the lines first .. last - 1 of Worker::line_axis(). A part without
// lines only waits for all others of its layer.
struct LayerPart {
  std::int64_t weight;
  std::uint64_t first;
  std::uint64_t last;
};

using Part = std::variant<Box, LayerPart>;

// By tiles or by layers, see scope.schedule. The scope must outlive it.
class Parts {
 public:
  Parts(const family::Scope& scope, const Mirror& mirror);

  std::size_t count() const noexcept { return count_; }
  Part part(std::size_t number) const;

  // See OrderedTiles::all_before.
  bool all_before(std::size_t number, const std::function<bool(std::size_t)>& holds) const;
  // The last of the parts after which all values of a box are final: see Receiver::LastStep.
  std::size_t last_part(const Box& box) const;

  // Bytes of memory that Parts of the scope would take.
  static std::uint64_t bytes(const family::Scope& scope);

 private:
  bool by_tiles() const noexcept { return scope_.schedule.order() == tiles::Order::tiles; }
  void number_tiles(const Mirror& mirror);

  const family::Scope& scope_;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> tiles_;   // by number
  std::vector<std::uint32_t> number_;  // by tile; for a copy that of its original
};

}  // namespace grundy::generic
