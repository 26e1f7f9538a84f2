#include "graph/graph.hpp"

#include <utility>

namespace grundy::graph {

Result<Graph> build_graph(EdgeList list, const Work& work) {
  if (list.empty())
    return Error{Errc::corrupt, "no edge and no vertex; expected lines such as '3 7'"};
  auto labels = number_vertices(list, work);
  if (!labels) return labels.error();
  const std::uint64_t vertices = labels->size();
  auto options = options_of(std::move(list), vertices, work);
  if (!options) return options.error();
  return Graph{*std::move(labels), *std::move(options)};
}

}  // namespace grundy::graph
