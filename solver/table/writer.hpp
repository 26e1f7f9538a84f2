// table/writer.hpp: start reading here to write a table.
//
// A table is the directory of docs/table-format.md. It is written shard by shard
// while the solver still works elsewhere: as soon as every position of a shard
// is solved, any thread may hand the shard over. Until finish() has returned the
// table is unfinished and no reader opens it; a crash loses at most the shards
// in flight. What was there before is touched only by force, and not before the first shard.
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
#include "table/array_writer.hpp"
#include "table/info.hpp"
#include "table/section.hpp"
#include "table/table_directory.hpp"

namespace grundy::table {

class TableWriter {
 public:
  // Makes the directory; its parent must exist. Errc::usage for a spec without sense or a path that
  // must not be touched, Errc::io if the system refuses.
  static Result<TableWriter> create(const std::filesystem::path& path, TableSpec spec, bool force);
  static Result<TableWriter> create(const std::filesystem::path& path, TableSpec spec,
                                    Existing existing);

  // Writes shards of a table that another process has created and begun, which tells the formats of
  // its arrays and whether it resumes. Neither begin() nor finish() nor discard() is to be called.
  static TableWriter join(const std::filesystem::path& path, TableSpec spec, bool resumed);

  // Whether an unfinished table is gone on with: shards that are on disk are kept then.
  bool resumed() const noexcept { return directory_->resumed(); }

  // Makes the directory ready for this table and removes what it replaces. Whoever writes a shard
  // need not call it. Any number of times, from any thread.
  Status begin();

  const std::filesystem::path& path() const noexcept { return directory_->path(); }
  const TableSpec& spec() const noexcept { return spec_; }

  // The shards, in C order: how many, and the box of each.
  const Grid& shards() const noexcept { return shards_; }

  // What write_shard expects a view of, in this order; nothing if the table is a section alone.
  std::vector<Quantity> arrays() const { return arrays_of(spec_); }

  // Which cells of those arrays are kept: those of positions sorted by these.
  const AxisGroups& sorted_axes() const noexcept { return spec_.sorted_axes; }

  // Writes one shard of every array. Each view holds final values for at least the shard's box and
  // need not outlive the call; cells of positions that are not kept may be anything. Any number of
  // threads at once, each with a shard of its own.
  Status write_shard(std::uint64_t shard, std::span<const CellView> views);

  // The same in steps, so that many threads can pack one shard: as ArrayWriter says, a source and a
  // packed shard for every array.
  using Sources = std::span<const CellSource* const>;
  bool is_settled_for(std::uint64_t shard, Sources sources);
  Result<std::vector<PackedShard>> open_shard(std::uint64_t shard, Sources sources);
  Status store(std::span<const PackedShard> packed);

  // The array p_section, if the table has one.
  const std::optional<ArrayFormat>& section() const noexcept { return section_; }

  // The same of one shard of section(); `lines` holds indices, or section()->fill for none.
  Status write_section_shard(std::uint64_t shard, const CellView& lines);
  // In two steps: packed, without need of the lines any more, and stored.
  Result<PackedShard> pack_section_shard(std::uint64_t shard, const CellView& lines);
  Status store_section(const PackedShard& packed);

  // The writers of arrays(), and of the section where there is one: for several processes, as
  // ArrayWriter says.
  ArrayWriter& array(std::size_t number) { return *writers_[number]; }
  ArrayWriter* section_array() { return section_writer_.get(); }

  // Makes the names of shards last that another process is to finish.
  Status sync() const;

  // Writes the metadata of the arrays, when every shard is written. No shard may be written after.
  Status finish_arrays();

  // The same, if that is not done yet, and the metadata of the table. Nothing may be written after.
  Status finish(const TableResult& result);

  // Removes what was written, for callers who give up.
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
