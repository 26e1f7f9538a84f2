#include "graph/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/executor.hpp"
#include "graph/work.hpp"
#include "table/durable_file.hpp"

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

namespace {

void append(std::string& text, std::uint64_t number) {
  const fmt::format_int digits(number);
  text.append(digits.data(), digits.size());
}

class Lines {
 public:
  Lines(const Graph& graph, const Values& values)
      : labels_(graph.labels), values_(values), quantity_(values.question.quantity) {}

  std::string_view header() const {
    if (quantity_ == Quantity::nimber) return "vertex,nimber\n";
    return quantity_ == Quantity::outcome ? "vertex,outcome\n" : "vertex,outcome,remoteness\n";
  }

  void append_line(std::string& text, Vertex v) const {
    append(text, labels_.of(v));
    text += ',';
    if (quantity_ == Quantity::nimber) {
      append(text, values_.cells[v]);
    } else {
      text += outcome_letter(values_, v);
      if (quantity_ == Quantity::remoteness) text += ',';
      if (quantity_ == Quantity::remoteness && !values_.is_draw(v)) append(text, values_.cells[v]);
    }
    text += '\n';
  }

 private:
  const Labels& labels_;
  const Values& values_;
  Quantity quantity_;
};

Status write(table::DurableFile& file, std::string_view text) {
  return file.write(std::as_bytes(std::span(text)));
}

}  // namespace

std::string_view outcome_letter(const Values& values, Vertex v) noexcept {
  return values.is_draw(v) ? "D" : to_string(values.outcome(v));
}

Status check_csv(const std::filesystem::path& path, bool force) {
  std::error_code unknown;
  const auto there = std::filesystem::symlink_status(path, unknown);
  if (!std::filesystem::exists(there)) return {};
  if (force && std::filesystem::is_regular_file(there)) return {};
  return Error{Errc::usage,
               fmt::format("{}: {}", path.string(),
                           force ? "is no regular file, and only such are replaced"
                                 : "is there already; choose another name, or replace it with "
                                   "option `force`")};
}

Status write_csv(const Graph& graph, const Values& values, const std::filesystem::path& path,
                 const Work& work) {
  auto file = table::DurableFile::create(path);
  if (!file) return file.error();
  const Lines lines(graph, values);
  if (Status s = write(*file, lines.header()); !s) return s;
  std::string text;
  for (std::uint64_t number = 0; number < slices_of(graph.vertices()); ++number) {
    if (work.stopped()) return interrupted();
    const Slice slice = slice_of(graph.vertices(), number);
    text.clear();
    for (std::uint64_t v = slice.begin; v < slice.end; ++v)
      lines.append_line(text, static_cast<Vertex>(v));
    if (Status s = write(*file, text); !s) return s;
    work.add_done(slice.end - slice.begin);
  }
  return file->commit();
}

}  // namespace grundy::graph
