#include "graph/cycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace grundy::graph {
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

}  // namespace grundy::graph
