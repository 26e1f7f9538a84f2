#include "solve/table_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <span>

#include "parallel/first_failure.hpp"
#include "solve/description.hpp"

namespace grundy::solve {
namespace {

// The coordinates declared symmetric, along which the box is the same.
AxisGroups exchangeable_axes(const plan::Plan& plan) {
  AxisGroups groups;
  for (const auto& declared : plan.rules.symmetric) {
    std::map<std::int64_t, std::vector<std::size_t>> by_end;
    for (const std::size_t axis : declared) by_end[plan.box.high[axis]].push_back(axis);
    for (auto& [end, axes] : by_end) {
      std::sort(axes.begin(), axes.end());
      if (axes.size() > 1) groups.push_back(axes);
    }
  }
  return groups;
}

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

// Calls fill(start, row) for each line of `region` along the last axis, with its part of `values`.
template <class Fill>
void for_each_row_of(const Box& region, std::vector<std::uint32_t>& values, const Fill& fill) {
  const auto length = static_cast<std::size_t>(region.extent(region.dimensions() - 1));
  std::size_t at = 0;
  table::for_each_row(region, [&](const Position& start) {
    fill(start, std::span(values).subspan(at, length));
    at += length;
  });
}

// The values of `region`, of one quantity, in C order; 0 in rows without sorted positions.
std::vector<std::uint32_t> values_of(const plan::Plan& plan, const sweep::Solution& solution,
                                     const Box& region, Quantity quantity,
                                     const AxisGroups& sorted_axes) {
  std::vector<std::uint32_t> values(*region.volume());
  for_each_row_of(region, values, [&](const Position& start, std::span<std::uint32_t> row) {
    Box cells{start, start};
    cells.high.back() = region.high.back();
    if (table::holds_sorted(cells, sorted_axes))
      sweep::read_values(plan, solution, quantity, start, row);
  });
  return values;
}

// What p_section holds of a box of lines.
std::vector<std::uint32_t> lines_of(const plan::Plan& plan, const sweep::Solution& solution,
                                    const Box& lines, std::uint32_t none) {
  std::vector<std::uint32_t> indices(*lines.volume());
  const auto axis = static_cast<std::ptrdiff_t>(*plan.section_axis);
  for_each_row_of(lines, indices, [&](Position start, std::span<std::uint32_t> row) {
    start.insert(start.begin() + axis, plan.box.low[*plan.section_axis]);
    sweep::read_section(plan, solution, start, none, row);
  });
  return indices;
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
                 "option `resume` goes on with a table, option `force` begins anew; ask for one"};
  if (const Status possible = check_store(plan, output.store); !possible) return possible.error();
  auto writer = table::TableWriter::create(output.table, table_spec(plan, output, program_version),
                                           existing(output));
  if (!writer) return writer.error();
  return TableSink(plan, std::move(*writer));
}

TableSink::TableSink(const plan::Plan& plan, table::TableWriter writer)
    : plan_(&plan), writer_(std::move(writer)) {
  if (writer_.arrays().empty()) return;
  for (std::uint64_t shard = 0; shard < writer_.shards().size(); ++shard)
    waiting_.emplace_back(plan.schedule.last_wave(writer_.shards().box(shard)), shard);
  std::sort(waiting_.rbegin(), waiting_.rend());
}

// Runs write(task) for 0 .. tasks - 1 until one fails, and returns the first failure seen.
template <class Write>
Status TableSink::write_in_parallel(parallel::Executor& executor, std::size_t tasks,
                                    const Write& write) {
  parallel::FirstFailure failure;
  std::atomic<bool> any_written{false};
  executor.for_each(tasks, [&](std::size_t task, std::size_t) {
    if (failure.failed()) return;
    const bool stopped = stop_ && stop_->load();
    const Status written = stopped ? Error{Errc::interrupted, "interrupted"} : write(task);
    if (written) any_written = true;
    failure.keep(written);
  });
  has_shards_ = has_shards_ || any_written;
  return failure.status();
}

Status TableSink::after_wave(std::uint64_t wave, const sweep::Solution& solution,
                             parallel::Executor& executor) {
  std::vector<std::uint64_t> ready;
  for (; !waiting_.empty() && waiting_.back().first <= wave; waiting_.pop_back())
    ready.push_back(waiting_.back().second);
  return write_in_parallel(executor, ready.size(),
                           [&](std::size_t task) { return write_shard(ready[task], solution); });
}

// Cells that are values already are written from where they are.
Status TableSink::write_shard(std::uint64_t shard, const sweep::Solution& solution) {
  const Box box = writer_.shards().box(shard);
  const std::vector<Quantity> arrays = writer_.arrays();
  const auto* cells = std::get_if<memory::Cells>(&solution.values);
  if (cells && plan_->quantity == plan_->computed && plan_->quantity != Quantity::remoteness) {
    const table::CellView view{cells->data(), cells->width(), cells->box(), cells->box().strides()};
    return writer_.write_shard(shard, {&view, 1});
  }
  std::vector<std::vector<std::uint32_t>> values;
  std::vector<table::CellView> views;
  for (const Quantity quantity : arrays) {
    values.push_back(values_of(*plan_, solution, box, quantity, writer_.sorted_axes()));
    views.push_back(table::view_of(values.back(), box));
  }
  return writer_.write_shard(shard, views);
}

Status TableSink::write_section(const sweep::Solution& solution, parallel::Executor& executor) {
  if (!writer_.section()) return {};
  const table::Grid shards = writer_.section()->shards();
  return write_in_parallel(executor, shards.size(), [&](std::size_t shard) {
    const Box lines = shards.box(shard);
    const auto indices = lines_of(*plan_, solution, lines, writer_.section()->fill);
    return writer_.write_section_shard(shard, table::view_of(indices, lines));
  });
}

Status TableSink::finish(const sweep::Solution& solution, const sweep::Statistics& statistics,
                         parallel::Executor& executor) {
  if (Status written = write_section(solution, executor); !written) return written;
  return writer_.finish(result_of(statistics, solution.kernel, executor.name()));
}

}  // namespace grundy::solve
