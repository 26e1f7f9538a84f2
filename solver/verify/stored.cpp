#include "verify/stored.hpp"

#include "table/layout.hpp"

namespace grundy::verify {
namespace {

std::vector<Quantity> quantities(const table::TableSpec& spec) {
  if (spec.quantity == Quantity::remoteness) return {Quantity::remoteness, Quantity::outcome};
  return {spec.quantity};
}

}  // namespace

std::uint64_t Stored::copy_bytes() const {
  std::uint64_t bytes = 0;
  for (const Quantity quantity : quantities(table_.info().spec))
    bytes += *table_.width(quantity) * *box().volume();
  return bytes;
}

Status Stored::copy(const Task& task, std::chrono::steady_clock::time_point end) {
  std::atomic<bool> late{false};
  const table::Grid blocks(box(), table::choose_layout(box()).shard);
  std::vector<Copy> copies;
  for (const Quantity quantity : quantities(table_.info().spec)) {
    const unsigned width = *table_.width(quantity);
    copies.push_back({width, std::vector<std::byte>(width * *box().volume())});
    const CellSpan all{copies.back().cells.data(), width, box()};
    const auto read = [&](std::size_t block, std::size_t) -> Status {
      if (late || std::chrono::steady_clock::now() >= end) {
        late = true;
        return {};
      }
      return table_.read(quantity, blocks.box(block), all);
    };
    if (Status s = for_each(task, blocks.size(), read); !s) return s;
  }
  if (!late) copies_ = std::move(copies);
  return {};
}

std::uint32_t Stored::Copy::operator[](std::uint64_t rank) const {
  return with_cell_type(width, [&]<class Cell>(Cell) -> std::uint32_t {
    return reinterpret_cast<const Cell*>(cells.data())[rank];
  });
}

Result<std::optional<Fact>> Stored::at(const Position& position) const {
  if (!copies_.empty()) {
    const std::uint64_t rank = box().rank(position);
    return std::optional(fact_of(copies_.front()[rank], copies_.back()[rank]));
  }
  const auto quantity = table_.info().spec.quantity;
  if (quantity == Quantity::outcome) {
    const auto outcome = table_.outcome(position);
    if (!outcome) return outcome.error();
    return std::optional(Fact{*outcome, 0});
  }
  const auto value = table_.at(quantity, position);
  if (!value) return value.error();
  if (quantity == Quantity::nimber) return std::optional(fact_of(*value, *value));
  const auto outcome = table_.at(Quantity::outcome, position);
  if (!outcome) return outcome.error();
  return std::optional(fact_of(*value, *outcome));
}

Fact Stored::fact_of(std::uint32_t value, std::uint32_t outcome) const {
  const bool tells_more = table_.info().spec.quantity != Quantity::outcome;
  return {outcome == 0 ? Outcome::P : Outcome::N, tells_more ? value : 0};
}

}  // namespace grundy::verify
