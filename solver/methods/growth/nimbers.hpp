// methods/growth/nimbers.hpp: nimbers that are known by a law, and kept nowhere.
#pragma once
#include <cstdint>
#include <span>
#include <utility>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "methods/growth/growth.hpp"

namespace grundy::growth {

// family::Values. Of the heaps of a box; its first one is heap 0 of the law.
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

}  // namespace grundy::growth
