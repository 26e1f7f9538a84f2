// methods/offsets/kept_rows.hpp: what is kept of rows of bits that are solved in a window.
#pragma once
#include <cstdint>
#include <span>

#include "methods/offsets/bits.hpp"
#include "methods/offsets/row_layout.hpp"

namespace grundy::offset {

class KeptRows {
 public:
  // `solved` is the layout of the window, `bits` what is kept; they stay where they are.
  KeptRows(const RowLayout& solved, Bits& bits);

  // Copies what is kept of `count` rows of a plane, `low` the index of the first, from `words`,
  // where they stand one after the other. Any number of threads may copy different rows. O(words).
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
