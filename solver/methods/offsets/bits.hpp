// methods/offsets/bits.hpp: the outcomes of a box, one bit each, 1 = P; and how rows that are
// solved in a window are copied there.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "methods/offsets/row_layout.hpp"
#include "methods/values.hpp"

namespace grundy::offset {

// Immutable once solved: any number of threads may read.
class Bits {
 public:
  static Result<Bits> allocate(RowLayout layout);

  const RowLayout& layout() const noexcept { return layout_; }
  std::span<std::uint64_t> words() noexcept { return block_.as<std::uint64_t>(); }

  // The positions whose outcomes are kept.
  Box box() const;

  bool is_p(const Position& position) const;
  std::uint32_t at(const Position& position) const { return is_p(position) ? 0 : 1; }

  // Outcomes (0 = P, 1 = N) of `start` and of the positions that follow it along the last axis.
  void read(const Position& start, std::span<std::uint32_t> outcomes) const;

  // See CellSource.
  static constexpr unsigned width() noexcept { return 1; }
  void copy(const Box& region, const CellSpan& to) const;

  // Calls visit(start, moving, for_each) for stretches of rows with P-positions in `part`, a box
  // within the closure. for_each(use) calls use(i) for each P-position of a stretch, which is at
  // `start`, a rank in `part`, plus slope * i along the axes in `moving`. Each P-position occurs
  // once in stretches 0 .. parts() - 1, in no particular order.
  std::uint64_t parts() const noexcept { return (rows() + rows_per_part - 1) / rows_per_part; }
  template <class Visit>
  void visit_p_rows(const Box& part, std::uint64_t number, const Visit& visit) const;

 private:
  static constexpr std::uint64_t rows_per_part = 1 << 12;

  std::uint64_t rows() const noexcept;

  // The bits of a row that belong to a part. Bit w has rank origin + step * w. The bits move along
  // one axis of the part, and along another one in a skewed plane.
  struct Stretch {
    std::span<const std::uint64_t> words;
    std::int64_t first = 0;
    std::int64_t last = -1;
    std::int64_t origin = 0;
    std::int64_t step = 0;
    std::array<family::Moving, 2> moving = {};
    std::size_t axes = 0;

    // Calls use(w) for the bits that are set.
    template <class Use>
    void for_each_bit(const Use& use) const {
      for (std::int64_t word = first / 64; 64 * word <= last; ++word)
        for (std::uint64_t left = masked(word); left != 0; left &= left - 1)
          use(64 * word + std::countr_zero(left));
    }

    // Word number `word` without the bits outside first .. last.
    std::uint64_t masked(std::int64_t word) const noexcept;
  };

  Bits(RowLayout layout, memory::Block block)
      : layout_(std::move(layout)), block_(std::move(block)) {}
  // The stretch of the row at `index`. `strides` are those of the part.
  Stretch stretch(const Box& part, std::span<const std::int64_t> strides, const Index& index) const;

  // The index of the row with this number, and the next one.
  Index row_index(std::uint64_t row) const;
  void advance(Index& index) const noexcept;

  // Calls use(stretch) for the rows of part `number` whose stretch is not empty.
  template <class Use>
  void for_each_stretch(const Box& part, std::uint64_t number, const Use& use) const;

  RowLayout layout_;
  memory::Block block_;
};

template <class Visit>
void Bits::visit_p_rows(const Box& part, std::uint64_t number, const Visit& visit) const {
  for_each_stretch(part, number, [&](const Stretch& bits) {
    visit(static_cast<std::uint64_t>(bits.origin + bits.step * bits.first),
          std::span(bits.moving.data(), bits.axes), [&](const auto& use) {
            bits.for_each_bit([&](std::int64_t bit) { use(bit - bits.first); });
          });
  });
}

template <class Use>
void Bits::for_each_stretch(const Box& part, std::uint64_t number, const Use& use) const {
  const std::uint64_t first = number * rows_per_part;
  const std::uint64_t last = std::min(first + rows_per_part, rows());
  const std::vector<std::int64_t> strides = part.strides();
  Index index = row_index(first);
  for (std::uint64_t row = first; row < last; ++row, advance(index))
    if (const Stretch bits = stretch(part, strides, index); bits.first <= bits.last) use(bits);
}

// Copies rows of bits that are solved in a window to those that are kept.
class KeptRows {
 public:
  // `solved` is the layout of the window. Both must outlive this.
  KeptRows(const RowLayout& solved, Bits& bits);

  // Copies what is kept of `count` rows of a plane. They are in `words`, one after the other, and
  // `low` is the index of the first. Any number of threads may copy different rows. O(words) time.
  void copy(const Index& low, std::int64_t count,
            std::span<const std::uint64_t> words) const noexcept;

 private:
  void copy_rows(const std::uint64_t* from, std::size_t shift, std::size_t rows,
                 std::uint64_t* to) const noexcept;

  const RowLayout& layout_;  // of the kept rows
  std::uint64_t* bits_;
  std::size_t words_;   // of a solved row
  Index offset_;        // the solved index of kept index 0
  std::uint64_t last_;  // the bits of a kept row's last word
};

}  // namespace grundy::offset
