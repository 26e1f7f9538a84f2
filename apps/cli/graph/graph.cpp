// cli/graph/graph.cpp: `grundy graph`, a game given as a graph, edge by edge.
#include "graph/graph.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "base/machine.hpp"
#include "cli/commands.hpp"
#include "cli/graph/graph_text.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/streams.hpp"
#include "graph/output.hpp"

namespace grundy::cli {
namespace {

struct GraphChoice {
  std::string edges;
  std::string value;
  bool misere = false;
  bool loopy = false;
  bool counts = false;
  std::vector<std::string> tokens;
  std::string output;
  bool force = false;
  std::size_t threads = 0;
  std::string executor = "tbb";
  std::optional<std::uint64_t> memory;
  std::string progress = "auto";
  bool as_json = false;

  bool to_table() const { return std::filesystem::path(output).extension() == ".zarr"; }
  bool to_csv() const { return std::filesystem::path(output).extension() == ".csv"; }
};

using Seconds = SolvedGraph::Seconds;

Status check_tokens(const GraphChoice& choice) {
  if (choice.loopy)
    return Error{
        Errc::usage,
        "--tokens with --loopy: who wins or draws each part does not decide a sum of parts "
        "in which play may go on for ever; sums need an acyclic graph"};
  if (choice.misere)
    return Error{
        Errc::usage,
        "--tokens with --misere: under misère play neither the outcomes nor the nimbers of "
        "its parts decide a sum; sums are of normal play only"};
  if (!choice.value.empty() && choice.value != "nimber")
    return Error{Errc::usage, fmt::format("--tokens needs nimbers, not the {}; leave --value out",
                                          choice.value)};
  return {};
}

Status check(const GraphChoice& choice) {
  if (!choice.tokens.empty())
    if (Status s = check_tokens(choice); !s) return s;
  if (choice.output.empty() || choice.to_table()) return {};
  if (choice.to_csv()) return graph::check_csv(choice.output, choice.force);
  return Error{Errc::usage,
               fmt::format("-o {}: expected FILE.csv, or T.zarr for a table", choice.output)};
}

graph::Question question_of(const GraphChoice& choice) {
  return graph::question_of(quantity_from(choice.value),
                            choice.misere ? Convention::misere : Convention::normal, choice.loopy);
}

// One run of the subcommand, a step after the other.
class Run {
 public:
  Run(const GraphChoice& choice, graph::Work work) : choice_(choice), work_(work) {}

  Status run() {
    if (Status s = read(); !s) return s;
    if (Status s = build(); !s) return s;
    if (Status s = place_tokens(); !s) return s;
    if (Status s = open_table(); !s) return s;
    if (Status s = solve(); !s) return s;
    if (Status s = write(); !s) return s;
    tell();
    return {};
  }

 private:
  // The same work, watched: `total` of `unit`, 0 if nobody knows.
  template <class Step>
  auto watched(std::string what, std::uint64_t total, std::string unit, double& seconds,
               const Step& step) {
    Progress progress(choice_.progress, std::move(what), total, std::move(unit));
    graph::Work work = work_;
    work.done = &progress.solved();
    const Stopwatch watch;
    auto result = step(work);
    seconds = watch.seconds();
    return result;
  }

  Status read() {
    auto source = graph::TextSource::open(choice_.edges);
    if (!source) return source.error();
    source_ = (*source)->name();
    auto list = watched("reading " + source_, (*source)->size(), "bytes", seconds_.read,
                        [&](const graph::Work& work) {
                          return graph::read_edges(
                              **source, work,
                              choice_.counts ? graph::FirstLine::counts : graph::FirstLine::edge);
                        });
    if (!list) return list.error();
    if (list->empty())
      return Error{Errc::corrupt,
                   fmt::format("{}: no edge and no vertex; expected lines such as '3 7'", source_)};
    if (const auto counts = choice_.counts ? std::nullopt : list->counts())
      grundy::cli::tell(fmt::format(
          "grundy: {}: the first line '{} {}' is taken as an edge; it may as well count vertices "
          "and edges: with --counts it is left out\n",
          source_, counts->from, counts->to));
    list_ = *std::move(list);
    return {};
  }

  Status build() {
    auto graph = watched(
        "building", 2 * list_.edges, "edges", seconds_.build,
        [&](const graph::Work& work) { return graph::build_graph(std::move(list_), work); });
    if (!graph) return graph.error();
    graph_ = *std::move(graph);
    return {};
  }

  Status place_tokens() {
    for (const std::string& text : choice_.tokens) {
      Tokens& tokens = sums_.emplace_back();
      const auto labels = parse_integers(text);
      if (!labels) return labels.error();
      if (labels->empty())
        return Error{Errc::usage, "--tokens: no vertex; expected vertices such as 5,2,1"};
      for (const std::int64_t label : *labels) {
        const auto vertex =
            label < 0 ? std::nullopt : graph_->labels.find(static_cast<graph::Label>(label));
        if (!vertex)
          return Error{Errc::usage, fmt::format("--tokens: {} is no vertex of {}", label, source_)};
        tokens.at.push_back(*vertex);
      }
    }
    return {};
  }

  Status open_table() {
    if (!choice_.to_table()) return {};
    auto table = graph::TableOutput::create(*graph_, question_of(choice_), choice_.output,
                                            choice_.force, source_, GRUNDY_VERSION);
    if (!table) return table.error();
    table_.emplace(*std::move(table));
    return {};
  }

  Status solve() {
    auto values = watched(
        "solving", graph_->vertices(), "vertices", seconds_.solve,
        [&](const graph::Work& work) { return graph::solve(*graph_, question_of(choice_), work); });
    if (!values) return values.error();
    values_ = *std::move(values);
    statistics_ = graph::statistics(values_);
    for (Tokens& tokens : sums_) tokens.sum = graph::sum_of(*graph_, values_, tokens.at);
    return {};
  }

  Status write() {
    if (choice_.output.empty()) return {};
    return watched("writing " + choice_.output, graph_->vertices(), "vertices", seconds_.write,
                   [&](const graph::Work& work) {
                     return table_ ? table_->write(values_, statistics_, work)
                                   : graph::write_csv(*graph_, values_, choice_.output, work);
                   });
  }

  void tell() {
    seconds_.total = all_.seconds();
    const SolvedGraph solved{source_,
                             *graph_,
                             values_,
                             statistics_,
                             sums_,
                             work_.executor.name(),
                             work_.executor.threads(),
                             choice_.output,
                             seconds_};
    if (choice_.as_json)
      print(to_json(solved));
    else
      print_for_people(solved);
  }

  const GraphChoice& choice_;
  const graph::Work work_;
  const Stopwatch all_;
  Seconds seconds_;
  std::string source_;
  graph::EdgeList list_;
  std::optional<graph::Graph> graph_;
  std::vector<Tokens> sums_;
  std::optional<graph::TableOutput> table_;
  graph::Values values_;
  graph::Statistics statistics_;
};

Status run_graph(const GraphChoice& choice) {
  if (Status s = check(choice); !s) return s;
  if (Status s = graph::check(question_of(choice)); !s) return s;
  const auto executor = parallel::make_executor(choice.executor, choice.threads);
  if (!executor) return executor.error();
  return Run(choice, {**executor, memory_limit(choice.memory), &stop_on_interrupt()}).run();
}

void add_running(CLI::App& command, GraphChoice& choice) {
  command.add_option("--threads", choice.threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  command.add_option("--executor", choice.executor, "What runs the threads: serial, openmp or tbb")
      ->check(one_of({"serial", "openmp", "tbb"}))
      ->capture_default_str();
  add_memory(command, choice.memory,
             "Refuse what needs more memory than this, such as 8G (default: what is free)");
  add_progress(command, choice.progress);
}

}  // namespace

void add_graph(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("graph", about_graph);
  const auto choice = std::make_shared<GraphChoice>();
  command
      ->add_option("edges", choice->edges,
                   "A text with an edge 'from to' a line, or 'from,to'; vertices are integers from "
                   "0 to 2^63 - 1, one alone declares a vertex, # begins a comment. May be "
                   "compressed by gzip or zstd; - reads standard input")
      ->required()
      ->type_name("EDGES");
  command
      ->add_option("--value", choice->value,
                   "What to compute: outcome, nimber or remoteness (default: nimber, under misere "
                   "play outcome, with --loopy remoteness)")
      ->check(one_of({"outcome", "nimber", "remoteness"}));
  command->add_flag("--misere", choice->misere, "The player who cannot move wins");
  command->add_flag("--loopy", choice->loopy,
                    "Allow cycles: who can neither win nor be beaten draws (D)");
  command->add_flag("--counts", choice->counts,
                    "The first line counts vertices and edges, as in contests: it is left out");
  command
      ->add_option("--tokens", choice->tokens,
                   "Also the sum of several tokens on these vertices, and its winning moves; "
                   "may be repeated, for several sums")
      ->allow_extra_args(false)  // what follows may be EDGES
      ->type_name("V,V,...");
  CLI::Option* const output =
      command
          ->add_option("-o,--output", choice->output,
                       "Write all values to FILE.csv, or, of vertices without gaps, to a table "
                       "T.zarr")
          ->check(file_name())
          ->type_name("FILE.csv|T.zarr");
  command->add_flag("--force", choice->force, "Replace what is there")->needs(output);
  add_running(*command, *choice);
  command->add_flag("--json", choice->as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  printf '3 1\\n3 2\\n2 1\\n' | grundy graph -\n"
      "  printf '3 1\\n3 2\\n2 1\\n3 3\\n' | grundy graph - --loopy\n"
      "Exit status 3 if a line is no edge, or if there is a cycle without --loopy.");
  command->callback([&result, choice] { result = run_graph(*choice); });
}

}  // namespace grundy::cli
