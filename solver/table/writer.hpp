// table/writer.hpp: start reading here to write a table.
//
// A table is the directory of docs/table-format.md. It is written shard by shard while the solver
// still works elsewhere: as soon as every position of a shard is solved, any thread may write it.
// Until finish() has returned the table is unfinished and no reader opens it. A crash loses at most
// the shards that are being written. An earlier table is replaced only by force, and not before
// begin().
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/array_format.hpp"
#include "table/array_writer.hpp"
#include "table/info.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {

class TableWriter {
 public:
  // Makes the directory; its parent must exist. Errc::usage for an invalid spec or a path that must
  // not be touched, Errc::corrupt for a damaged table to resume, Errc::io if the system refuses.
  static Result<TableWriter> create(const std::filesystem::path& path, TableSpec spec, bool force);
  static Result<TableWriter> create(const std::filesystem::path& path, TableSpec spec,
                                    Existing existing);

  // Writes shards of a table that another process has created and begun. That process decides the
  // formats of the arrays and whether the table is resumed, and alone calls finish() and discard().
  static TableWriter join(const std::filesystem::path& path, TableSpec spec, bool resumed);

  // Whether an unfinished table is resumed: shards that are on disk are kept then.
  bool resumed() const noexcept { return directory_->resumed(); }

  // Prepares the directory for this table and removes the table that it replaces. Functions that
  // write or open shards call it. May be called repeatedly, by any thread.
  Status begin();

  const std::filesystem::path& path() const noexcept { return directory_->path(); }
  const TableSpec& spec() const noexcept { return spec_; }

  // The shards, in C order: their number, and the box of each.
  const Grid& shards() const noexcept { return shards_; }

  // The arrays that write_shard expects views of, in this order; none if only p_section is stored.
  std::vector<Quantity> arrays() const { return arrays_of(spec_); }

  // Only cells of positions sorted by these are kept.
  const AxisGroups& sorted_axes() const noexcept { return spec_.sorted_axes; }

  // Writes one shard of every array. Each view holds final values for at least the shard's box and
  // need not outlive the call; cells of positions that are not kept may hold anything. Any number
  // of threads may call it at once, each with a shard of its own. Errc::io, Errc::memory.
  Status write_shard(std::uint64_t shard, std::span<const CellView> views);

  // The same in steps, so that many threads can pack one shard, with a source and a packed shard
  // for every array. See the functions of the same names in ArrayWriter.
  using Sources = std::span<const CellSource* const>;
  bool format_fits(std::uint64_t shard, Sources sources);
  Result<std::vector<PackedShard>> open_shard(std::uint64_t shard, Sources sources);
  Status store(std::span<const PackedShard> packed);

  // The array p_section, if the table has one.
  const std::optional<ArrayFormat>& section() const noexcept { return section_; }

  // Writes one shard of section() in two steps; after the first, `lines` is not needed any more.
  // `lines` holds indices, or section()->fill for none.
  Result<PackedShard> pack_section_shard(std::uint64_t shard, const CellView& lines);
  Status store_section(const PackedShard& packed);

  // The writers of arrays(), and of the section or null: several processes that write one table use
  // them to agree on formats.
  ArrayWriter& array(std::size_t number) { return *writers_[number]; }
  ArrayWriter* section_array() { return section_writer_.get(); }

  // Makes the shards that this process wrote survive a crash, before another process finishes them.
  Status sync() const;

  // Writes the metadata of the arrays. Errc::usage unless every shard was written. No shard may be
  // written afterwards.
  Status finish_arrays();

  // The same, if that is not done yet, and the metadata of the table. Nothing may be written
  // afterwards.
  Status finish(const TableResult& result);

  // Gives up: removes what was written.
  Status discard();

 private:
  TableWriter(std::unique_ptr<TableDirectory> directory, TableSpec spec);

  std::unique_ptr<TableDirectory> directory_;
  TableSpec spec_;
  Grid shards_;
  std::vector<std::unique_ptr<ArrayWriter>> writers_;
  std::optional<ArrayFormat> section_;
  std::unique_ptr<ArrayWriter> section_writer_;
  bool arrays_finished_ = false;
};

}  // namespace grundy::table
