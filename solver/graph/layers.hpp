// graph/layers.hpp: graphs solved wave by wave: acyclic ones from the vertices without options up,
// graphs with cycles from the ends of play backwards.
//
// A. B. Kahn, "Topological sorting of large networks", Comm. ACM 5 (1962): a vertex can be solved
// when all of its options are. Vertices that become ready at the same time make a layer, whose
// vertices the threads share out.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "graph/graph.hpp"
#include "graph/labels.hpp"
#include "graph/values.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

// Requires a question that is not loopy. Errors: those of solve().
Result<Values> solve_by_layers(const Graph& graph, const Question& question, const Work& work);

// Vertices in the order in which they become known, wave by wave.
//
// Whatever is pushed while a wave is visited makes up the next one. Each vertex is pushed once at
// most, so the queue never outgrows the graph: 4 bytes a vertex.

class Queue {
 public:
  static Result<Queue> create(std::uint64_t vertices) {
    auto items = Array<Vertex>::zeros(vertices);
    if (!items) return items.error();
    return Queue(*std::move(items));
  }
  Queue(Queue&& other) noexcept : items_(std::move(other.items_)), size_(other.size_.load()) {}
  Queue& operator=(Queue&&) = delete;

  // One task's way to push. What it pushed is in the queue when it is gone.
  class Writer {
   public:
    explicit Writer(Queue& queue) : queue_(queue) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { flush(); }

    void push(Vertex vertex) {
      held_[count_++] = vertex;
      if (count_ == held_.size()) flush();
    }

   private:
    void flush() {
      const std::uint64_t at = queue_.size_.fetch_add(count_, std::memory_order_relaxed);
      std::copy_n(held_.begin(), count_, queue_.items_.items().begin() + static_cast<long>(at));
      count_ = 0;
    }
    Queue& queue_;
    std::size_t count_ = 0;
    std::array<Vertex, 256> held_;
  };

  // Not while tasks push.
  std::span<const Vertex> items() const noexcept { return items_.items().first(size_); }

 private:
  explicit Queue(Array<Vertex> items) : items_(std::move(items)) {}

  Array<Vertex> items_;
  std::atomic<std::uint64_t> size_{0};
};

// Pushes the vertices for which first(vertex) holds; it is asked once for each.
template <class First>
void push_first(Queue& queue, std::uint64_t vertices, const Work& work, const First& first) {
  for_each_slice(work.executor, vertices, [&](Slice slice, std::size_t) {
    Queue::Writer writer(queue);
    for (std::uint64_t v = slice.begin; v < slice.end; ++v)
      if (first(static_cast<Vertex>(v))) writer.push(static_cast<Vertex>(v));
  });
}

// Runs visit(vertex, wave, worker, writer) for all that is in the queue and for what is pushed
// meanwhile. Returns how many waves there were.
template <class Visit>
Result<std::uint32_t> visit_waves(Queue& queue, const Work& work, const Visit& visit) {
  constexpr std::size_t grain = 1024;  // some 50 us of work; less is not worth a thread
  std::uint32_t wave = 0;
  for (std::size_t begin = 0, end = 0; begin < queue.items().size(); begin = end, ++wave) {
    if (work.stopped()) return interrupted();
    end = queue.items().size();
    const auto vertices = queue.items().subspan(begin, end - begin);
    const auto task = [&](std::size_t number, std::size_t worker) {
      Queue::Writer writer(queue);
      const std::size_t first = number * grain;
      for (const Vertex v : vertices.subspan(first, std::min(grain, vertices.size() - first)))
        visit(v, wave, worker, writer);
    };
    if (vertices.size() <= grain)
      task(0, 0);
    else
      work.executor.for_each((vertices.size() + grain - 1) / grain, task);
    work.add_done(vertices.size());
  }
  return wave;
}

// Why a graph cannot be solved by layers, shown by an example.

// A cycle among the vertices that are not in `solved`, each of which has an option that is not
// either; there must be one. Starts with its smallest vertex. The same whatever the order of lines.
std::vector<Vertex> find_cycle(const Graph& graph, std::span<const Vertex> solved);

// Errc::corrupt with that cycle by its labels.
Error cycle_error(const Graph& graph, std::span<const Vertex> solved);

// Graphs with cycles, from the ends of play backwards.
//
// Retrograde analysis (Zermelo 1913; Smith, "Graphs with cycles: a generalization of
// Sprague-Grundy theory", 1966): in wave d all positions of remoteness d are known. A vertex with a
// P-option wins at the first one found, which is the nearest. A vertex all of whose options are
// N loses when the last one is found, which is the farthest. Whatever is never reached is a draw.

// Outcomes and remoteness. Errors: those of solve().
Result<Values> solve_backwards(const Graph& graph, const Question& question, const Work& work);

// Acyclic graphs, each vertex when all of its options are known: a walk in depth.
//
// It needs no edges turned round, and where edges lead to lower numbers it goes through the
// vertices once, in order. One thread walks.

// With more threads than this, layers are sooner done, though edges must be turned round for them.
inline constexpr std::size_t most_threads_for_walk = 6;

// Requires a question that is not loopy. Nothing if there is a cycle. Errors: Errc::memory,
// Errc::interrupted.
Result<std::optional<Values>> solve_in_depth(const Graph& graph, const Question& question,
                                             const Work& work);

}  // namespace grundy::graph
