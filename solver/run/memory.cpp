#include "run/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/machine.hpp"
#include "plan/cost.hpp"
#include "run/description.hpp"
#include "run/table_sink.hpp"
#include "table/array_format.hpp"

namespace grundy::solve {
namespace {

using plan::Plan;

// What a thread takes apart from the piece that it packs: contexts of codecs and its own part of
// the heap.
constexpr std::uint64_t bytes_of_thread = std::uint64_t{2} << 20;

// A cell that is packed takes its bytes three times: as it is read, packed to no less, and in a
// vector that has just grown.
constexpr std::uint64_t times_in_memory = 3;

// If no bound is known: values are seldom larger than coordinates.
std::uint64_t largest_value(const Plan& plan) {
  if (plan.quantity == Quantity::outcome) return 1;
  if (plan.method.largest_value) return *plan.method.largest_value;
  std::uint64_t largest = 256;
  for (std::size_t axis = 0; axis < plan.box.dimensions(); ++axis)
    largest = std::max(largest, static_cast<std::uint64_t>(plan.box.extent(axis)));
  return largest;
}

unsigned bytes_of_cell(const Plan& plan) {
  constexpr std::uint64_t most = ~std::uint32_t{0};
  return width_for(static_cast<std::uint32_t>(std::min(most, largest_value(plan))));
}

// Each thread packs a piece. The first one tries codecs on samples before.
std::uint64_t packing_bytes(const Plan& plan) {
  const std::uint64_t cells = table::sampled_cells + plan.threads * table::PackedShard::piece_cells;
  return plan.threads * bytes_of_thread +
         std::min(cells, plan.positions()) * bytes_of_cell(plan) * times_in_memory;
}

// The bits that a cell is packed to. For nimbers codecs save little more than the bits that no
// value has. Few outcomes are P.
double packed_bits(const Plan& plan, Quantity quantity) {
  if (quantity == Quantity::outcome) return 0.25;
  return static_cast<double>(std::bit_width(largest_value(plan)));
}

std::uint64_t cells_of_shard(const Plan& plan, const table::Grid& shards) {
  return std::min(plan.positions(), *shards.padded(0).volume());
}

// The ranks in this process, each of which writes its own shards.
std::uint64_t writers_here(const Plan& plan) {
  return plan.method.ranks && !plan.ranks.transport ? plan.ranks.count : 1;
}

// Packed bytes that wait for the disk, and the shard that is opened then.
std::uint64_t shard_bytes(const Plan& plan, const table::TableSpec& spec) {
  double bits_of_cell = 0;
  for (const Quantity quantity : table::arrays_of(spec))
    bits_of_cell += packed_bits(plan, quantity);
  const table::Grid shards(spec.box, table::layout_of(spec).shard);
  const auto packed = static_cast<std::uint64_t>(static_cast<double>(cells_of_shard(plan, shards)) *
                                                 bits_of_cell / 8);
  return std::min(shards.size() * packed,
                  writers_here(plan) * (Packer::most_waiting_bytes + packed));
}

// The lines of p_section and packed bytes of it that wait for the disk. If lines are found from
// cells, all are found before the first is written.
std::uint64_t section_bytes(const Plan& plan, const table::TableSpec& spec) {
  if (!table::has_section(spec)) return 0;
  const table::ArrayFormat section = table::section_format(spec);
  const std::uint64_t lines = *section.box.volume();
  const std::uint64_t writers = writers_here(plan);
  const std::uint64_t waiting =
      writers * std::min(lines * section.width, Packer::most_waiting_bytes);
  // Ranks that keep parts of the values exchange lists of the sorted P-positions.
  if (plan.method.ranks && !plan.method.ranks->all_to_all)
    return writers * lines * (sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t)) + waiting;
  if (writers > 1 || plan.computed != Quantity::outcome)
    return writers * lines * sizeof(std::uint32_t) + waiting;
  const std::uint64_t at_once = std::min<std::uint64_t>(plan.threads, section.shards().size()) *
                                *section.shards().padded(0).volume();
  return std::min(lines, at_once) * sizeof(std::uint32_t) + waiting;
}

std::uint64_t writing_bytes(const Plan& plan, table::Store store) {
  const table::TableSpec spec = table_spec(plan, Output{.table = {}, .store = store}, "");
  return packing_bytes(plan) + std::max(shard_bytes(plan, spec), section_bytes(plan, spec));
}

std::uint64_t with_program(const Plan& plan, std::uint64_t bytes) {
  constexpr std::uint64_t between_runs = std::uint64_t{2} << 20;
  return memory::rounded_up(plan.program_bytes + bytes + between_runs);
}

}  // namespace

std::uint64_t bytes_with_table(const Plan& plan, table::Store store) {
  return std::max(plan::solving_bytes(plan), plan::kept_bytes(plan) + writing_bytes(plan, store));
}

std::uint64_t estimated_bytes(const Plan& plan) {
  return with_program(plan, plan::solving_bytes(plan));
}

std::uint64_t estimated_bytes_with_table(const Plan& plan, table::Store store) {
  return with_program(plan, bytes_with_table(plan, store));
}

Status check_memory(const Plan& plan, table::Store store) {
  if (Status fits = plan::check_memory(plan); !fits) return fits;
  return plan::check_memory(
      plan, fmt::format("the table up to {}", grundy::to_string(plan.box.high)),
      {{"values", plan::kept_bytes(plan)}, {"shards being written", writing_bytes(plan, store)}});
}

}  // namespace grundy::solve
