#include "verify/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "table/array_format.hpp"
#include "table/info.hpp"
#include "table/table_directory.hpp"

namespace grundy::verify {
namespace {

using table::Finding;
using table::Grid;

// Counts with the digests of both versions (docs/table-format.md), of which a table has one.
struct AllCounts {
  Counts counts;
  RankDigest rank_digest;

  void add(const AllCounts& part) {
    counts.add(part.counts);
    rank_digest.add(part.rank_digest);
  }
};

std::string count_of(const std::vector<std::uint64_t>& histogram, std::size_t nimber) {
  return nimber < histogram.size() ? fmt::format("{}", histogram[nimber]) : "none";
}

// The first nimber whose counts differ. Requires one.
std::size_t first_difference(const std::vector<std::uint64_t>& a,
                             const std::vector<std::uint64_t>& b) {
  std::size_t nimber = 0;
  while (count_of(a, nimber) == count_of(b, nimber)) ++nimber;
  return nimber;
}

// Whether the table's attributes equal the counts that were found. Differences become findings.
bool compare(const table::TableInfo& info, const AllCounts& found, table::Findings& findings) {
  const table::TableResult& stated = info.result;
  const bool has_holes = !info.spec.where.empty();
  bool all = true;
  const auto expect = [&](const std::string& what, const auto& stored, const auto& expected) {
    if (stored == expected) return;
    all = false;
    findings.add({.kind = Finding::Kind::difference,
                  .file = table::metadata_name,
                  .what = what + " is not that of the stored values",
                  .stored = fmt::format("{}", stored),
                  .expected = fmt::format("{}", expected)});
  };
  if (has_holes) expect("positions", stated.positions, found.counts.positions);
  expect("p_positions", stated.p_positions, found.counts.p_positions);
  expect("max_value", stated.max_value, found.counts.max_value);
  expect("digest", stated.digest,
         stated.digest_version == 1 ? found.rank_digest.hex() : found.counts.digest.hex());
  if (stated.histogram != found.counts.histogram) {
    const std::size_t nimber = first_difference(stated.histogram, found.counts.histogram);
    expect(fmt::format("histogram: the count of nimber {}", nimber),
           count_of(stated.histogram, nimber), count_of(found.counts.histogram, nimber));
  }
  return all;
}

using Cells = std::vector<std::uint32_t>;

CellSpan span_of(Cells& cells, const Box& box) {
  return {reinterpret_cast<std::byte*>(cells.data()), sizeof(std::uint32_t), box};
}

// Values of a box in C order, and its P-positions.
struct Block {
  Box box;
  Cells values;
  Cells outcomes;  // 0 exactly at P-positions; empty if that is so of the values

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

class ContentsPass {
 public:
  explicit ContentsPass(const Task& task)
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
  // For all threads: values, outcomes, and what p_section gives. No block is larger than the first.
  std::uint64_t bytes_at_once(const Grid& blocks) const {
    constexpr std::uint64_t bytes_of_position = 2 * sizeof(std::uint32_t) + sizeof(std::uint32_t);
    const std::uint64_t at_once = std::min<std::uint64_t>(parts_.size(), blocks.size());
    return at_once * *blocks.box(0).volume() * bytes_of_position;
  }

  ContentsReport report() {
    AllCounts total;
    for (const AllCounts& part : parts_) total.add(part);
    const std::uint64_t positions =
        spec_.where.empty() ? *spec_.box.volume() : total.counts.positions;
    // N-positions were not read.
    if (spec_.store == table::Store::section)
      total.counts.max_value = total.counts.p_positions < positions;
    const bool agrees = compare(task_.table.info(), total, task_.findings);
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
      if (spec_.where.empty()) {
        count_row(keys_, spec_.quantity, start, values, into.counts);
      } else {
        Cells row(values.begin(), values.end());
        count_positions(keys_, spec_.quantity, start, row, into.counts);
      }
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

  // Reports outcomes other than 0 and 1.
  void check_bounds(const Block& block) const {
    const Cells& cells = block.outcomes.empty() ? block.values : block.outcomes;
    if (spec_.quantity == Quantity::nimber) return;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] > 1 && (spec_.where.empty() || cells[i] != no_position(sizeof cells[i])))
        report_cell(Quantity::outcome, block.box.position(i), "no outcome",
                    fmt::format("{}", cells[i]), "0 or 1");
  }

  // Every position of the block must be P exactly if p_section says so.
  Status compare_with_section(const Block& block) {
    const std::size_t axis = *spec_.section_axis;
    const Box lines{table::without_axis(block.box.low, axis),
                    table::without_axis(block.box.high, axis)};
    const auto indices = read_lines(lines);
    if (!indices) return indices.error();
    std::vector<bool> p_by_section(block.values.size(), false);
    for (std::uint64_t line = 0; line < indices->size(); ++line) {
      const auto p = p_position(lines.position(line), (*indices)[line]);
      if (p && block.box.contains(*p)) p_by_section[block.box.rank(*p)] = true;
      // Of the blocks that a line passes through, the first one reports it.
      if (!p && block.box.low[axis] == spec_.box.low[axis])
        check_none(lines.position(line), (*indices)[line]);
    }
    for (std::size_t i = 0; i < p_by_section.size(); ++i)
      if (p_by_section[i] != block.is_p(i)) report_section(block, i, p_by_section[i]);
    return {};
  }

  void report_section(const Block& block, std::size_t i, bool is_p) const {
    const Quantity quantity =
        spec_.quantity == Quantity::remoteness ? Quantity::outcome : spec_.quantity;
    report_cell(
        quantity, block.box.position(i),
        fmt::format("p_section says {}, the {} does not", is_p ? "P" : "N", to_string(quantity)),
        fmt::format("{}", (block.outcomes.empty() ? block.values : block.outcomes)[i]),
        is_p ? "0" : "another");
  }

  Result<Cells> read_lines(const Box& lines) const {
    Cells indices(*lines.volume());
    if (Status s = task_.table.section()->read(lines, span_of(indices, lines)); !s)
      return s.error();
    return indices;
  }

  // The P-position that an index of p_section gives; nothing if it is not in the box.
  std::optional<Position> p_position(Position line, std::uint32_t index) const {
    const std::size_t axis = *spec_.section_axis;
    if (index >= static_cast<std::uint64_t>(spec_.box.extent(axis))) return std::nullopt;
    line.insert(line.begin() + static_cast<std::ptrdiff_t>(axis), spec_.box.low[axis] + index);
    return line;
  }

  // Counts the P-positions of a table that stores p_section only.
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

  // An index outside the line must be the fill value.
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
    sort_axes(position, spec_.sorted_axes);
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
  const RankKeys rank_keys_;  // for P-positions of p_section
  std::vector<AllCounts> parts_;
};

}  // namespace

std::uint64_t stored_cells(const table::Table& table) {
  std::uint64_t cells = 0;
  for (const table::ArrayFormat* array : table.arrays()) cells += *array->box.volume();
  return cells;
}

Result<FilesReport> check_files(const Task& task) {
  const auto arrays = task.table.arrays();
  const table::TableSpec& spec = task.table.info().spec;
  if (Status s = table::check_metadata(task.path, spec, task.findings); !s) return s.error();
  if (Status s = table::find_leftovers(task.path, arrays, task.findings); !s) return s.error();
  std::vector<FilesReport> parts(task.executor.threads());
  for (const table::ArrayFormat* array : arrays) {
    const table::Grid shards = array->shards();
    const auto check = [&](std::size_t shard, std::size_t worker) -> Status {
      const auto checked = table::check_shard(task.path, *array, shard, task.findings);
      parts[worker].shards += checked.shards;
      parts[worker].chunks += checked.chunks;
      parts[worker].bytes += checked.bytes;
      task.count(*shards.box(shard).volume());
      return {};
    };
    if (Status s = for_each(task, shards.size(), check); !s) return s.error();
  }
  FilesReport total;
  for (const FilesReport& part : parts) {
    total.shards += part.shards;
    total.chunks += part.chunks;
    total.bytes += part.bytes;
  }
  return total;
}

std::uint64_t contents_size(const table::Table& table) {
  const table::TableSpec& spec = table.info().spec;
  return spec.store == table::Store::section ? *table.section()->format().box.volume()
                                             : *spec.box.volume();
}

Result<ContentsReport> check_contents(const Task& task, std::uint64_t memory) {
  return ContentsPass(task).run(memory);
}

}  // namespace grundy::verify
