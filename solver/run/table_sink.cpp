#include "run/table_sink.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/executor.hpp"
#include "run/description.hpp"
#include "run/exchangeable_axes.hpp"
#include "run/section_lines.hpp"

namespace grundy::solve {
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
                 "option `resume` goes on with a table, option `force` begins anew; ask for one"};
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
  // Others may not have written all of theirs yet.
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
  (void)packer_->wait();  // the failure to report is the one that brought us here
  return writer_->discard();
}

}  // namespace grundy::solve
