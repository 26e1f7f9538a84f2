// table/export/source.hpp: what is exported: a slice of a table (Slice), and its values, a piece at
// a time, for the formats to write (Source).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/info.hpp"
#include "table/reader.hpp"

namespace grundy::exports {

// The part of a table that is exported. It is written as one entry for each coordinate, separated
// by commas, in the coordinates of the game, not in array indices. Both ends are included, as in
// boxes:
//
//   5      this coordinate alone; the result does not have this axis
//   2:7    from 2 to 7        2:  from 2 to the end of the box
//   :      all of them        :7  from the beginning of the box to 7

struct Slice {
  Box region;                     // in the table's coordinates
  std::vector<std::size_t> axes;  // those that remain, ascending; along the others region is 1 wide

  // The region in the axes that remain, and a part of that in the coordinates of the table.
  Box remaining() const;
  Box in_table(const Box& part) const;
};

// The whole box.
Slice everything(const Box& box);

// Errc::usage, with the entry and the box, if the text is no slice of spec.box or leaves no axis.
Result<Slice> parse_slice(std::string_view text, const table::TableSpec& spec);

// How the caller follows an export and ends it.
struct Watch {
  const std::atomic<bool>* stop = nullptr;     // read; once it is true the export ends
  std::atomic<std::uint64_t>* done = nullptr;  // grows by the positions written

  Status passed(std::uint64_t positions) const {
    if (done != nullptr) done->fetch_add(positions, std::memory_order_relaxed);
    if (stop == nullptr || !stop->load(std::memory_order_relaxed)) return {};
    return Error{Errc::interrupted, "stopped; nothing was exported"};
  }
};

// One array of a table, cut down to a slice, as if it were a table of the axes that remain. Cells
// are unsigned integers of 1, 2 or 4 bytes in C order. Formats hold about `piece_bytes` of them at
// once, however large the table is. Any number of threads may read.
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
  // The fill value, which is the same as in tables.
  std::uint32_t fill() const noexcept {
    if (has_holes()) return no_position(width_);
    return array_ == Quantity::outcome ? 1 : 0;
  }
  // Whether some tuples are no positions. They have the fill value, and no others do.
  bool has_holes() const noexcept { return !info().spec.where.empty(); }
  std::vector<std::int64_t> shape() const;

  // Fills `to` with the values of `part`, which lies in box(). A span must have room for them. The
  // errors of Table::read.
  Status read(const Box& part, std::span<std::byte> to) const;
  Status read(const Box& part, std::vector<std::byte>& to) const;

  // The box in consecutive pieces, in C order: the piece that begins at `low`, and the beginning of
  // the next one, if there is one. Pieces have about `wanted` bytes, or up to piece_bytes if that
  // avoids decoding chunks twice.
  Box piece_at(const Position& low, std::int64_t wanted) const;
  std::int64_t most_bytes(std::int64_t wanted) const;  // an upper bound of the bytes of a piece
  std::optional<Position> after(const Box& piece) const;

  // Calls `use` for all pieces, of piece_bytes or less unless a row has more, up to the first
  // error.
  using UsePiece = std::function<Status(const CellView&)>;
  Status for_each_piece(const UsePiece& use) const;

  // Every format calls this when it has written that many more positions. Errc::interrupted if the
  // export is to end.
  Status passed(std::uint64_t positions) const { return watch_.passed(positions); }

  static constexpr std::int64_t piece_bytes = 1 << 27;

 private:
  // How the box is cut into pieces: they are one wide along the axes before `axis`, and whole along
  // those after it.
  struct Cut {
    std::size_t axis = 0;
    std::int64_t slab_bytes = 1;
    std::int64_t chunk = 1;  // slabs in a chunk
    std::int64_t slabs = 1;  // slabs in a piece, at most
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
