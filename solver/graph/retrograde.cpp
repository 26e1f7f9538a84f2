#include "graph/retrograde.hpp"

#include <atomic>
#include <span>

#include "graph/memory.hpp"
#include "graph/queue.hpp"

namespace grundy::graph {
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
