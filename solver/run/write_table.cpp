#include "run/write_table.hpp"

#include <fmt/format.h>

#include "run/table_sink.hpp"

namespace grundy::solve {
namespace {

Status write_all(TableSink& sink, const Report& report, parallel::Executor& executor) {
  if (Status packed = sink.complete(report.solution, executor); !packed) return packed;
  return sink.finish(report.solution, report.statistics, executor);
}

}  // namespace

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
