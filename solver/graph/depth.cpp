#include <algorithm>
#include <limits>
#include <utility>

#include "graph/layers.hpp"
#include "graph/vertex_rules.hpp"
#include "graph/work.hpp"

namespace grundy::graph {
namespace {

// Zeros for a vertex that was never met. While it is on the way, `value` is the number of the
// option to look at next. Then both are final; `layer` is one more than that of Values.
struct State {
  std::uint32_t value;
  std::uint32_t layer;
};
constexpr std::uint32_t on_the_way = std::numeric_limits<std::uint32_t>::max();

template <class Rule>
class DepthWalk {
 public:
  DepthWalk(const Graph& graph, const Question& question, const Work& work)
      : graph_(graph), question_(question), work_(work), rule_(1, question.convention) {}

  Result<std::optional<Values>> run() {
    const std::uint64_t vertices = graph_.vertices();
    const std::uint64_t bytes =
        Array<State>::bytes_taken(vertices) + 2 * Array<Vertex>::bytes_taken(vertices);
    if (Status s = check_memory_to_solve(bytes, vertices, work_); !s) return s.error();
    auto states = Array<State>::zeros(vertices);
    if (!states) return states.error();
    auto way = Array<Vertex>::zeros(vertices);
    if (!way) return way.error();
    states_ = states->items();
    way_ = way->items();
    for (std::uint64_t v = 0; v < vertices; ++v) {
      if (states_[v].layer != 0) continue;
      const Result<bool> solved = solve(static_cast<Vertex>(v));
      if (!solved) return solved.error();
      if (!*solved) return std::optional<Values>();
    }
    work_.add_done(uncounted_);
    return gathered();
  }

 private:
  static constexpr std::uint64_t count_after = 1 << 16;

  // False if there is a cycle.
  Result<bool> solve(Vertex root) {
    begin(root);
    while (length_ > 0) {
      const Vertex v = way_[length_ - 1];
      State& state = states_[v];
      const auto options = graph_.options.of(v);
      while (state.value < options.size() && is_known(options[state.value])) ++state.value;
      if (state.value == options.size()) {
        finish(state, options);
        if (uncounted_ == count_after) {
          work_.add_done(std::exchange(uncounted_, 0));
          if (work_.stopped()) return interrupted();
        }
        continue;
      }
      const Vertex option = options[state.value];
      if (states_[option].layer == on_the_way) return false;
      begin(option);
    }
    return true;
  }

  bool is_known(Vertex v) const {
    const std::uint32_t layer = states_[v].layer;
    return layer != 0 && layer != on_the_way;
  }

  void begin(Vertex v) {
    states_[v] = {0, on_the_way};
    way_[length_++] = v;
  }

  void finish(State& state, std::span<const Vertex> options) {
    std::uint32_t layer = 0;
    const auto value_of = [&](Vertex option) {
      layer = std::max(layer, states_[option].layer);
      return states_[option].value;
    };
    state.value = rule_(options, value_of, 0);
    state.layer = layer + 1;
    layers_ = std::max(layers_, state.layer);
    --length_;
    ++uncounted_;
  }

  Result<std::optional<Values>> gathered() const {
    auto cells = Array<std::uint32_t>::zeros(graph_.vertices());
    if (!cells) return cells.error();
    for_each_slice(work_.executor, graph_.vertices(), [&](Slice slice, std::size_t) {
      for (std::uint64_t v = slice.begin; v < slice.end; ++v) (*cells)[v] = states_[v].value;
    });
    return std::optional(Values{question_, *std::move(cells), layers_});
  }

  const Graph& graph_;
  const Question& question_;
  const Work& work_;
  Rule rule_;
  std::span<State> states_;
  std::span<Vertex> way_;  // from a root down
  std::size_t length_ = 0;
  std::uint32_t layers_ = 0;
  std::uint64_t uncounted_ = 0;
};

}  // namespace

Result<std::optional<Values>> solve_in_depth(const Graph& graph, const Question& question,
                                             const Work& work) {
  if (question.quantity == Quantity::nimber)
    return DepthWalk<NimberRule>(graph, question, work).run();
  return DepthWalk<RemotenessRule>(graph, question, work).run();
}

}  // namespace grundy::graph
