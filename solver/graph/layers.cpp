#include "graph/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "graph/vertex_rules.hpp"

namespace grundy::graph {
namespace {

// Until its turn comes, a cell counts the options that are still to be solved.
template <class Rule>
class Layers {
 public:
  Layers(const Graph& graph, const Adjacency& parents, const Question& question, const Work& work)
      : graph_(graph),
        parents_(parents),
        question_(question),
        work_(work),
        rule_(work.executor.threads(), question.convention) {}

  Result<Values> run() {
    const std::uint64_t bytes = 2 * Array<std::uint32_t>::bytes_taken(graph_.vertices());
    if (Status s = check_memory_to_solve(bytes, graph_.vertices(), work_); !s) return s.error();
    auto cells = Array<std::uint32_t>::zeros(graph_.vertices());
    if (!cells) return cells.error();
    auto queue = Queue::create(graph_.vertices());
    if (!queue) return queue.error();
    cells_ = cells->items();
    push_first(*queue, graph_.vertices(), work_, [&](Vertex v) {
      cells_[v] = static_cast<std::uint32_t>(graph_.options.of(v).size());
      return cells_[v] == 0;
    });
    const auto layers =
        visit_waves(*queue, work_, [&](Vertex v, std::uint32_t, std::size_t worker, auto& writer) {
          solve(v, worker, writer);
        });
    if (!layers) return layers.error();
    if (queue->items().size() < graph_.vertices()) return cycle_error(graph_, queue->items());
    return Values{question_, *std::move(cells), *layers};
  }

 private:
  void solve(Vertex v, std::size_t worker, Queue::Writer& writer) {
    const auto value_of = [&](Vertex option) { return cells_[option]; };
    cells_[v] = rule_(graph_.options.of(v), value_of, worker);
    for (const Vertex parent : parents_.of(v)) {
      const std::atomic_ref unsolved(cells_[parent]);
      if (unsolved.fetch_sub(1, std::memory_order_relaxed) == 1) writer.push(parent);
    }
  }

  const Graph& graph_;
  const Adjacency& parents_;
  const Question& question_;
  const Work& work_;
  Rule rule_;
  std::span<std::uint32_t> cells_;
};

}  // namespace

Result<Values> solve_by_layers(const Graph& graph, const Question& question, const Work& work) {
  const auto parents = reversed(graph.options, work);
  if (!parents) return parents.error();
  if (question.quantity == Quantity::nimber)
    return Layers<NimberRule>(graph, *parents, question, work).run();
  return Layers<RemotenessRule>(graph, *parents, question, work).run();
}

namespace {

// Labels of a cycle that are printed.
constexpr std::size_t most_shown = 100;

// From each vertex to its smallest option that is left: sooner or later round a cycle.
class Walk {
 public:
  Walk(const Graph& graph, std::span<const Vertex> solved)
      : graph_(graph), left_(graph.vertices(), true) {
    for (const Vertex v : solved) left_[v] = false;
  }

  Vertex first() const {
    return static_cast<Vertex>(std::find(left_.begin(), left_.end(), true) - left_.begin());
  }
  Vertex after(Vertex v) const {
    Vertex least = v;
    bool any = false;
    for (const Vertex option : graph_.options.of(v))
      if (left_[option] && (!any || option < least)) {
        least = option;
        any = true;
      }
    return least;
  }

 private:
  const Graph& graph_;
  std::vector<bool> left_;
};

}  // namespace

std::vector<Vertex> find_cycle(const Graph& graph, std::span<const Vertex> solved) {
  const Walk walk(graph, solved);
  std::vector<bool> seen(graph.vertices(), false);
  Vertex at = walk.first();
  for (; !seen[at]; at = walk.after(at)) seen[at] = true;
  std::vector<Vertex> cycle{at};
  for (Vertex v = walk.after(at); v != at; v = walk.after(v)) cycle.push_back(v);
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  return cycle;
}

Error cycle_error(const Graph& graph, std::span<const Vertex> solved) {
  const std::vector<Vertex> cycle = find_cycle(graph, solved);
  std::string path;
  for (const Vertex v : std::span(cycle).first(std::min(cycle.size(), most_shown)))
    fmt::format_to(std::back_inserter(path), "{} -> ", graph.labels.of(v));
  if (cycle.size() > most_shown)
    fmt::format_to(std::back_inserter(path), "({} more) -> ", cycle.size() - most_shown);
  return {
      Errc::corrupt,
      fmt::format("play might never end, for there is a cycle: {}{}; option `loopy` allows cycles",
                  path, graph.labels.of(cycle.front()))};
}

namespace {

class Retrograde {
 public:
  Retrograde(const Graph& graph, const Adjacency& parents, Convention convention,
             std::span<std::uint32_t> cells, std::span<std::uint32_t> unknown)
      : graph_(graph),
        parents_(parents),
        convention_(convention),
        cells_(cells),
        unknown_(unknown) {}

  // Whether play ends at v.
  bool begin(Vertex v) {
    unknown_[v] = static_cast<std::uint32_t>(graph_.options.of(v).size());
    cells_[v] = unknown_[v] == 0 ? 0 : draw;
    return unknown_[v] == 0;
  }

  // Tells the parents of v that its remoteness is `wave`.
  void visit(Vertex v, std::uint32_t wave, Queue::Writer& writer) {
    const bool lost = Values::outcome_of(wave, convention_) == Outcome::P;
    for (const Vertex parent : parents_.of(v))
      if (lost ? wins(parent, wave + 1) : loses(parent, wave + 1)) writer.push(parent);
  }

 private:
  // Whether this is news.
  bool wins(Vertex v, std::uint32_t remoteness) {
    const std::atomic_ref cell(cells_[v]);
    std::uint32_t expected = draw;
    return cell.load(std::memory_order_relaxed) == draw &&
           cell.compare_exchange_strong(expected, remoteness, std::memory_order_relaxed);
  }
  // No count of a vertex with a P-option comes to nothing, so this never meets wins().
  bool loses(Vertex v, std::uint32_t remoteness) {
    if (std::atomic_ref(unknown_[v]).fetch_sub(1, std::memory_order_relaxed) != 1) return false;
    cells_[v] = remoteness;
    return true;
  }

  const Graph& graph_;
  const Adjacency& parents_;
  Convention convention_;
  std::span<std::uint32_t> cells_;
  std::span<std::uint32_t> unknown_;  // options not known to be N
};

}  // namespace

Result<Values> solve_backwards(const Graph& graph, const Question& question, const Work& work) {
  const auto parents = reversed(graph.options, work);
  if (!parents) return parents.error();
  const std::uint64_t bytes = 3 * Array<std::uint32_t>::bytes_taken(graph.vertices());
  if (Status s = check_memory_to_solve(bytes, graph.vertices(), work); !s) return s.error();
  auto cells = Array<std::uint32_t>::zeros(graph.vertices());
  if (!cells) return cells.error();
  auto unknown = Array<std::uint32_t>::zeros(graph.vertices());
  if (!unknown) return unknown.error();
  auto queue = Queue::create(graph.vertices());
  if (!queue) return queue.error();
  Retrograde retrograde(graph, *parents, question.convention, cells->items(), unknown->items());
  push_first(*queue, graph.vertices(), work, [&](Vertex v) { return retrograde.begin(v); });
  const auto waves =
      visit_waves(*queue, work, [&](Vertex v, std::uint32_t wave, std::size_t, auto& writer) {
        retrograde.visit(v, wave, writer);
      });
  if (!waves) return waves.error();
  return Values{question, *std::move(cells), *waves};
}

}  // namespace grundy::graph
