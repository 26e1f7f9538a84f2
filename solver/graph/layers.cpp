#include "graph/layers.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>
#include <vector>

#include "graph/cycle.hpp"
#include "graph/queue.hpp"

namespace grundy::graph {
namespace {

using Cells = std::span<const std::uint32_t>;

// The mex of the options' nimbers, which is at most their number.
class NimberRule {
 public:
  NimberRule(std::size_t workers, Convention) : seen_(workers) {}

  std::uint32_t operator()(std::span<const Vertex> options, Cells cells, std::size_t worker) {
    return options.size() < 64 ? mex_of_few(options, cells) : mex(options, cells, seen_[worker]);
  }

 private:
  static std::uint32_t mex_of_few(std::span<const Vertex> options, Cells cells) {
    std::uint64_t seen = 0;
    for (const Vertex option : options)
      if (cells[option] < 64) seen |= std::uint64_t{1} << cells[option];
    return static_cast<std::uint32_t>(std::countr_one(seen));
  }

  static std::uint32_t mex(std::span<const Vertex> options, Cells cells, std::vector<bool>& seen) {
    seen.assign(options.size() + 1, false);
    for (const Vertex option : options)
      if (cells[option] < seen.size()) seen[cells[option]] = true;
    return static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
  }

  std::vector<std::vector<bool>> seen_;
};

// The winner goes to the nearest P-option, the loser to the farthest.
class RemotenessRule {
 public:
  RemotenessRule(std::size_t, Convention convention) : convention_(convention) {}

  std::uint32_t operator()(std::span<const Vertex> options, Cells cells, std::size_t) const {
    if (options.empty()) return 0;
    std::uint32_t nearest = draw;
    std::uint32_t farthest = 0;
    for (const Vertex option : options) {
      const std::uint32_t cell = cells[option];
      if (Values::outcome_of(cell, convention_) == Outcome::P)
        nearest = std::min(nearest, cell);
      else
        farthest = std::max(farthest, cell);
    }
    return 1 + (nearest == draw ? farthest : nearest);
  }

 private:
  Convention convention_;
};

// Until its turn comes, a cell counts the options that are still to be solved.
template <class Rule>
class Layers {
 public:
  Layers(const Graph& graph, const Question& question, const Work& work)
      : graph_(graph),
        question_(question),
        work_(work),
        rule_(work.executor.threads(), question.convention) {}

  Result<Values> run() {
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
    cells_[v] = rule_(graph_.options.of(v), cells_, worker);
    for (const Vertex parent : graph_.parents.of(v)) {
      const std::atomic_ref unsolved(cells_[parent]);
      if (unsolved.fetch_sub(1, std::memory_order_relaxed) == 1) writer.push(parent);
    }
  }

  const Graph& graph_;
  const Question& question_;
  const Work& work_;
  Rule rule_;
  std::span<std::uint32_t> cells_;
};

}  // namespace

Result<Values> solve_by_layers(const Graph& graph, const Question& question, const Work& work) {
  if (question.quantity == Quantity::nimber) return Layers<NimberRule>(graph, question, work).run();
  return Layers<RemotenessRule>(graph, question, work).run();
}

}  // namespace grundy::graph
