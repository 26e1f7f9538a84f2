// table/export/source.hpp: the values that are exported, a piece at a time.
//
// What every format writes from: one array of a table, cut down to a slice, as if it were a table
// of the axes that remain. Cells are unsigned integers of 1, 2 or 4 bytes in C order. No more than
// `piece_bytes` of them are held at once, however large the table is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/export/slice.hpp"
#include "table/export/watch.hpp"
#include "table/reader.hpp"

namespace grundy::exports {

class Source {
 public:
  // The table must outlive the source. Errc::usage if it has no such array.
  static Result<Source> open(const table::Table& table, Quantity array, Slice slice, Watch watch);

  const table::TableInfo& info() const noexcept { return table_->info(); }
  Quantity array() const noexcept { return array_; }
  const Slice& slice() const noexcept { return slice_; }
  const Box& box() const noexcept { return box_; }
  const std::vector<std::string>& dimensions() const noexcept { return dimensions_; }
  unsigned width() const noexcept { return width_; }  // bytes a cell
  // The most common value, as tables have it: P-positions are few.
  std::uint32_t fill() const noexcept { return array_ == Quantity::outcome ? 1 : 0; }
  std::vector<std::int64_t> shape() const;

  // Fills `to` with the values of `part`, which lies in box(). A span has room for as many.
  Status read(const Box& part, std::span<std::byte> to) const;
  Status read(const Box& part, std::vector<std::byte>& to) const;

  // The box in consecutive pieces, in C order: that which begins at `low`, and the beginning of the
  // next one, if there is one. Pieces have about `wanted` bytes, up to piece_bytes where that
  // spares decoding chunks twice.
  Box piece_at(const Position& low, std::int64_t wanted) const;
  std::int64_t most_bytes(std::int64_t wanted) const;  // of a piece
  std::optional<Position> after(const Box& piece) const;

  // Hands over all pieces, and ends with the first failure.
  using UsePiece = std::function<Status(const CellView&)>;
  Status for_each_piece(const UsePiece& use) const;

  // Every format calls this when it has written so many positions more.
  Status passed(std::uint64_t positions) const { return watch_.passed(positions); }

  static constexpr std::int64_t piece_bytes = 1 << 27;

 private:
  // Where pieces lie: they are single before that axis, and whole after it.
  struct Cut {
    std::size_t axis = 0;
    std::int64_t slab_bytes = 1;
    std::int64_t chunk = 1;  // slabs of a chunk
    std::int64_t slabs = 1;  // of a piece, at most
  };
  Source(const table::Table& table, Quantity array, Slice slice, Watch watch, unsigned width);
  Cut cut(std::int64_t wanted) const;

  const table::Table* table_;
  Quantity array_;
  Slice slice_;
  Watch watch_;
  unsigned width_;
  Box box_;
  std::vector<std::string> dimensions_;
};

}  // namespace grundy::exports
