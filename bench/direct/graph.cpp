#include "direct/graph.hpp"

#include <bit>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace grundy::direct {
namespace {

constexpr std::uint8_t unknown = 255;

struct Rows {
  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> ends;
};

Rows rows_of(const std::vector<Edge>& edges, std::uint32_t vertices) {
  Rows rows{std::vector<std::uint32_t>(vertices + 2), std::vector<std::uint32_t>(edges.size())};
  for (const Edge edge : edges) ++rows.starts[edge.from + 2];
  for (std::uint32_t v = 2; v < rows.starts.size(); ++v) rows.starts[v] += rows.starts[v - 1];
  for (const Edge edge : edges) rows.ends[rows.starts[edge.from + 1]++] = edge.to;
  return rows;
}

class Search {
 public:
  Search(const Rows& rows, std::vector<std::uint8_t>& nimbers) : rows_(rows), nimbers_(nimbers) {}

  void solve(std::uint32_t root) {
    if (nimbers_[root] != unknown) return;
    stack_.push_back({root, rows_.starts[root], 0});
    while (!stack_.empty()) step();
  }

 private:
  struct Frame {
    std::uint32_t vertex;
    std::uint32_t next;
    std::uint64_t seen;
  };

  // Goes on with the vertex on top, down to an option that is unknown or up when there is none.
  void step() {
    Frame& top = stack_.back();
    for (; top.next < rows_.starts[top.vertex + 1]; ++top.next) {
      const std::uint32_t option = rows_.ends[top.next];
      if (nimbers_[option] == unknown) {
        stack_.push_back({option, rows_.starts[option], 0});
        return;
      }
      top.seen |= std::uint64_t{1} << nimbers_[option];
    }
    nimbers_[top.vertex] = static_cast<std::uint8_t>(std::countr_one(top.seen));
    stack_.pop_back();
  }

  const Rows& rows_;
  std::vector<std::uint8_t>& nimbers_;
  std::vector<Frame> stack_;
};

struct Close {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

std::uint32_t number(const char*& at) {
  std::uint32_t value = 0;
  for (; *at >= '0'; ++at) value = value * 10 + static_cast<std::uint32_t>(*at - '0');
  ++at;
  return value;
}

}  // namespace

std::vector<Edge> read_edges(const std::string& path) {
  const std::size_t bytes = std::filesystem::file_size(path);
  const auto text = std::make_unique_for_overwrite<char[]>(bytes);
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  std::vector<Edge> edges;
  if (!file || std::fread(text.get(), 1, bytes, file.get()) != bytes) return edges;
  for (const char* at = text.get(); at != text.get() + bytes;) {
    const std::uint32_t from = number(at);
    edges.push_back({from, number(at)});
  }
  return edges;
}

std::vector<std::uint8_t> graph_nimbers(const std::vector<Edge>& edges, std::uint32_t vertices) {
  const Rows rows = rows_of(edges, vertices);
  std::vector<std::uint8_t> nimbers(vertices, unknown);
  Search search(rows, nimbers);
  for (std::uint32_t v = 0; v < vertices; ++v) search.solve(v);
  return nimbers;
}

}  // namespace grundy::direct
