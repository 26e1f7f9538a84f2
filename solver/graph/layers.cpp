#include "graph/layers.hpp"

#include <atomic>
#include <span>

#include "graph/cycle.hpp"
#include "graph/memory.hpp"
#include "graph/queue.hpp"
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

}  // namespace grundy::graph
