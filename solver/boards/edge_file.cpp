#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "boards/structure.hpp"
#ifdef GRUNDY_BOARDS_READ_FILES
#include "base/executor.hpp"
#include "graph/edge_list.hpp"
#include "graph/labels.hpp"
#include "graph/text_source.hpp"
#endif

namespace grundy::boards {

#ifdef GRUNDY_BOARDS_READ_FILES

Result<Structure> read_structure(const std::string& path) {
  auto executor = parallel::make_executor("serial", 1);
  if (!executor) return executor.error();
  const graph::Work work{**executor, std::uint64_t{1} << 30};
  const auto source = graph::TextSource::open(path);
  if (!source) return source.error();
  auto list = graph::read_edges(**source, work);
  if (!list) return list.error();
  if (list->empty())
    return Error{Errc::corrupt, fmt::format("{}: there is no vertex in this file", path)};
  const auto labels = graph::number_vertices(*list, work);
  if (!labels) return labels.error();
  if (labels->size() > most_vertices)
    return Error{Errc::unsupported, fmt::format("{}: {} vertices, but boards have at most {}", path,
                                                labels->size(), most_vertices)};
  Structure result{fmt::format("file(\"{}\")", path), labels->size(), {}, {}, {}};
  constexpr std::uint64_t largest_name = 1'000'000'000'000'000'000;  // as in expressions
  for (std::size_t v = 0; v < labels->size(); ++v)
    if (labels->of(static_cast<graph::Vertex>(v)) > largest_name)
      return Error{Errc::unsupported,
                   fmt::format("{}: vertex {} is too large: on boards names go up "
                               "to 10^18",
                               path, labels->of(static_cast<graph::Vertex>(v)))};
  for (std::size_t v = 0; v < labels->size(); ++v)
    result.coordinates.push_back(
        {static_cast<std::int64_t>(labels->of(static_cast<graph::Vertex>(v)))});
  result.order.emplace();
  std::set<std::pair<Vertex, Vertex>> edges, pairs;
  for (const graph::EdgeList::Piece& piece : list->pieces)
    for (const auto& [from, to] : piece.edges.items()) {
      if (from == to)
        return Error{Errc::corrupt, fmt::format("{}: an edge joins {} to itself", path,
                                                labels->of(static_cast<graph::Vertex>(from)))};
      const auto a = static_cast<Vertex>(from), b = static_cast<Vertex>(to);
      edges.emplace(std::min(a, b), std::max(a, b));
      pairs.emplace(a, b);
    }
  result.edges.assign(edges.begin(), edges.end());
  result.order->assign(pairs.begin(), pairs.end());
  return result;
}

#else

Result<Structure> read_structure(const std::string&) {
  return Error{Errc::unsupported,
               "this program was built without GRUNDY_GRAPH, so it reads no files of graphs"};
}

#endif

}  // namespace grundy::boards
