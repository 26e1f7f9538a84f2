// base/cell_source.hpp: cells of a box, however they are kept, to be copied from.
//
// A family keeps values as suits its kernel: by sorted positions, by lines, as bits. Whoever wants
// the cells of a part of the box, to pack or to look at, has them copied in C order.
#pragma once
#include <cstdint>
#include <utility>

#include "base/box.hpp"
#include "base/cell_window.hpp"

namespace grundy {

class CellSource {
 public:
  virtual ~CellSource() = default;

  // How many bytes hold any of the cells: 1, 2 or 4.
  virtual unsigned width() const = 0;

  // Copies the cells of `region`. Requires region inside both boxes and every value to fit
  // to.width. Any number of threads at once. O(cells of the region).
  virtual void copy(const Box& region, const CellSpan& to) const = 0;
};

// Those of a container that has width() and copy(region, to). Holds a reference.
template <class Kept>
class SourceOf final : public CellSource {
 public:
  explicit SourceOf(const Kept& kept) : kept_(kept) {}
  unsigned width() const override { return kept_.width(); }
  void copy(const Box& region, const CellSpan& to) const override { kept_.copy(region, to); }

 private:
  const Kept& kept_;
};

// Those of a view.
class ViewSource final : public CellSource {
 public:
  explicit ViewSource(CellView view) : view_(std::move(view)) {}
  unsigned width() const override { return view_.width; }
  void copy(const Box& region, const CellSpan& to) const override { copy_cells(view_, region, to); }

 private:
  CellView view_;
};

// The largest value in `region`. O(its cells), some of them in memory at a time.
std::uint32_t max_cell(const CellSource& source, const Box& region);

}  // namespace grundy
