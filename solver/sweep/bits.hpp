// sweep/bits.hpp: the outcomes of a box, one bit each: 1 = P.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "plan/row_layout.hpp"
#include "sweep/block.hpp"

namespace grundy::sweep {

// Immutable once solved; any number of threads may read.
class Bits {
 public:
  static Result<Bits> allocate(plan::RowLayout layout);

  const plan::RowLayout& layout() const noexcept { return layout_; }
  std::span<std::uint64_t> words() noexcept { return block_.as<std::uint64_t>(); }

  bool is_p(const Position& position) const;

  // Outcomes (0 = P, 1 = N) of `start` and of the positions that follow it along the last axis.
  void read(const Position& start, std::span<std::uint32_t> outcomes) const;

  // Calls visit(rank) for the P-positions of `part` in the rows first .. last - 1 of rows(), in
  // no particular order; the rank is that in `part`, a box within the closure.
  template <class Visit>
  void for_each_p(const Box& part, std::uint64_t first, std::uint64_t last,
                  const Visit& visit) const;

  // The number of them.
  std::uint64_t count_p(const Box& part, std::uint64_t first, std::uint64_t last) const;

  std::uint64_t rows() const noexcept;

 private:
  // Those bits of a row that belong to a part: bit w has rank origin + step * w.
  struct Stretch {
    std::span<const std::uint64_t> words;
    std::int64_t first = 0;
    std::int64_t last = -1;
    std::int64_t origin = 0;
    std::int64_t step = 0;

    // Word number `word` without the bits outside first .. last.
    std::uint64_t masked(std::int64_t word) const noexcept;
  };

  Bits(plan::RowLayout layout, Block block)
      : layout_(std::move(layout)), block_(std::move(block)) {}
  // `strides` are those of the part; `index` is scratch, with as many items as there are axes.
  Stretch stretch(const Box& part, std::span<const std::int64_t> strides, plan::Index& index,
                  std::uint64_t row) const;

  plan::RowLayout layout_;
  Block block_;
};

template <class Visit>
void Bits::for_each_p(const Box& part, std::uint64_t first, std::uint64_t last,
                      const Visit& visit) const {
  const std::vector<std::int64_t> strides = part.strides();
  plan::Index index(layout_.axes.dimensions());
  for (std::uint64_t row = first; row < last; ++row) {
    const Stretch bits = stretch(part, strides, index, row);
    for (std::int64_t word = bits.first / 64; 64 * word <= bits.last; ++word)
      for (std::uint64_t left = bits.masked(word); left != 0; left &= left - 1) {
        const std::int64_t bit = 64 * word + std::countr_zero(left);
        visit(static_cast<std::uint64_t>(bits.origin + bits.step * bit));
      }
  }
}

}  // namespace grundy::sweep
