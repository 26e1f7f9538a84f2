#include "run/solved_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "run/asked.hpp"
#include "run/description.hpp"
#include "run/table_sink.hpp"

namespace grundy::solve {
namespace {

Status write_all(TableSink& sink, const Report& report, parallel::Executor& executor) {
  if (Status packed = sink.complete(report.solution, executor); !packed) return packed;
  return sink.finish(report.solution, report.statistics, executor);
}

}  // namespace

SolvedValues::SolvedValues(plan::Plan plan, Report report, std::string_view executor,
                           std::string_view program_version)
    : plan_(std::move(plan)),
      report_(std::move(report)),
      info_{spec_of(plan_, std::string(program_version)),
            result_of(plan_, report_.solution, report_.statistics, executor)} {}

// Cells of remoteness also hold the outcome.
std::optional<CellView> SolvedValues::cells(Quantity quantity) const {
  const auto* cells = std::get_if<memory::Cells>(&report_.solution.values);
  if (!cells || plan_.computed != quantity || quantity == Quantity::remoteness ||
      !plan_.inside.is_all())
    return std::nullopt;
  return CellView{cells->data(), cells->width(), cells->box(), cells->box().strides()};
}

Status SolvedValues::check(Quantity quantity) const {
  if (quantity == plan_.quantity || quantity == Quantity::outcome) return {};
  return Error{Errc::usage,
               fmt::format("{}: the {} of positions was solved, not the {}", plan_.rules.name,
                           to_string(plan_.quantity), to_string(quantity))};
}

Status SolvedValues::check(Quantity quantity, const Position& position) const {
  if (!plan_.box.contains(position))
    return Error{Errc::usage, fmt::format("{}: {} is outside the box, which runs from {} to {}",
                                          plan_.rules.name, to_string(position),
                                          to_string(plan_.box.low), to_string(plan_.box.high))};
  return check(quantity);
}

Result<std::uint32_t> SolvedValues::at(Quantity quantity,
                                       std::span<const std::int64_t> position) const {
  thread_local Position at;  // keeps its memory between calls
  at.assign(position.begin(), position.end());
  if (const Status inside = check(quantity, at); !inside) return inside.error();
  if (!plan_.inside.has(at))
    return Error{Errc::usage, rules::no_position(plan_.rules.written(at), plan_.rules.name,
                                                 plan_.inside.text())};
  return sweep::value_at(plan_, report_.solution, quantity, at);
}

Result<unsigned> SolvedValues::width(Quantity quantity) const {
  if (const Status solved = check(quantity); !solved) return solved.error();
  const std::uint32_t with_none = plan_.inside.is_all() ? 0 : 1;  // the largest says: no position
  return quantity == Quantity::outcome ? 1 : width_for(info_.result.max_value + with_none);
}

Status SolvedValues::read(Quantity quantity, const Box& region, const CellSpan& to) const {
  for (const Position& corner : {region.low, region.high})
    if (Status inside = check(quantity, corner); !inside) return inside;
  std::vector<std::uint32_t> row(static_cast<std::size_t>(region.extent(region.dimensions() - 1)));
  for_each_row(region, [&](const Position& start) {
    Box line{start, start};
    line.high.back() = region.high.back();
    sweep::read_values(plan_, report_.solution, quantity, start, row);
    if (!plan_.inside.is_all())
      std::ranges::replace(row, no_position(sizeof row[0]), no_position(to.width));
    copy_cells(view_of(row, line), line, to);
  });
  return {};
}

Result<std::shared_ptr<const SolvedValues>> solve_values(plan::Plan plan, std::string_view executor,
                                                         const Options& options) {
  const auto runs = make_executor(plan, executor);
  if (!runs) return runs.error();
  auto report = run(plan, **runs, options);
  if (!report) return report.error();
  return std::make_shared<const SolvedValues>(std::move(plan), *std::move(report), (*runs)->name(),
                                              options.program_version);
}

Status write_table(const SolvedValues& solved, const Output& output, parallel::Executor& executor) {
  auto sink = TableSink::create(solved.plan(), output, solved.info().spec.program_version);
  if (!sink) return sink.error();
  const Status written = write_all(*sink, solved.report(), executor);
  if (written) return {};
  if (const Status removed = sink->discard(); !removed)
    return Error{written.error().code,
                 fmt::format("{}; and {}", written.error().message, removed.error().message)};
  return written;
}

}  // namespace grundy::solve
