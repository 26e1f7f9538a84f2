// table/memory_values.hpp: values of a box in memory that somebody else owns, and a table of values
// that are all known.
#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "table/table_directory.hpp"
#include "table/values.hpp"

namespace grundy::table {

// The cells of a quantity for all positions of a box.
struct MemoryArray {
  CellView cells;
  std::shared_ptr<const void> owner;
};

class MemoryValues final : public Values {
 public:
  // An array for each of arrays_of(info.spec), in that order. Each views info.spec.box.
  MemoryValues(TableInfo info, std::vector<MemoryArray> arrays)
      : info_(std::move(info)), arrays_(std::move(arrays)) {}

  // The cells of a quantity; null if there are none for it.
  const CellView* cells(Quantity quantity) const noexcept;

  const TableInfo& info() const noexcept override { return info_; }
  Result<std::uint32_t> at(Quantity quantity,
                           std::span<const std::int64_t> position) const override;
  Result<unsigned> width(Quantity quantity) const override;
  Status read(Quantity quantity, const Box& region, const CellSpan& to) const override;

 private:
  Status check(Quantity quantity, const Position& position) const;

  TableInfo info_;
  std::vector<MemoryArray> arrays_;
};

// Writes a table of values that are all known, in this thread. `spec` is that of the values, but
// for the store and its axes. Errors: those of TableWriter and of values.read; on an error no
// unfinished table is left.
Status write_values(const Values& values, const std::filesystem::path& path, TableSpec spec,
                    Existing existing);

}  // namespace grundy::table
