// c/probe.cpp: values read out of tables.
#include "arguments.hpp"
#include "handles.hpp"

namespace grundy::c {
namespace {

const Box& box_of(const grundy_table& table) noexcept {
  return table.values->info().spec.box;
}

Result<Quantity> quantity_of(const grundy_table* table, int quantity) {
  if (const Status there = required(table, "table"); !there) return there.error();
  const auto chosen = quantity_from(quantity);
  if (!chosen) return chosen.error();
  return chosen->value_or(table->values->info().spec.quantity);
}

Status probe(const grundy_table* table, int quantity, const std::int64_t* coordinates,
             std::size_t dimensions, std::uint32_t* value) {
  const auto asked = quantity_of(table, quantity);
  if (!asked) return asked.error();
  const auto position =
      coordinates_from(coordinates, dimensions, box_of(*table).dimensions(), "position");
  if (!position) return position.error();
  if (Status there = required(value, "value"); !there) return there;
  const auto found = table->values->at(*asked, *position);
  if (!found) return found.error();
  *value = *found;
  return {};
}

Status probe_many(const grundy_table* table, int quantity, std::size_t dimensions,
                  const table::Batch& batch, std::size_t* bad_row) {
  const auto asked = quantity_of(table, quantity);
  if (!asked) return asked.error();
  if (dimensions != box_of(*table).dimensions())
    return Error{Errc::usage, fmt::format("the positions have {} coordinates, expected {}",
                                          dimensions, box_of(*table).dimensions())};
  if (batch.count == 0) return {};
  if (Status there = required(batch.positions, "positions"); !there) return there;
  if (Status there = required(batch.values, "values"); !there) return there;
  std::size_t answered = 0;
  const Status status = table->values->at_many(*asked, batch, answered);
  if (status) return {};
  if (bad_row) *bad_row = answered;
  return Error{status.error().code, fmt::format("row {}: {}", answered, status.error().message)};
}

Result<Box> region_of(const grundy_table& table, const std::int64_t* low, const std::int64_t* high,
                      std::size_t dimensions) {
  const Box& box = box_of(table);
  auto from = position_from(low, dimensions, box.dimensions(), "low");
  if (!from) return from.error();
  auto to = position_from(high, dimensions, box.dimensions(), "high");
  if (!to) return to.error();
  Box region{*std::move(from), *std::move(to)};
  const bool is_box = std::equal(region.low.begin(), region.low.end(), region.high.begin(),
                                 [](std::int64_t a, std::int64_t b) { return a <= b; });
  if (is_box && box.contains(region)) return region;
  return Error{Errc::usage,
               fmt::format("no box from {} to {} lies in the table, which runs from {} to {}",
                           to_string(region.low), to_string(region.high), to_string(box.low),
                           to_string(box.high))};
}

Status check_buffer(const Box& region, const void* cells, std::size_t cell_bytes,
                    std::size_t least_cell_bytes, std::size_t buffer_bytes) {
  if ((cell_bytes != 1 && cell_bytes != 2 && cell_bytes != 4) || cell_bytes < least_cell_bytes)
    return Error{Errc::usage, fmt::format("cells of {} bytes, expected 1, 2 or 4, and for these "
                                          "values at least {}",
                                          cell_bytes, least_cell_bytes)};
  if (Status there = required(cells, "cells"); !there) return there;
  if (reinterpret_cast<std::uintptr_t>(cells) % cell_bytes != 0)
    return Error{Errc::usage,
                 fmt::format("`cells` is not aligned to its cells of {} bytes", cell_bytes)};
  const std::uint64_t positions = *region.volume();
  if (buffer_bytes / cell_bytes >= positions) return {};
  return Error{Errc::usage, fmt::format("a buffer of {} bytes, expected {} positions times {}",
                                        buffer_bytes, positions, cell_bytes)};
}

Status read(const grundy_table* table, int quantity, const Result<Box>& region, void* cells,
            std::size_t cell_bytes, std::size_t buffer_bytes) {
  const auto asked = quantity_of(table, quantity);
  if (!asked) return asked.error();
  if (!region) return region.error();
  const auto width = table->values->width(*asked);
  if (!width) return width.error();
  if (Status fits = check_buffer(*region, cells, cell_bytes, *width, buffer_bytes); !fits)
    return fits;
  return table->values->read(
      *asked, *region,
      {static_cast<std::byte*>(cells), static_cast<unsigned>(cell_bytes), *region});
}

}  // namespace
}  // namespace grundy::c

using namespace grundy;

int grundy_table_probe(const grundy_table* table, int quantity, const int64_t* position,
                       size_t dimensions, uint32_t* value) {
  return c::guarded([&] { return c::probe(table, quantity, position, dimensions, value); });
}

int grundy_table_probe_many(const grundy_table* table, int quantity, size_t count,
                            const void* positions, size_t dimensions, ptrdiff_t row_stride,
                            ptrdiff_t coordinate_stride, void* values, ptrdiff_t value_stride,
                            size_t* bad_row) {
  const table::Batch batch{count,
                           static_cast<const std::byte*>(positions),
                           row_stride,
                           coordinate_stride,
                           static_cast<std::byte*>(values),
                           value_stride};
  return c::guarded([&] { return c::probe_many(table, quantity, dimensions, batch, bad_row); });
}

int grundy_table_cell_bytes(const grundy_table* table, int quantity, size_t* cell_bytes) {
  return c::guarded([&]() -> Status {
    const auto asked = c::quantity_of(table, quantity);
    if (!asked) return asked.error();
    if (Status there = c::required(cell_bytes, "cell_bytes"); !there) return there;
    const auto width = table->values->width(*asked);
    if (!width) return width.error();
    *cell_bytes = *width;
    return {};
  });
}

int grundy_table_read(const grundy_table* table, int quantity, const int64_t* low,
                      const int64_t* high, size_t dimensions, void* cells, size_t cell_bytes,
                      size_t buffer_bytes) {
  return c::guarded([&]() -> Status {
    if (Status there = c::required(table, "table"); !there) return there;
    return c::read(table, quantity, c::region_of(*table, low, high, dimensions), cells, cell_bytes,
                   buffer_bytes);
  });
}
