// table/reader.hpp: start reading here to read a table.
//
// Opening reads and checks the metadata. Shards are mapped, or their chunks read (shard.hpp:
// Access), and checked when they are touched. Damaged data is Errc::corrupt with the file and what
// is wrong with it, never a crash. What the system refuses is Errc::io, a position or an array that
// the table does not have Errc::usage. Any number of threads may use one table at once. How the
// table is stored (info.hpp: Store) makes no difference: every position of the box has its value.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/array_reader.hpp"
#include "table/files.hpp"
#include "table/info.hpp"

namespace grundy::table {

// Positions anywhere in memory, and places for their values. Coordinate `axis` of row `r` is an
// int64 that begins r * row_stride + axis * coordinate_stride bytes after `positions`. The row's
// value is a uint32 that begins r * value_stride bytes after `values`. Nothing needs to be aligned.
struct Batch {
  std::size_t count;
  const std::byte* positions;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t coordinate_stride;
  std::byte* values;
  std::ptrdiff_t value_stride;

  // Copies the coordinates of a row.
  void get(std::size_t row, std::span<std::int64_t> position) const noexcept {
    const std::byte* from = positions + static_cast<std::ptrdiff_t>(row) * row_stride;
    for (std::int64_t& coordinate : position) {
      std::memcpy(&coordinate, from, sizeof coordinate);
      from += coordinate_stride;
    }
  }
  void set(std::size_t row, std::uint32_t value) const noexcept {
    std::memcpy(values + static_cast<std::ptrdiff_t>(row) * value_stride, &value, sizeof value);
  }
};

class Table {
 public:
  // Keeps at most `cache_bytes` of decoded chunks of each array. Keeps a file descriptor, so that
  // the table stays the one that was opened when another takes its name. Errc::usage if there is no
  // such table. Throws OutOfMemory.
  static Result<Table> open(const std::filesystem::path& path,
                            std::size_t cache_bytes = usual_cache_bytes,
                            Access access = Access::mapped);

  const TableInfo& info() const noexcept { return info_; }

  // Where its files are, and the identity of its zarr.json.
  const Folder& folder() const noexcept { return folder_; }
  const RegularFile::Identity& identity() const noexcept { return identity_; }

  // How its arrays are stored, p_section last.
  std::vector<const ArrayFormat*> arrays() const;
  // The array p_section, or null.
  const ArrayReader* section() const noexcept { return section_.get(); }

  // The value of one position; Errc::usage if the tuple is none. Decodes its chunk unless that is
  // cached; else allocates nothing.
  Result<std::uint32_t> at(Quantity quantity, std::span<const std::int64_t> position) const;
  Result<std::uint32_t> at(Quantity quantity, const Position& position) const {
    return at(quantity, std::span(position));
  }

  // The outcome of one position, from p_section if the table has one, else from its values.
  Result<Outcome> outcome(std::span<const std::int64_t> position) const;
  Result<Outcome> outcome(const Position& position) const { return outcome(std::span(position)); }

  // The values of many positions, or their outcomes, which every table has. Each chunk is decoded
  // once for many positions (ArrayReader::usual_batch). The error of a position outside the table
  // does not name its row. On an error the values of any row may or may not be written.
  Status values(Quantity quantity, const Batch& batch) const;

  // Bytes that hold any of the values: 1, 2 or 4. Errc::usage if the table has no such array.
  Result<unsigned> width(Quantity array) const;

  // The number of times, since the table was opened, that a chunk was not cached and was decoded.
  std::uint64_t decoded() const noexcept;

  // Copies the values of `region` into to.cells, which are in C order over to.box and at least of
  // that width. The region must lie in to.box; Errc::usage unless it lies in the table's box.
  // Tuples that are no positions have no_position(to.width).
  Status read(Quantity array, const Box& region, const CellSpan& to) const;

 private:
  Table(Folder folder, TableInfo info, const RegularFile::Identity& identity)
      : folder_(std::move(folder)), info_(std::move(info)), identity_(identity) {}
  Status check_quantity(Quantity quantity) const;
  const ArrayReader* array(Quantity quantity) const;  // null if only p_section is stored
  bool is_hole(const ArrayReader& cells, std::uint32_t value) const;
  Error no_position(std::span<const std::int64_t> tuple) const;
  Error wrong_count(std::size_t found) const;  // of coordinates
  Status check_inside(std::span<const std::int64_t> position) const;
  Result<Outcome> outcome_by_section(std::span<const std::int64_t> position) const;
  Status values_of_array(const ArrayReader& cells, bool as_outcomes, const Batch& batch) const;
  Status outcomes_by_section(const Batch& batch) const;
  Status read_by_section(const Box& region, const CellSpan& to) const;

  Folder folder_;
  TableInfo info_;
  RegularFile::Identity identity_;
  std::vector<std::unique_ptr<ArrayReader>> arrays_;  // in the order of arrays_of(quantity)
  std::unique_ptr<ArrayReader> section_;              // null if there is none
};

}  // namespace grundy::table
