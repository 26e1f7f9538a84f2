// generic/worker.hpp: what one thread needs to solve positions by the generic kernel.
//
// Positions are pushed in an order in which each may follow its options; they gather in
// the columns and are solved `kernels::lanes` at a time. A worker belongs to one thread
// at a time; workers share nothing but the cells and the scope.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "generic/memo_storage.hpp"
#include "generic/mirror.hpp"
#include "generic/task.hpp"
#include "kernels/generic/generic.hpp"
#include "memory/cells.hpp"

namespace grundy::generic {

class Worker {
 public:
  // `solved` counts the positions of the closure whose cells are final. `stop`, if not
  // null, is looked at once a batch; after it is set, positions are dropped unsolved.
  Worker(const family::Scope& scope, const Task& task, const Mirror& mirror, memory::Cells& cells,
         std::atomic<std::uint64_t>& solved, const std::atomic<bool>* stop);

  // Of a tile in which some position stands for its orbit.
  void solve_tile(const Box& tile);

  // Positions of weight `weight` among the lines first .. last - 1 along line_axis().
  void solve_layer(std::int64_t weight, std::uint64_t first, std::uint64_t last);

  // The axis along which a line meets a layer in at most one position, and the number of
  // such lines in the closure.
  static std::size_t line_axis(const family::Scope& scope);
  static std::uint64_t lines(const family::Scope& scope);

 private:
  bool stopped() const { return stop_ && stop_->load(std::memory_order_relaxed); }
  void push_row(const Position& start, std::size_t axis, bool ascending, std::int64_t length);
  void push(const Position& position);
  void flush();
  void count();
  void solve_rows(const Box& tile);
  void copy_to_images(const Box& tile, const std::vector<Mirror::Strides>& images);

  const family::Scope& scope_;
  const Mirror& mirror_;
  memory::Cells& cells_;
  std::atomic<std::uint64_t>& solved_;
  const std::atomic<bool>* stop_;
  std::vector<std::int64_t> outer_;
  std::vector<std::int64_t> inner_;
  std::vector<kernels::Ready> ready_;
  MemoStorage memo_;
  std::vector<std::uint32_t> marks_;
  kernels::MexMarks mex_;
  std::vector<kernels::LaneSet> open_;
  kernels::RuleTurns turns_;
  kernels::Columns columns_;
  kernels::Images images_;
  Mirror::Strides images_in_layer_;  // those of a position: the closure is one tile to it
  std::function<void(std::size_t width)> solve_batch_;
  std::size_t width_ = 0;
  std::uint64_t uncounted_ = 0;  // solved, but not in solved_
};

}  // namespace grundy::generic
