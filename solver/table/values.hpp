// table/values.hpp: the values of a box, wherever they are kept: in a table on disk or in memory.
//
// The interface that the bindings use. Any number of threads may call it at once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "table/info.hpp"
#include "table/reader.hpp"

namespace grundy::table {

class Values {
 public:
  virtual ~Values() = default;
  virtual const TableInfo& info() const noexcept = 0;

  // The value of one position. Outcomes are known for every quantity. Errc::usage for any other
  // quantity than info()'s, for a position outside the box and for a tuple that is none; else the
  // errors of Table.
  virtual Result<std::uint32_t> at(Quantity quantity,
                                   std::span<const std::int64_t> position) const = 0;

  // The same for many, in order; `answered` is the number of rows that have their value. On an
  // error it is the number of the row at fault, and values of other rows may or may not be written.
  virtual Status at_many(Quantity quantity, const Batch& batch, std::size_t& answered) const;

  // Bytes that hold any value of the quantity: 1, 2 or 4. Errc::usage as above.
  virtual Result<unsigned> width(Quantity quantity) const = 0;

  // Copies the values of `region`, which must lie in the box and in to.box, into cells of at
  // least that width. Tuples that are no positions have no_position(to.width).
  virtual Status read(Quantity quantity, const Box& region, const CellSpan& to) const = 0;
};

// Copies the outcomes that nimbers give. `has_holes`: some tuples are no positions, and hold
// no_position. Requires `region` inside both boxes.
void nimbers_to_outcomes(const CellView& nimbers, bool has_holes, const Box& region,
                         const CellSpan& to);

// The values of a table on disk. open_values fails as Table::open does.
std::shared_ptr<const Values> values_of(Table table);
std::shared_ptr<const Values> values_of(std::shared_ptr<const Table> table);
Result<std::shared_ptr<const Values>> open_values(const std::filesystem::path& path,
                                                  Access access = Access::mapped);

}  // namespace grundy::table
