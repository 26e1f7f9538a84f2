#include "table/values.hpp"

#include <utility>
#include <vector>

namespace grundy::table {

void nimbers_to_outcomes(const CellView& nimbers, bool has_holes, const Box& region,
                         const CellSpan& to) {
  std::vector<std::uint8_t> row(static_cast<std::size_t>(region.high.back() - region.low.back()) +
                                1);
  for_each_row(region, [&](const Position& start) {
    Box line{start, start};
    line.high.back() = region.high.back();
    Position at = start;
    for (std::uint8_t& outcome : row) {
      const std::uint32_t nimber = nimbers[at];
      outcome = has_holes && nimber == no_position(nimbers.width) ? 0xff : nimber != 0;
      ++at.back();
    }
    copy_cells(view_of(row, line), line, to);
  });
  if (has_holes) replace_cells(to, region, no_position(1), no_position(to.width));
}

namespace {

class TableValues final : public Values {
 public:
  explicit TableValues(std::shared_ptr<const Table> table) : table_(std::move(table)) {}
  const TableInfo& info() const noexcept override { return table_->info(); }

  Result<std::uint32_t> at(Quantity quantity,
                           std::span<const std::int64_t> position) const override {
    if (quantity != Quantity::outcome) return table_->at(quantity, position);
    const auto outcome = table_->outcome(position);
    if (!outcome) return outcome.error();
    return static_cast<std::uint32_t>(*outcome);
  }

  // On an error goes through the rows again, one by one, to find the one at fault.
  Status at_many(Quantity quantity, const Batch& batch, std::size_t& answered) const override {
    if (!table_->values(quantity, batch)) return Values::at_many(quantity, batch, answered);
    answered = batch.count;
    return {};
  }

  Result<unsigned> width(Quantity quantity) const override {
    if (quantity == Quantity::outcome) return 1u;
    return table_->width(quantity);
  }

  Status read(Quantity quantity, const Box& region, const CellSpan& to) const override {
    const bool by_nimbers =
        quantity == Quantity::outcome && info().spec.quantity == Quantity::nimber;
    return by_nimbers ? read_outcomes(region, to) : table_->read(quantity, region, to);
  }

 private:
  Status read_outcomes(const Box& region, const CellSpan& to) const {
    const auto width = table_->width(Quantity::nimber);
    if (!width) return width.error();
    std::vector<std::byte> cells(*region.volume() * *width);
    const CellSpan nimbers{cells.data(), *width, region};
    if (Status read = table_->read(Quantity::nimber, region, nimbers); !read) return read;
    nimbers_to_outcomes(nimbers.view(), !info().spec.where.empty(), region, to);
    return {};
  }

  std::shared_ptr<const Table> table_;
};

}  // namespace

Status Values::at_many(Quantity quantity, const Batch& batch, std::size_t& answered) const {
  Position position(info().spec.box.dimensions());
  for (answered = 0; answered < batch.count; ++answered) {
    batch.get(answered, position);
    const auto value = at(quantity, position);
    if (!value) return value.error();
    batch.set(answered, *value);
  }
  return {};
}

std::shared_ptr<const Values> values_of(Table table) {
  return values_of(std::make_shared<const Table>(std::move(table)));
}

std::shared_ptr<const Values> values_of(std::shared_ptr<const Table> table) {
  return std::make_shared<const TableValues>(std::move(table));
}

Result<std::shared_ptr<const Values>> open_values(const std::filesystem::path& path,
                                                  Access access) {
  auto table = Table::open(path, usual_cache_bytes, access);
  if (!table) return table.error();
  return values_of(*std::move(table));
}

}  // namespace grundy::table
