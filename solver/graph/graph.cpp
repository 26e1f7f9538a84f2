#include "graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
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

namespace {

struct Arc {
  Vertex key;
  Vertex end;
};

// Sorts arcs by their key in two steps, so that no step writes all over the memory: first into
// ranges of keys whose rows fit the cache, then each range by itself, without atomics. At random
// a pass over 5 * 10^7 arcs would miss the cache as often.
//
// A Source has `slices()`, `for_each_arc(slice, use)`, `release(slice)` and `bytes_to_release()`,
// which go back to the system when all slices are released.
template <class Source>
class Rows {
 public:
  Rows(Source& source, std::uint64_t vertices, std::uint64_t edges, const Work& work)
      : source_(source),
        vertices_(vertices),
        edges_(edges),
        work_(work),
        shift_(shift_for(vertices)),
        ranges_((vertices >> shift_) + 1) {}

  Result<Adjacency> build() {
    if (Status s = make_room(); !s) return s.error();
    if (Status s = allocate(); !s) return s.error();
    count();
    place();
    scatter();
    if (work_.stopped()) return interrupted();
    work_.executor.for_each(ranges_, [&](std::size_t range, std::size_t) { fill(range); });
    return Adjacency(std::move(starts_), std::move(ends_));
  }

 private:
  // Ranges of 2^15 keys, whose starts take 256 KiB; longer ones where there would be too many.
  static unsigned shift_for(std::uint64_t vertices) {
    constexpr unsigned in_cache = 15;
    constexpr unsigned most_ranges = 11;
    const auto width = static_cast<unsigned>(std::bit_width(vertices));
    return std::max(in_cache, width > most_ranges ? width - most_ranges : 0);
  }

  // The arcs are there before the source is gone, and the ends are written after that.
  Status make_room() const {
    const std::uint64_t arcs = Array<Arc>::bytes_taken(edges_);
    const std::uint64_t ends = Array<Vertex>::bytes_taken(edges_);
    const std::uint64_t starts = Array<std::uint64_t>::bytes_taken(vertices_ + 1);
    const std::uint64_t places = source_.slices() * ranges_ * sizeof(std::uint64_t);
    const std::uint64_t filling = ends - std::min(ends, source_.bytes_to_release());
    return check_memory(starts + places + arcs + filling, work_,
                        fmt::format("a graph of {} vertices and {} edges", vertices_, edges_));
  }

  Status allocate() {
    auto starts = Array<std::uint64_t>::zeros(vertices_ + 1);
    if (!starts) return starts.error();
    auto ends = Array<Vertex>::zeros(edges_);
    if (!ends) return ends.error();
    auto arcs = Array<Arc>::zeros(edges_);
    if (!arcs) return arcs.error();
    starts_ = *std::move(starts);
    ends_ = *std::move(ends);
    arcs_ = *std::move(arcs);
    return {};
  }

  std::span<std::uint64_t> places(std::size_t slice) {
    return std::span(places_).subspan(slice * ranges_, ranges_);
  }

  // How many arcs each slice has for each range.
  void count() {
    places_.assign(source_.slices() * ranges_, 0);
    work_.executor.for_each(source_.slices(), [&](std::size_t slice, std::size_t) {
      const auto counts = places(slice);
      source_.for_each_arc(slice, [&](Arc arc) { ++counts[arc.key >> shift_]; });
    });
  }

  // Turns counts into the places where each slice puts its arcs of a range.
  void place() {
    range_starts_.assign(ranges_ + 1, 0);
    std::uint64_t next = 0;
    for (std::size_t range = 0; range < ranges_; ++range) {
      range_starts_[range] = next;
      for (std::size_t slice = 0; slice < source_.slices(); ++slice)
        next += std::exchange(places(slice)[range], next);
    }
    range_starts_[ranges_] = next;
  }

  void scatter() {
    work_.executor.for_each(source_.slices(), [&](std::size_t slice, std::size_t) {
      const auto next = places(slice);
      source_.for_each_arc(slice, [&](Arc arc) { arcs_[next[arc.key >> shift_]++] = arc; });
      source_.release(slice);
    });
  }

  // While it fills, starts_[v + 1] is where the next end of v goes.
  void fill(std::size_t range) {
    const std::uint64_t first = std::uint64_t{range} << shift_;
    const std::uint64_t last = std::min(vertices_, (std::uint64_t{range} + 1) << shift_);
    const auto arcs = arcs_.items().subspan(range_starts_[range],
                                            range_starts_[range + 1] - range_starts_[range]);
    const std::span<std::uint64_t> next = starts_.items().subspan(1);
    for (const Arc arc : arcs) ++next[arc.key];
    std::uint64_t at = range_starts_[range];
    for (std::uint64_t v = first; v < last; ++v) at += std::exchange(next[v], at);
    for (const Arc arc : arcs) ends_[next[arc.key]++] = arc.end;
    work_.add_done(arcs.size());
  }

  Source& source_;
  std::uint64_t vertices_;
  std::uint64_t edges_;
  const Work& work_;
  unsigned shift_;
  std::size_t ranges_;
  Array<std::uint64_t> starts_;
  Array<Vertex> ends_;
  Array<Arc> arcs_;
  std::vector<std::uint64_t> places_;  // by slice, then by range
  std::vector<std::uint64_t> range_starts_;
};

class ListSource {
 public:
  explicit ListSource(EdgeList list) : list_(std::move(list)) {}
  std::size_t slices() const { return list_.pieces.size(); }
  template <class Use>
  void for_each_arc(std::size_t slice, const Use& use) const {
    for (const auto [from, to] : list_.pieces[slice].edges.items())
      use(Arc{static_cast<Vertex>(from), static_cast<Vertex>(to)});
  }
  void release(std::size_t slice) { list_.pieces[slice] = {}; }
  std::uint64_t bytes_to_release() const {
    std::uint64_t bytes = 0;
    for (const EdgeList::Piece& piece : list_.pieces) {
      const std::uint64_t taken = Array<LabelledEdge>::bytes_taken(piece.edges.size());
      if (taken >= memory::Block::least_mapped) bytes += taken;
    }
    return bytes;
  }

 private:
  EdgeList list_;
};

class ReversedSource {
 public:
  explicit ReversedSource(const Adjacency& adjacency) : adjacency_(adjacency) {}
  std::size_t slices() const { return slices_of(adjacency_.vertices()); }
  template <class Use>
  void for_each_arc(std::size_t number, const Use& use) const {
    const Slice slice = slice_of(adjacency_.vertices(), number);
    for (std::uint64_t v = slice.begin; v < slice.end; ++v)
      for (const Vertex end : adjacency_.of(static_cast<Vertex>(v)))
        use(Arc{end, static_cast<Vertex>(v)});
  }
  void release(std::size_t) {}
  std::uint64_t bytes_to_release() const { return 0; }

 private:
  const Adjacency& adjacency_;
};

}  // namespace

Result<Adjacency> options_of(EdgeList list, std::uint64_t vertices, const Work& work) {
  const std::uint64_t edges = list.edges;
  ListSource source(std::move(list));
  return Rows(source, vertices, edges, work).build();
}

Result<Adjacency> reversed(const Adjacency& adjacency, const Work& work) {
  ReversedSource source(adjacency);
  const Work uncounted{work.executor, work.memory_limit, work.stop, nullptr};
  return Rows(source, adjacency.vertices(), adjacency.edges(), uncounted).build();
}

}  // namespace grundy::graph
