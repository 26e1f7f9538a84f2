// table/reader.hpp: start reading here to read a table.
//
// Opening reads and checks the metadata; shards are mapped and checked when they
// are touched. Damaged data is Errc::corrupt with the file and what is wrong
// with it, never a crash; what the system refuses is Errc::io; a position or an
// array that the table does not have is Errc::usage. Any number of threads may
// ask one table at once.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "table/array_reader.hpp"
#include "table/info.hpp"

namespace grundy::table {

class Table {
 public:
  static Result<Table> open(const std::filesystem::path& path);

  const TableInfo& info() const noexcept { return info_; }

  // The value of one position. Decodes its chunk unless that is among the last asked for.
  Result<std::uint32_t> at(Quantity array, const Position& position) const;

  // The outcome of one position, from p_section if the table has one, else from its values.
  Result<Outcome> outcome(const Position& position) const;

  // Bytes a cell: 1, 2 or 4. Errc::usage if the table has no such array.
  Result<unsigned> width(Quantity array) const;

  // Copies the values of `region` into to.cells, which are C-ordered over to.box and at least
  // as wide as the array's. The region must lie in the table's box and in to.box.
  Status read(Quantity array, const Box& region, const CellSpan& to) const;

 private:
  Table() = default;
  Result<const ArrayReader*> array(Quantity quantity) const;
  Status check_inside(const Position& position) const;
  Result<Outcome> outcome_by_section(const Position& position) const;

  std::filesystem::path path_;
  TableInfo info_;
  std::vector<std::unique_ptr<ArrayReader>> arrays_;  // in the order of arrays_of(quantity)
  std::unique_ptr<ArrayReader> section_;              // null if there is none
};

}  // namespace grundy::table
