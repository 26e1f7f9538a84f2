#include "solve/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "memory/machine.hpp"
#include "plan/memory.hpp"
#include "solve/description.hpp"
#include "solve/table_sink.hpp"
#include "table/section.hpp"

namespace grundy::solve {
namespace {

using plan::Plan;

// What a thread takes for chunks, the trial of codecs and its own part of the heap.
constexpr std::uint64_t bytes_of_thread = 3 << 20;

// Packed nimbers of rays take 1.1 bytes a cell, and the vector that they are appended to has just
// grown by half of its size at worst. Outcomes pack to next to nothing.
constexpr std::uint64_t packed_bytes(Quantity quantity) {
  return quantity == Quantity::outcome ? 0 : 2;
}

// As in TableSink::write_shard: whether shards are written from the solution's own cells.
bool written_in_place(const Plan& plan) {
  if (plan.quantity != plan.computed || plan.quantity == Quantity::remoteness) return false;
  return plan.method.keeps_cells;
}

std::uint64_t cells_of_shard(const Plan& plan, const table::Grid& shards) {
  return std::min(plan.positions(), *shards.padded(0).volume());
}

std::uint64_t shard_bytes(const Plan& plan, const table::TableSpec& spec) {
  std::uint64_t bytes_of_cell = 0;
  for (const Quantity quantity : table::arrays_of(spec))
    bytes_of_cell += packed_bytes(quantity) + (written_in_place(plan) ? 0 : sizeof(std::uint32_t));
  const table::Grid shards(spec.box, table::layout_of(spec).shard);
  return std::min<std::uint64_t>(plan.threads, shards.size()) * cells_of_shard(plan, shards) *
         bytes_of_cell;
}

std::uint64_t section_bytes(const Plan& plan, const table::TableSpec& spec) {
  if (!table::has_section(spec)) return 0;
  const table::Grid shards = table::section_format(spec).shards();
  const std::uint64_t lines =
      std::min(*shards.padded(0).volume(), *table::section_format(spec).box.volume());
  return std::min<std::uint64_t>(plan.threads, shards.size()) * lines * sizeof(std::uint32_t);
}

std::uint64_t writing_bytes(const Plan& plan, table::Store store) {
  const table::TableSpec spec = table_spec(plan, Output{.table = {}, .store = store}, "");
  return plan.threads * bytes_of_thread +
         std::max(shard_bytes(plan, spec), section_bytes(plan, spec));
}

std::uint64_t foretold(const Plan& plan, std::uint64_t bytes) {
  constexpr std::uint64_t between_runs = std::uint64_t{1} << 20;
  return memory::rounded_up(plan.program_bytes + bytes + between_runs);
}

}  // namespace

std::uint64_t bytes_with_table(const Plan& plan, table::Store store) {
  return std::max(plan::solving_bytes(plan), plan::kept_bytes(plan) + writing_bytes(plan, store));
}

std::uint64_t foretold_bytes(const Plan& plan) {
  return foretold(plan, plan::solving_bytes(plan));
}

std::uint64_t foretold_bytes_with_table(const Plan& plan, table::Store store) {
  return foretold(plan, bytes_with_table(plan, store));
}

Status check_memory(const Plan& plan, table::Store store) {
  if (Status fits = plan::check_memory(plan); !fits) return fits;
  return plan::check_memory(
      plan, fmt::format("the table up to {}", grundy::to_string(plan.box.high)),
      {{"values", plan::kept_bytes(plan)}, {"shards being written", writing_bytes(plan, store)}});
}

}  // namespace grundy::solve
