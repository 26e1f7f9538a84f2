#include "solve/table_sink.hpp"

#include <algorithm>
#include <mutex>

#include "kernels/isa.hpp"
#include "rules/parameter_text.hpp"

namespace grundy::solve {
namespace {

table::TableSpec spec_of(const plan::Plan& plan, const std::string& program_version) {
  table::TableSpec spec;
  spec.game = plan.rules.name;
  spec.rules = plan.rules.text;
  for (const auto& [name, value] : plan.rules.parameters)
    spec.parameters.emplace(name, rules::to_string(value));
  spec.convention = plan.convention;
  spec.quantity = plan.quantity;
  spec.coordinates = plan.rules.coordinate_names();
  spec.box = plan.box;
  spec.closure = plan.closure;
  spec.section_axis = plan.section_axis;
  spec.program_version = program_version;
  return spec;
}

// The values of `region`, of one quantity, in C order.
std::vector<std::uint32_t> values_of(const plan::Plan& plan, const sweep::Solution& solution,
                                     const Box& region, Quantity quantity) {
  std::vector<std::uint32_t> values(*region.volume());
  const auto length = static_cast<std::size_t>(region.extent(region.dimensions() - 1));
  std::size_t row = 0;
  table::for_each_row(region, [&](const Position& at) {
    sweep::read_values(plan, solution, quantity, at, std::span(values).subspan(row, length));
    row += length;
  });
  return values;
}

}  // namespace

Result<TableSink> TableSink::create(const plan::Plan& plan, const Output& output,
                                    const std::string& program_version) {
  auto writer =
      table::TableWriter::create(output.table, spec_of(plan, program_version), output.force);
  if (!writer) return writer.error();
  return TableSink(plan, std::move(*writer));
}

TableSink::TableSink(const plan::Plan& plan, table::TableWriter writer)
    : plan_(&plan), writer_(std::move(writer)) {
  for (std::uint64_t shard = 0; shard < writer_.shards().size(); ++shard)
    waiting_.emplace_back(plan.schedule.last_wave(writer_.shards().box(shard)), shard);
  std::sort(waiting_.rbegin(), waiting_.rend());
}

Status TableSink::after_wave(std::uint64_t wave, const sweep::Solution& solution,
                             parallel::Executor& executor) {
  std::vector<std::uint64_t> ready;
  for (; !waiting_.empty() && waiting_.back().first <= wave; waiting_.pop_back())
    ready.push_back(waiting_.back().second);
  std::mutex guard;
  Status first_failure;
  executor.for_each(ready.size(), [&](std::size_t task, std::size_t) {
    if (const Status written = write_shard(ready[task], solution); !written) {
      const std::lock_guard lock(guard);
      if (first_failure) first_failure = written;
    }
  });
  return first_failure;
}

// Cells that are values already are written from where they are.
Status TableSink::write_shard(std::uint64_t shard, const sweep::Solution& solution) {
  const Box box = writer_.shards().box(shard);
  const std::vector<Quantity> arrays = writer_.arrays();
  const auto* cells = std::get_if<sweep::Cells>(&solution.values);
  if (cells && plan_->quantity == plan_->computed && plan_->quantity != Quantity::remoteness) {
    const table::CellView view{cells->data(), cells->width(), plan_->closure,
                               plan_->closure.strides()};
    return writer_.write_shard(shard, {&view, 1});
  }
  std::vector<std::vector<std::uint32_t>> values;
  std::vector<table::CellView> views;
  for (const Quantity quantity : arrays) {
    values.push_back(values_of(*plan_, solution, box, quantity));
    views.push_back(table::view_of(values.back(), box));
  }
  return writer_.write_shard(shard, views);
}

Status TableSink::finish(const sweep::Statistics& statistics, plan::Kernel kernel,
                         std::string_view executor) {
  table::TableResult result;
  result.kernel = plan::to_string(kernel);
  result.isa = kernels::isa_name();
  result.executor = executor;
  result.positions = statistics.positions;
  result.p_positions = statistics.p_positions;
  result.max_value = statistics.max_value;
  result.histogram = statistics.histogram;
  result.digest = statistics.digest.hex();
  return writer_.finish(result);
}

}  // namespace grundy::solve
