#include "graph/write_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/executor.hpp"

namespace grundy::graph {
namespace {

Status check(const Graph& graph, const Question& question) {
  if (question.loopy)
    return Error{Errc::usage,
                 "a table holds P and N, but with option `loopy` a vertex may be a draw; "
                 "write FILE.csv"};
  if (graph.labels.contiguous()) return {};
  const auto last = static_cast<Vertex>(graph.vertices() - 1);
  return Error{
      Errc::usage,
      fmt::format("a table has a cell for every integer from {} to {}, but only {} of them "
                  "are vertices; write FILE.csv, or declare the others in lines of their "
                  "own",
                  graph.labels.of(0), graph.labels.of(last), graph.vertices())};
}

// Rules are a comment of one line, whatever the file is called.
std::string rules_of(const Graph& graph, std::string source) {
  std::replace_if(
      source.begin(), source.end(), [](char c) { return c == '\n' || c == '\r'; }, '?');
  return fmt::format("{}{}: {} vertices, {} edges; the options of a vertex are where they lead\n",
                     rules_prefix, source, graph.vertices(), graph.edges());
}

table::TableSpec spec_of(const Graph& graph, const Question& question) {
  const auto low = static_cast<std::int64_t>(graph.labels.of(0));
  table::TableSpec spec;
  spec.game = "graph";
  spec.convention = question.convention;
  spec.quantity = question.quantity;
  spec.coordinates = {"vertex"};
  spec.box = {{low}, {low + static_cast<std::int64_t>(graph.vertices()) - 1}};
  spec.closure = spec.box;
  return spec;
}

table::TableResult result_of(const Values& values, const Statistics& statistics,
                             std::string_view executor) {
  table::TableResult result;
  result.kernel = "graph";
  result.isa = "scalar";
  result.executor = executor;
  result.positions = values.cells.size();
  result.p_positions = statistics.p_positions;
  result.max_value = values.question.quantity == Quantity::outcome
                         ? statistics.p_positions < values.cells.size()
                         : statistics.max_value;
  result.histogram = statistics.histogram;
  result.digest = statistics.digest.hex();
  return result;
}

}  // namespace

Result<TableOutput> TableOutput::create(const Graph& graph, const Question& question,
                                        const std::filesystem::path& path, bool force,
                                        const std::string& source,
                                        const std::string& program_version) {
  if (Status s = check(graph, question); !s) return s.error();
  table::TableSpec spec = spec_of(graph, question);
  spec.rules = rules_of(graph, source);
  spec.program_version = program_version;
  auto writer = table::TableWriter::create(path, std::move(spec), force);
  if (!writer) return writer.error();
  return TableOutput(*std::move(writer));
}

TableOutput::TableOutput(TableOutput&& other) noexcept
    : writer_(std::move(other.writer_)), unfinished_(std::exchange(other.unfinished_, false)) {}

TableOutput::~TableOutput() {
  if (unfinished_) (void)writer_.discard();  // the error to report is the one that brought us here
}

Status TableOutput::write_shard(std::uint64_t shard, const Values& values) {
  const Box box = writer_.shards().box(shard);
  const auto first = static_cast<std::size_t>(box.low[0] - writer_.spec().box.low[0]);
  const auto cells = values.cells.items().subspan(first, static_cast<std::size_t>(box.extent(0)));
  std::vector<std::uint8_t> outcomes(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    outcomes[i] = static_cast<std::uint8_t>(values.outcome(static_cast<Vertex>(first + i)));
  std::vector<CellView> views;
  for (const Quantity array : writer_.arrays())
    views.push_back(array == Quantity::outcome ? view_of(outcomes, box) : view_of(cells, box));
  return writer_.write_shard(shard, views);
}

Status TableOutput::write(const Values& values, const Statistics& statistics, const Work& work) {
  parallel::FirstFailure failure;
  work.executor.for_each(writer_.shards().size(), [&](std::size_t shard, std::size_t) {
    const Status written = work.stopped() ? interrupted() : write_shard(shard, values);
    if (written) work.add_done(*writer_.shards().box(shard).volume());
    failure.keep(written);
  });
  if (failure.failed()) return failure.status();
  if (Status s = writer_.finish(result_of(values, statistics, work.executor.name())); !s) return s;
  unfinished_ = false;
  return {};
}

}  // namespace grundy::graph
