#include "run/table_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "run/description.hpp"
#include "table/sorted_axes.hpp"

namespace grundy::solve {

// Lines of p_section.

namespace {

// Calls visit(image) for every image of a sorted position, by the groups from number `group` on.
template <class Visit>
void for_each_image(Position& at, const AxisGroups& groups, std::size_t group, const Visit& visit) {
  if (group == groups.size()) return visit(at);
  auto values = groups[group] |
                std::views::transform([&](std::size_t axis) -> std::int64_t& { return at[axis]; });
  do for_each_image(at, groups, group + 1, visit);
  while (std::ranges::next_permutation(values).found);  // after the last they are in order again
}

}  // namespace

std::vector<std::uint64_t> kept_p_positions(const plan::Plan& plan, const sweep::Solution& solution,
                                            parallel::Executor& executor) {
  std::vector<std::vector<std::uint64_t>> found(executor.threads());
  const auto find = [&]<family::SharedOut Values>(const Values& values) {
    executor.for_each(values.tiles(), [&](std::size_t tile, std::size_t worker) {
      std::vector<std::uint32_t> row;
      values.visit_kept_rows(tile, [&](const Position& start, std::uint64_t length) {
        row.resize(length);
        values.read(start, row);
        const std::uint64_t first = plan.box.rank(start);
        for (std::uint64_t i = 0; i < length; ++i)
          if (row[i] == 0) found[worker].push_back(first + i);
      });
    });
  };
  std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::SharedOut<Values>) find(values);
      },
      solution.values);
  std::vector<std::uint64_t> all;
  for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

SectionLines::SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
                           const table::ArrayFormat& section, parallel::Executor& executor)
    : plan_(plan), solution_(solution), section_(section), groups_(exchangeable_axes(plan)) {
  if (sweep::keeps_lines(solution)) return;
  found_.assign(*section.box.volume(), section.fill);
  std::visit([&](const auto& values) { find(SourceOf(values), executor); }, solution.values);
}

SectionLines::SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
                           const table::ArrayFormat& section, AxisGroups groups,
                           std::span<const std::uint64_t> p_positions)
    : plan_(plan), solution_(solution), section_(section), groups_(std::move(groups)) {
  found_.assign(*section.box.volume(), section.fill);
  for (const std::uint64_t rank : p_positions) set_images(plan.box.position(rank));
}

std::vector<std::uint32_t> SectionLines::read(const Box& lines) const {
  std::vector<std::uint32_t> indices(*lines.volume());
  const auto axis = static_cast<std::ptrdiff_t>(*plan_.section_axis);
  const auto length = static_cast<std::size_t>(lines.extent(lines.dimensions() - 1));
  std::span<std::uint32_t> left = indices;
  for_each_row(lines, [&](Position start) {
    start.insert(start.begin() + axis, plan_.box.low[*plan_.section_axis]);
    sweep::read_section(plan_, solution_, start, section_.fill, left.first(length));
    left = left.subspan(length);
  });
  return indices;
}

void SectionLines::find(const CellSource& cells, parallel::Executor& executor) {
  const table::Grid blocks(plan_.box, table::choose_layout(plan_.box).chunk);
  executor.for_each(blocks.size(), [&](std::size_t number, std::size_t) {
    const Box block = blocks.box(number);
    if (table::holds_sorted(block, groups_)) scan(cells, block);
  });
}

// No two threads write to one line: its only P-position is an image of one sorted position.
void SectionLines::scan(const CellSource& cells, const Box& block) {
  std::vector<std::byte> copy(*block.volume() * cells.width());
  cells.copy(block, {copy.data(), cells.width(), block});
  // The bits that are 0 exactly at P-positions.
  const std::uint32_t outcome_bits = plan_.computed == Quantity::remoteness ? 1 : ~std::uint32_t{0};
  with_cell_type(cells.width(), [&]<class Cell>(Cell) {
    const std::span<const Cell> values(reinterpret_cast<const Cell*>(copy.data()), *block.volume());
    for (std::uint64_t i = 0; i < values.size(); ++i)
      if ((values[i] & outcome_bits) == 0)
        if (Position p = block.position(i); is_sorted(p, groups_)) set_images(std::move(p));
  });
}

// The index of each line is computed here without a Position, which would allocate memory for every
// image.
void SectionLines::set_images(Position p) {
  const std::size_t axis = *plan_.section_axis;
  for_each_image(p, groups_, 0, [&](const Position& image) {
    std::int64_t line = 0;
    for (std::size_t other = 0; other < image.size(); ++other)
      if (other != axis)
        line = line * plan_.box.extent(other) + (image[other] - plan_.box.low[other]);
    found_[static_cast<std::size_t>(line)] =
        static_cast<std::uint32_t>(image[axis] - plan_.box.low[axis]);
  });
}

// The sink.

namespace {

Status check_store(const plan::Plan& plan, table::Store store) {
  if (store == table::Store::sorted && exchangeable_axes(plan).empty())
    return Error{Errc::usage,
                 fmt::format("option `store` sorted: {} has no `symmetric` coordinates that "
                             "share one end of the box; store it in full",
                             plan.rules.name)};
  if (store != table::Store::section) return {};
  if (plan.quantity != Quantity::outcome)
    return Error{
        Errc::usage,
        fmt::format(
            "option `store` section holds outcomes, not the {}; set option `value` to outcome",
            to_string(plan.quantity))};
  if (!plan.section_axis || plan.box.dimensions() < 2)
    return Error{
        Errc::usage,
        fmt::format("option `store` section: {} has no coordinate besides others from which any "
                    "number may be taken alone; store it in full",
                    plan.rules.name)};
  return {};
}

table::Existing existing(const Output& output) {
  if (output.force) return table::Existing::replace;
  return output.resume ? table::Existing::resume : table::Existing::refuse;
}

}  // namespace

table::TableSpec table_spec(const plan::Plan& plan, const Output& output,
                            const std::string& program_version) {
  table::TableSpec spec = spec_of(plan, program_version);
  spec.store = output.store;
  if (spec.store == table::Store::sorted) spec.sorted_axes = exchangeable_axes(plan);
  return spec;
}

Result<TableSink> TableSink::create(const plan::Plan& plan, const Output& output,
                                    const std::string& program_version) {
  if (output.force && output.resume)
    return Error{Errc::usage,
                 "option `resume` goes on with a table, option `force` starts over; ask for one"};
  if (const Status possible = check_store(plan, output.store); !possible) return possible.error();
  auto writer = table::TableWriter::create(output.table, table_spec(plan, output, program_version),
                                           existing(output));
  if (!writer) return writer.error();
  return TableSink(plan, std::move(*writer));
}

TableSink::TableSink(const plan::Plan& plan, table::TableWriter writer)
    : plan_(&plan),
      writer_(std::make_unique<table::TableWriter>(std::move(writer))),
      packer_(std::make_unique<Packer>(plan, *writer_)) {}

TableSink TableSink::join(const plan::Plan& plan, const Output& output,
                          const std::string& program_version, bool resumed) {
  return TableSink(plan, table::TableWriter::join(
                             output.table, table_spec(plan, output, program_version), resumed));
}

void TableSink::find_lines(const sweep::Solution& solution, parallel::Executor& executor) {
  if (!lines_) lines_.emplace(*plan_, solution, *writer_->section(), executor);
}

Status TableSink::complete(const sweep::Solution& solution, parallel::Executor& executor) {
  std::vector<std::uint64_t> section_shards;
  if (writer_->section()) {
    find_lines(solution, executor);
    for (std::uint64_t shard = 0; shard < writer_->section()->shards().size(); ++shard)
      if (share_.has(shard)) section_shards.push_back(shard);
  }
  parallel::FirstFailure failure;
  const Status packed = std::visit(
      [&](const auto& values) {
        return packer_->complete(SourceOf(values), executor, section_shards.size(),
                                 [&](std::size_t number) {
                                   if (!failure.failed())
                                     failure.keep(pack_section_shard(section_shards[number]));
                                 });
      },
      solution.values);
  lines_.reset();
  if (!packed) return packed;
  // Other ranks may not have written all of theirs yet.
  if (!failure.failed() && share_.of == 1)
    packer_->afterwards([writer = writer_.get()] { return writer->finish_arrays(); });
  return failure.status();
}

Status TableSink::pack_section_shard(std::uint64_t shard) {
  if (stops_ && stops_()) return Error{Errc::interrupted, "interrupted"};
  return lines_->with(writer_->section()->shards().box(shard), [&](const CellView& part) -> Status {
    auto packed = writer_->pack_section_shard(shard, part);
    if (!packed) return packed.error();
    const auto kept = std::make_shared<const table::PackedShard>(*std::move(packed));
    packer_->store(kept->packed_bytes(),
                   [kept, writer = writer_.get()] { return writer->store_section(*kept); });
    return {};
  });
}

Status TableSink::finish(const sweep::Solution& solution, const sweep::Statistics& statistics,
                         const parallel::Executor& executor) {
  if (Status written = packer_->wait(); !written) return written;
  return writer_->finish(result_of(*plan_, solution, statistics, executor.name()));
}

Status TableSink::discard() {
  (void)packer_->wait();  // the failure to report is an earlier one
  return writer_->discard();
}

}  // namespace grundy::solve
