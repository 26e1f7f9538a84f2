#include "verify/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/digest.hpp"
#include "table/check.hpp"
#include "table/layout.hpp"
#include "table/section.hpp"
#include "verify/budget.hpp"

namespace grundy::verify {
namespace {

using table::Finding;
using table::Grid;

using Cells = std::vector<std::uint32_t>;

CellSpan span_of(Cells& cells, const Box& box) {
  return {reinterpret_cast<std::byte*>(cells.data()), sizeof(std::uint32_t), box};
}

// Values of a box in C order, and who wins.
struct Block {
  Box box;
  Cells values;
  Cells outcomes;  // 0 exactly at P-positions; where the values tell, empty

  bool is_p(std::size_t i) const { return (outcomes.empty() ? values : outcomes)[i] == 0; }
};

Result<Block> read_block(const table::Table& table, const Box& box) {
  const Quantity quantity = table.info().spec.quantity;
  Block block{box, Cells(*box.volume()), {}};
  if (Status s = table.read(quantity, box, span_of(block.values, box)); !s) return s.error();
  if (quantity != Quantity::remoteness) return block;
  block.outcomes.resize(block.values.size());
  if (Status s = table.read(Quantity::outcome, box, span_of(block.outcomes, box)); !s)
    return s.error();
  return block;
}

class Pass {
 public:
  explicit Pass(const Task& task)
      : task_(task),
        spec_(task.table.info().spec),
        by_rank_(task.table.info().result.digest_version == 1),
        keys_(spec_.box),
        rank_keys_(spec_.box),
        parts_(task.executor.threads()) {}

  Result<ContentsReport> run(std::uint64_t memory) {
    const bool alone = spec_.store == table::Store::section;
    const Box box = alone ? task_.table.section()->format().box : spec_.box;
    const table::Layout layout = table::choose_layout(box);
    Grid blocks(box, layout.shard);
    if (bytes_at_once(blocks) > memory) blocks = Grid(box, layout.chunk);
    if (bytes_at_once(blocks) > memory)
      return too_little_memory("blocks of values", bytes_at_once(blocks), memory);
    const auto count = [&](std::size_t number, std::size_t worker) -> Status {
      const Box part = blocks.box(number);
      Status counted =
          alone ? count_lines(part, parts_[worker]) : count_block(part, parts_[worker]);
      task_.count(*part.volume());
      return counted;
    };
    if (Status s = for_each(task_, blocks.size(), count); !s) return s.error();
    return report();
  }

 private:
  // Of all threads: values, outcomes, and what p_section says of them. No block is larger than the
  // first.
  std::uint64_t bytes_at_once(const Grid& blocks) const {
    constexpr std::uint64_t bytes_of_position = 2 * sizeof(std::uint32_t) + sizeof(std::uint32_t);
    const std::uint64_t at_once = std::min<std::uint64_t>(parts_.size(), blocks.size());
    return at_once * *blocks.box(0).volume() * bytes_of_position;
  }

  ContentsReport report() {
    AllCounts total;
    for (const AllCounts& part : parts_) total.add(part);
    const std::uint64_t positions = *spec_.box.volume();
    // Without having looked at N-positions.
    if (spec_.store == table::Store::section)
      total.counts.max_value = total.counts.p_positions < positions;
    const bool agrees = compare(task_.table.info().result, total, task_.findings);
    const table::ArrayReader* section = task_.table.section();
    return {.positions = positions,
            .lines = section != nullptr ? *section->format().box.volume() : 0,
            .agrees = agrees,
            .counts = std::move(total.counts)};
  }

  Status count_block(const Box& box, AllCounts& into) {
    const auto block = read_block(task_.table, box);
    if (!block) return block.error();
    std::size_t i = 0;
    const auto length = static_cast<std::size_t>(box.extent(box.dimensions() - 1));
    for_each_row(box, [&](const Position& start) {
      const auto values = std::span<const std::uint32_t>(block->values).subspan(i, length);
      count_row(keys_, spec_.quantity, start, values, into.counts);
      if (by_rank_) add_by_rank(start, values, into.rank_digest);
      i += length;
    });
    if (!block->outcomes.empty())
      into.counts.p_positions +=
          static_cast<std::uint64_t>(std::ranges::count(block->outcomes, 0U));
    check_bounds(*block);
    return task_.table.section() == nullptr ? Status() : compare_with_section(*block);
  }

  void add_by_rank(const Position& start, std::span<const std::uint32_t> values,
                   RankDigest& into) const {
    std::uint64_t rank = spec_.box.rank(start);
    for (const std::uint32_t value : values) {
      if (spec_.quantity != Quantity::outcome || value == 0) into.add(rank, value);
      ++rank;
    }
  }

  // Outcomes are 0 or 1.
  void check_bounds(const Block& block) const {
    const Cells& cells = block.outcomes.empty() ? block.values : block.outcomes;
    if (spec_.quantity == Quantity::nimber) return;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] > 1)
        report_cell(Quantity::outcome, block.box.position(i), "no outcome",
                    fmt::format("{}", cells[i]), "0 or 1");
  }

  // Every position of the block is P exactly if its line says so.
  Status compare_with_section(const Block& block) {
    const std::size_t axis = *spec_.section_axis;
    const Box lines{table::without_axis(block.box.low, axis),
                    table::without_axis(block.box.high, axis)};
    const auto indices = read_lines(lines);
    if (!indices) return indices.error();
    std::vector<bool> told(block.values.size(), false);
    for (std::uint64_t line = 0; line < indices->size(); ++line) {
      const auto p = p_position(lines.position(line), (*indices)[line]);
      if (p && block.box.contains(*p)) told[block.box.rank(*p)] = true;
      // Of the blocks that a line passes through, the first one complains.
      if (!p && block.box.low[axis] == spec_.box.low[axis])
        check_none(lines.position(line), (*indices)[line]);
    }
    for (std::size_t i = 0; i < told.size(); ++i)
      if (told[i] != block.is_p(i)) report_section(block, i, told[i]);
    return {};
  }

  void report_section(const Block& block, std::size_t i, bool told) const {
    const Quantity quantity =
        spec_.quantity == Quantity::remoteness ? Quantity::outcome : spec_.quantity;
    report_cell(
        quantity, block.box.position(i),
        fmt::format("p_section says {}, the {} does not", told ? "P" : "N", to_string(quantity)),
        fmt::format("{}", (block.outcomes.empty() ? block.values : block.outcomes)[i]),
        told ? "0" : "another");
  }

  Result<Cells> read_lines(const Box& lines) const {
    Cells indices(*lines.volume());
    if (Status s = task_.table.section()->read(lines, span_of(indices, lines)); !s)
      return s.error();
    return indices;
  }

  // The P-position that an index of p_section stands for; nothing if there is none in the box.
  std::optional<Position> p_position(Position line, std::uint32_t index) const {
    const std::size_t axis = *spec_.section_axis;
    if (index >= static_cast<std::uint64_t>(spec_.box.extent(axis))) return std::nullopt;
    line.insert(line.begin() + static_cast<std::ptrdiff_t>(axis), spec_.box.low[axis] + index);
    return line;
  }

  // Of a section that stands alone.
  Status count_lines(const Box& lines, AllCounts& into) {
    const auto indices = read_lines(lines);
    if (!indices) return indices.error();
    for (std::uint64_t line = 0; line < indices->size(); ++line)
      if (const auto p = p_position(lines.position(line), (*indices)[line]))
        add_p_position(spec_.box.rank(*p), into);
      else
        check_none(lines.position(line), (*indices)[line]);
    return {};
  }

  void add_p_position(std::uint64_t rank, AllCounts& into) const {
    ++into.counts.p_positions;
    into.counts.digest.add(rank_keys_.at(rank));
    if (by_rank_) into.rank_digest.add(rank, 0);
  }

  // An index that stands for no position is the one that says so.
  void check_none(const Position& line, std::uint32_t index) const {
    const auto& format = task_.table.section()->format();
    if (index == format.fill) return;
    const table::Place place = table::place_of(format, line);
    task_.findings.add(
        {.kind = Finding::Kind::difference,
         .file = place.file,
         .chunk = place.chunk,
         .position = line,
         .what = "no index on the line",
         .stored = fmt::format("{}", index),
         .expected = fmt::format("at most {}, or {} for none",
                                 spec_.box.extent(*spec_.section_axis) - 1, format.fill)});
  }

  void report_cell(Quantity quantity, Position position, std::string what, std::string stored,
                   std::string expected) const {
    table::sort_axes(position, spec_.sorted_axes);
    for (const table::ArrayFormat* array : task_.table.arrays())
      if (array->name == to_string(quantity)) {
        const table::Place place = table::place_of(*array, position);
        task_.findings.add({.kind = Finding::Kind::difference,
                            .file = place.file,
                            .chunk = place.chunk,
                            .position = position,
                            .what = std::move(what),
                            .stored = std::move(stored),
                            .expected = std::move(expected)});
        return;
      }
  }

  const Task& task_;
  const table::TableSpec& spec_;
  const bool by_rank_;  // the table has the digest of format 2
  const DigestKeys keys_;
  const RankKeys rank_keys_;  // of a section's P-positions
  std::vector<AllCounts> parts_;
};

}  // namespace

std::uint64_t contents_size(const table::Table& table) {
  const table::TableSpec& spec = table.info().spec;
  return spec.store == table::Store::section ? *table.section()->format().box.volume()
                                             : *spec.box.volume();
}

Result<ContentsReport> check_contents(const Task& task, std::uint64_t memory) {
  return Pass(task).run(memory);
}

}  // namespace grundy::verify
