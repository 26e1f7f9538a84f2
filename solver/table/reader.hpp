// table/reader.hpp: start reading here to read a table.
//
// Opening reads and checks the metadata; shards are mapped, or their chunks read (shard_file.hpp:
// Access), and checked when they are touched. Damaged data is Errc::corrupt with the file and what
// is wrong with it, never a crash; what the system refuses is Errc::io; a position or an array that
// the table does not have is Errc::usage. Any number of threads may ask one table at once. How the
// table is stored (info.hpp: Store) does not show: every position of the box has its value.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/array_reader.hpp"
#include "table/batch.hpp"
#include "table/folder.hpp"
#include "table/info.hpp"
#include "table/regular_file.hpp"

namespace grundy::table {

class Table {
 public:
  // Keeps at most `cache_bytes` of decoded chunks of each array.
  // Takes a file descriptor: the table stays the one that was opened when another takes its name.
  static Result<Table> open(const std::filesystem::path& path,
                            std::size_t cache_bytes = usual_cache_bytes,
                            Access access = Access::mapped);

  const TableInfo& info() const noexcept { return info_; }

  // Where its files are, and which file its zarr.json is.
  const Folder& folder() const noexcept { return folder_; }
  const RegularFile::Identity& identity() const noexcept { return identity_; }

  // How its arrays are stored, p_section last.
  std::vector<const ArrayFormat*> arrays() const;
  // The array p_section, or null.
  const ArrayReader* section() const noexcept { return section_.get(); }

  // The value of one position. Decodes its chunk unless that is among the last asked for. No
  // allocation.
  Result<std::uint32_t> at(Quantity quantity, std::span<const std::int64_t> position) const;
  Result<std::uint32_t> at(Quantity quantity, const Position& position) const {
    return at(quantity, std::span(position));
  }

  // The outcome of one position, from p_section if the table has one, else from its values.
  Result<Outcome> outcome(std::span<const std::int64_t> position) const;
  Result<Outcome> outcome(const Position& position) const { return outcome(std::span(position)); }

  // The values of many positions, or their outcomes, which every table knows. Each chunk is decoded
  // once. The error of a position outside the table does not say which row it is; on an error the
  // values of any row may or may not be written.
  Status values(Quantity quantity, const Batch& batch) const;

  // Bytes that hold any of the values: 1, 2 or 4. Errc::usage if the table has no such array.
  Result<unsigned> width(Quantity array) const;

  // Chunks that were decoded because the caches had them not, since the table was opened.
  std::uint64_t decoded() const noexcept;

  // Copies the values of `region` into to.cells, which are C-ordered over to.box and at least
  // of that width. The region must lie in the table's box and in to.box.
  Status read(Quantity array, const Box& region, const CellSpan& to) const;

 private:
  Table(Folder folder, TableInfo info, const RegularFile::Identity& identity)
      : folder_(std::move(folder)), info_(std::move(info)), identity_(identity) {}
  Status check_quantity(Quantity quantity) const;
  const ArrayReader* array(Quantity quantity) const;  // null if the section alone tells
  Error wrong_count(std::size_t found) const;         // of coordinates
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
