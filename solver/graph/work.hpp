// graph/work.hpp: how a graph is worked on: threads, limits, memory and slices.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/block.hpp"
#include "base/error.hpp"
#include "base/executor.hpp"

namespace grundy::graph {

struct Work {
  parallel::Executor& executor;
  std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();  // bytes
  const std::atomic<bool>* stop = nullptr;  // when it becomes true: Errc::interrupted
  // Counts what is being done: bytes read (of the file, as compressed as it is), twice every edge
  // while the graph is built, vertices solved or written. May be null.
  std::atomic<std::uint64_t>* done = nullptr;

  void add_done(std::uint64_t count) const noexcept {
    if (done) done->fetch_add(count, std::memory_order_relaxed);
  }
  bool stopped() const noexcept { return stop && stop->load(std::memory_order_relaxed); }
};

inline Error interrupted() {
  return {Errc::interrupted, "interrupted"};
}

// Whether there is memory for the next stage of the work.
//
// Each stage asks before it takes memory: reading for every few blocks of text, numbering, each
// half of the graph, solving, writing. What the process holds then is measured, and counts with
// what the stage will take. So the program, its threads and the scratch of earlier stages are
// counted too.
//
// An edge takes 16 bytes as read, 8 more while the forward half is built from it, then 4 in each
// half and 8 besides while the second half is built. A vertex takes 8 in each half, and 8 (loopy:
// 12) to be solved; numbering labels takes at most 6 bytes a label of the text if they are dense,
// else 24 to 48 a vertex.

// Errc::memory with the amounts if `more` bytes beside those that the process holds now are more
// than work.memory_limit. `what` needs them, for the message.
Status check_memory(std::uint64_t more, const Work& work, const std::string& what);

// The same, for solving `vertices` vertices.
Status check_memory_to_solve(std::uint64_t more, std::uint64_t vertices, const Work& work);

// A range of numbers cut into slices for the threads.

struct Slice {
  std::uint64_t begin;
  std::uint64_t end;
};

inline constexpr std::uint64_t slice_size = std::uint64_t{1} << 16;

constexpr std::uint64_t slices_of(std::uint64_t count) noexcept {
  return (count + slice_size - 1) / slice_size;
}
constexpr Slice slice_of(std::uint64_t count, std::uint64_t number) noexcept {
  return {number * slice_size, std::min(count, (number + 1) * slice_size)};
}

// Runs body(slice, worker) for all slices of 0 .. count - 1.
template <class Body>
void for_each_slice(parallel::Executor& executor, std::uint64_t count, const Body& body) {
  executor.for_each(slices_of(count), [&](std::size_t number, std::size_t worker) {
    body(slice_of(count, number), worker);
  });
}

// Large arrays of plain numbers, on large pages where the system has them.

// Items that start as zeros. Large arrays take their pages when these are first written and give
// all of them back to the system when they go.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // Errc::memory when the system refuses.
  static Result<Array> zeros(std::uint64_t size) {
    auto block = memory::Block::zeros(size * sizeof(T));
    if (!block)
      return Error{Errc::memory,
                   fmt::format("the system refused {} bytes for a graph", size * sizeof(T))};
    Array array;
    array.block_ = *std::move(block);
    return array;
  }

  static std::uint64_t bytes_taken(std::uint64_t size) noexcept {
    return memory::Block::bytes_taken(size * sizeof(T));
  }

  std::size_t size() const noexcept { return block_.size() / sizeof(T); }
  std::span<T> items() noexcept { return block_.template as<T>(); }
  std::span<const T> items() const noexcept { return block_.template as<T>(); }
  T& operator[](std::size_t i) noexcept { return items()[i]; }
  const T& operator[](std::size_t i) const noexcept { return items()[i]; }

 private:
  memory::Block block_;
};

}  // namespace grundy::graph
