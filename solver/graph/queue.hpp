// graph/queue.hpp: vertices in the order in which they become known, wave by wave.
//
// Whatever is pushed while a wave is visited makes up the next one. Each vertex is pushed once at
// most, so the queue never outgrows the graph: 4 bytes a vertex.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "base/error.hpp"
#include "graph/array.hpp"
#include "graph/labels.hpp"
#include "graph/slices.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

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

}  // namespace grundy::graph
