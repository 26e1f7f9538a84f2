// table/writer.hpp: start reading here to write a table.
//
// A table is the directory of docs/table-format.md. It is written shard by shard
// while the solver still works elsewhere: as soon as every position of a shard
// is solved, any thread may hand the shard over. Until finish() has returned the
// table is unfinished and no reader opens it; a crash loses at most the shards
// in flight. What was there before is touched only by force.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/error.hpp"
#include "core/value.hpp"
#include "table/array_writer.hpp"
#include "table/cells.hpp"
#include "table/info.hpp"
#include "table/section.hpp"

namespace grundy::table {

class TableWriter {
 public:
  // Makes the directory; its parent must exist. Errc::usage for a spec without sense or a path that
  // must not be touched, Errc::io if the system refuses.
  static Result<TableWriter> create(const std::filesystem::path& path, TableSpec spec, bool force);

  // The shards, in C order: how many, and the box of each.
  const Grid& shards() const noexcept { return shards_; }

  // What write_shard expects a view of, in this order.
  std::vector<Quantity> arrays() const { return arrays_of(spec_.quantity); }

  // Writes one shard of every array. Each view holds final values for at least the shard's box and
  // need not outlive the call. Any number of threads at once, each with a shard of its own.
  Status write_shard(std::uint64_t shard, std::span<const CellView> views);

  // Writes p_section and the metadata, when every shard is written. Nothing may be written after.
  Status finish(const TableResult& result);

  // Removes what was written, for callers who give up.
  Status discard();

 private:
  TableWriter(std::filesystem::path path, TableSpec spec);
  Status make_arrays();
  Status write_section();

  std::filesystem::path path_;
  TableSpec spec_;
  Grid shards_;
  std::vector<std::unique_ptr<ArrayWriter>> writers_;
  std::optional<SectionBuilder> section_;
};

}  // namespace grundy::table
