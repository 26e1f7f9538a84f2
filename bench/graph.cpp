// bench/graph.cpp: a random graph without cycles, from the text of its edges to its nimbers.
#include "graph/graph.hpp"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <random>

#include "direct/graph.hpp"
#include "graph/values.hpp"
#include "grundy_path.hpp"
#include "support/temporary_directory.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

constexpr std::uint64_t edges_of_a_vertex = 5;
constexpr Work graph_1e5{100'000, 100'000, 26'230, "14dd37cc82b01860013195888119c5d7"};
constexpr Work graph_1e7{10'000'000, 10'000'000, 2'605'438, "0c159b7b39ced1ca135d2057b311e7fe"};

// Every vertex is named by an edge, and every edge leads to a smaller number.
void write_edges(const std::string& path, std::uint32_t vertices) {
  std::mt19937_64 random(/*seed=*/1953);
  std::ofstream file(path, std::ios::binary);
  std::string text;
  for (std::uint64_t i = 0; i < vertices * edges_of_a_vertex; ++i) {
    const std::uint64_t from = i + 1 < vertices ? i + 1 : 1 + random() % (vertices - 1);
    fmt::format_to(std::back_inserter(text), "{} {}\n", from, random() % from);
    if (text.size() < (1 << 20)) continue;
    file << text;
    text.clear();
  }
  file << text;
}

// Made when it is first asked for; gone when the program ends.
const std::string& edges_file(std::uint32_t vertices) {
  static const test::TemporaryDirectory directory;
  static std::map<std::uint32_t, std::string> files;
  std::string& path = files[vertices];
  if (path.empty()) {
    path = (directory / fmt::format("{}.txt", vertices)).string();
    write_edges(path, vertices);
  }
  return path;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void graph_direct(benchmark::State& state, const Work& work) {
  const std::string& path = edges_file(work.size);
  std::vector<std::uint8_t> nimbers;
  double read = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const auto edges = direct::read_edges(path);
    read += seconds_since(start);
    nimbers = direct::graph_nimbers(edges, work.size);
  }
  state.counters["read_s"] = {read, benchmark::Counter::kAvgIterations};
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

struct Seconds {
  double read = 0;
  double build = 0;
};

Result<graph::Values> solve_text(const std::string& path, const graph::Work& work,
                                 Seconds& seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto source = graph::TextSource::open(path);
  if (!source) return source.error();
  auto list = graph::read_edges(**source, work);
  if (!list) return list.error();
  seconds.read += seconds_since(start);
  const auto building = std::chrono::steady_clock::now();
  const auto graph = graph::build_graph(*std::move(list), work);
  if (!graph) return graph.error();
  seconds.build += seconds_since(building);
  return graph::solve(*graph, {}, work);
}

void graph_grundy(benchmark::State& state, const Work& work) {
  const std::string& path = edges_file(work.size);
  const auto executor = make_executor();
  if (!executor) return skip(state, executor.error());
  std::vector<std::uint16_t> nimbers;
  Seconds seconds;
  for (auto _ : state) {
    const auto values = solve_text(path, {**executor}, seconds);
    if (!values) return skip(state, values.error());
    const auto cells = values->cells.items();
    nimbers.assign(cells.begin(), cells.end());
  }
  state.counters["read_s"] = {seconds.read, benchmark::Counter::kAvgIterations};
  state.counters["build_s"] = {seconds.build, benchmark::Counter::kAvgIterations};
  report(state, work, answer_of_nimbers(nimbers, {nimbers.size()}));
}

BENCHMARK_CAPTURE(graph_direct, 1e5, graph_1e5)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(graph_grundy, 1e5, graph_1e5)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(graph_direct, 1e7, graph_1e7)->Apply(in_milliseconds);
BENCHMARK_CAPTURE(graph_grundy, 1e7, graph_1e7)->Apply(in_milliseconds);

}  // namespace
}  // namespace grundy::bench
