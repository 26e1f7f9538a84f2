// boards/canon.hpp: one set for all that differ by a symmetry of the structure.
//
// In a rectangle a part is shifted to the top left. Of its reflections, and where both fit its
// transposes, the least is taken. In an order it stays where it is, as the least elements may be
// poisoned, and only the transpose is looked at. Elsewhere a set stands for itself.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boards/game.hpp"
#include "boards/set.hpp"

namespace grundy::boards {

template <std::size_t W>
Set<W> narrowed(const AnySet& set) noexcept {
  Set<W> result;
  for (std::size_t i = 0; i < W; ++i) result.words[i] = set.words[i];
  return result;
}

template <std::size_t W>
class Canon {
 public:
  explicit Canon(const Game& game) {
    if (!game.lattice) return;
    rows_ = game.lattice->rows;
    columns_ = game.lattice->columns;
    reflects_ = game.reflects;
    if (game.mirrors && reflects_) find_axes(game);
    for (std::size_t pattern = 0; W == 1 && pattern < spread_.size(); ++pattern)
      for (std::size_t c = 0; c < 8 && c * columns_ < 64; ++c)
        if ((pattern >> c & 1) != 0) spread_[pattern] |= std::uint64_t{1} << c * columns_;
  }

  struct Form {
    Set<W> set;
    bool mirrored = false;  // by an involution that answers every move, so a P-position
  };

  // Requires a set that is not empty.
  Form operator()(const Set<W>& set) const noexcept {
    if (rows_ == 0) return {set, false};
    if constexpr (W == 1) return of_word(set);
    Rows rows;
    const Box box = read(set, rows);
    Form form{write(rows, box), false};
    const Set<W> original = form.set;
    Rows image;
    if (reflects_) {
      for (std::size_t r = 0; r < box.height; ++r) image[r] = reversed(rows[r], box.width);
      consider(write(image, box), original, box, across, form);
      std::reverse(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(box.height));
      consider(write(image, box), original, box, half_turn, form);
      std::reverse(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(box.height));
      consider(write(rows, box), original, box, down, form);
      std::reverse(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(box.height));
    }
    if (box.width > rows_ || box.height > columns_) return form;
    Rows turned;
    transpose(rows, box, turned);
    const Box turned_box{box.width, box.height};
    consider(write(turned, turned_box), original, turned_box, main_diagonal, form);
    if (!reflects_) return form;
    for (std::size_t r = 0; r < turned_box.height; ++r)
      image[r] = reversed(turned[r], turned_box.width);
    consider(write(image, turned_box), original, turned_box, none, form);
    std::reverse(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(turned_box.height));
    consider(write(image, turned_box), original, turned_box, other_diagonal, form);
    std::reverse(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(turned_box.height));
    consider(write(turned, turned_box), original, turned_box, none, form);
    return form;
  }

 private:
  using Rows = std::array<std::uint64_t, Set<W>::capacity>;
  struct Box {
    std::size_t height;
    std::size_t width;
  };
  // Involutions of a box, the diagonal ones of a square; a quarter turn is none.
  enum Axis : std::size_t { across, half_turn, down, main_diagonal, other_diagonal, axes, none };

  // The same where the rectangle is one word, whose bits are read backwards for a half turn.
  Form of_word(const Set<W>& set) const noexcept {
    const std::size_t begin = reflects_ ? set.first() / columns_ * columns_ : 0;
    std::uint64_t word = set.words[0] >> begin;
    std::uint64_t all = 0;
    std::size_t height = 0;
    for (std::uint64_t rest = word; rest != 0; ++height) {
      all |= rest;
      rest = columns_ == 64 ? 0 : rest >> columns_;
    }
    const std::uint64_t mask = row_mask();
    all &= mask;
    const auto shift = reflects_ ? static_cast<std::size_t>(std::countr_zero(all)) : 0;
    word >>= shift;
    const Box box{height, static_cast<std::size_t>(std::bit_width(all)) - shift};
    const bool turns = box.width <= rows_ && box.height <= columns_;
    std::uint64_t down_image = 0, turned = 0;
    for (std::size_t r = 0; r < height; ++r) {
      const std::uint64_t row = word >> r * columns_ & mask;
      down_image |= row << (height - 1 - r) * columns_;
      if (turns) turned |= spread_[row] << r;
    }
    Form form{{{word}}, false};
    const Set<W> original = form.set;
    if (reflects_) {
      consider({{half_turned(down_image, box)}}, original, box, across, form);
      consider({{half_turned(word, box)}}, original, box, half_turn, form);
      consider({{down_image}}, original, box, down, form);
    }
    if (!turns) return form;
    const Box turned_box{box.width, box.height};
    consider({{turned}}, original, turned_box, main_diagonal, form);
    if (!reflects_) return form;
    std::uint64_t quarter = 0;
    for (std::size_t r = 0; r < box.width; ++r)
      quarter |= (turned >> r * columns_ & mask) << (box.width - 1 - r) * columns_;
    consider({{half_turned(quarter, turned_box)}}, original, turned_box, none, form);
    consider({{half_turned(turned, turned_box)}}, original, turned_box, other_diagonal, form);
    consider({{quarter}}, original, turned_box, none, form);
    return form;
  }

  std::uint64_t half_turned(std::uint64_t word, Box box) const noexcept {
    return reversed(word, (box.height - 1) * columns_ + box.width);
  }

  std::uint64_t row_mask() const noexcept {
    return columns_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << columns_) - 1;
  }

  Box read(const Set<W>& set, Rows& rows) const noexcept {
    const std::uint64_t mask = row_mask();
    std::size_t height = 0;
    std::uint64_t all = 0;
    const std::size_t begin = reflects_ ? set.first() / columns_ : 0;
    for (std::size_t r = begin; r < rows_; ++r) {
      const std::uint64_t row = slice(set, r * columns_) & mask;
      rows[r - begin] = row;
      all |= row;
      if (row != 0) height = r - begin + 1;
    }
    const auto shift = reflects_ ? static_cast<std::size_t>(std::countr_zero(all)) : 0;
    for (std::size_t r = 0; r < height; ++r) rows[r] >>= shift;
    return {height, static_cast<std::size_t>(std::bit_width(all)) - shift};
  }

  static std::uint64_t slice(const Set<W>& set, std::size_t at) noexcept {
    const std::size_t word = at / 64, bit = at % 64;
    std::uint64_t result = set.words[word] >> bit;
    if (bit != 0 && word + 1 < W) result |= set.words[word + 1] << (64 - bit);
    return result;
  }

  Set<W> write(const Rows& rows, Box box) const noexcept {
    Set<W> set;
    for (std::size_t r = 0; r < box.height; ++r) {
      const std::size_t at = r * columns_, word = at / 64, bit = at % 64;
      set.words[word] |= rows[r] << bit;
      if (bit != 0 && word + 1 < W) set.words[word + 1] |= rows[r] >> (64 - bit);
    }
    return set;
  }

  static std::uint64_t reversed(std::uint64_t row, std::size_t width) noexcept {
    row = (row >> 1 & 0x5555555555555555) | (row & 0x5555555555555555) << 1;
    row = (row >> 2 & 0x3333333333333333) | (row & 0x3333333333333333) << 2;
    row = (row >> 4 & 0x0f0f0f0f0f0f0f0f) | (row & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(row) >> (64 - width);
  }

  static void transpose(const Rows& rows, Box box, Rows& turned) noexcept {
    std::fill_n(turned.begin(), box.width, 0);
    for (std::size_t r = 0; r < box.height; ++r)
      for (std::uint64_t row = rows[r]; row != 0; row &= row - 1)
        turned[static_cast<std::size_t>(std::countr_zero(row))] |= std::uint64_t{1} << r;
  }

  void consider(const Set<W>& image, const Set<W>& original, Box box, Axis axis,
                Form& form) const noexcept {
    if (image < form.set) form.set = image;
    if (axis < none && !near_.empty() && image == original &&
        !image.meets(near_[(box.height * (columns_ + 1) + box.width) * axes + axis]))
      form.mirrored = true;
  }

  // The vertices that an involution of a box takes to themselves or to neighbours.
  void find_axes(const Game& game) {
    near_.assign((rows_ + 1) * (columns_ + 1) * axes, {});
    for (std::size_t h = 1; h <= rows_; ++h)
      for (std::size_t w = 1; w <= columns_; ++w)
        for (std::size_t axis = 0; axis < axes; ++axis) {
          if (axis >= main_diagonal && h != w) continue;
          Set<W>& near = near_[(h * (columns_ + 1) + w) * axes + axis];
          for (std::size_t r = 0; r < h; ++r)
            for (std::size_t c = 0; c < w; ++c) {
              const std::size_t v = r * columns_ + c;
              const std::size_t image = image_of(static_cast<Axis>(axis), r, c, h, w);
              if (v == image || game.neighbours[v].has(image)) near.add(v);
            }
        }
  }

  std::size_t image_of(Axis axis, std::size_t r, std::size_t c, std::size_t h,
                       std::size_t w) const noexcept {
    switch (axis) {
      case across:
        return r * columns_ + (w - 1 - c);
      case half_turn:
        return (h - 1 - r) * columns_ + (w - 1 - c);
      case down:
        return (h - 1 - r) * columns_ + c;
      case main_diagonal:
        return c * columns_ + r;
      default:
        return (w - 1 - c) * columns_ + (h - 1 - r);
    }
  }

  std::size_t rows_ = 0;  // 0: sets stand for themselves
  std::size_t columns_ = 0;
  bool reflects_ = false;
  std::vector<Set<W>> near_;                 // by box and axis
  std::array<std::uint64_t, 256> spread_{};  // a row of at most 8 as a column
};

}  // namespace grundy::boards
