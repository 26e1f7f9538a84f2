// methods/generic/worker.hpp: what one thread needs to solve positions by the generic kernel.
//
// Positions are pushed in an order in which each may follow its options; they gather in
// the columns and are solved `kernels::lanes` at a time. What another rank has solved is set in the
// same order, from the bytes into which it was packed. A worker belongs to one thread at a time;
// workers share nothing but the cells and the scope.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/cells.hpp"
#include "kernels/generic/generic.hpp"
#include "methods/generic/memo_storage.hpp"
#include "methods/generic/mirror.hpp"
#include "methods/generic/parts.hpp"
#include "methods/generic/task.hpp"
#include "ranks/transport.hpp"

namespace grundy::generic {

class Worker {
 public:
  // `solved` counts the positions of the closure whose cells are final. `stop`, if not
  // null, is looked at once a batch; after it is set, positions are dropped unsolved.
  Worker(const family::Scope& scope, const Task& task, const Mirror& mirror, memory::Cells& cells,
         std::atomic<std::uint64_t>& solved, const std::atomic<bool>* stop);

  // A part as Parts has it. False if it was stopped; then nothing was counted.
  bool solve(const Part& part);

  // The values of a part, but for copies, and setting them with their copies on another rank.
  // False if there are more or fewer.
  cluster::Bytes pack(const Part& part);
  bool set(const Part& part, std::span<const std::byte> values);

  // The axis along which a line meets a layer in at most one position, and the number of
  // such lines in the closure.
  static std::size_t line_axis(const family::Scope& scope);
  static std::uint64_t lines(const family::Scope& scope);

 private:
  // What is done with the positions that are pushed.
  enum class Does { solve, pack, set };

  bool stopped() const {
    return does_ == Does::solve && stop_ && stop_->load(std::memory_order_relaxed);
  }
  void go_through(const Part& part, Does does);
  void push_row(const Position& start, std::size_t axis, bool ascending, std::int64_t length);
  void push(const Position& position);
  void flush();
  void count();
  void push_rows(const Box& tile);
  void push_layer(const LayerPart& part);
  std::uint64_t rank_of_lane(std::size_t lane) const;
  void pack_batch();
  void set_batch();
  void copy_to_images(const Box& tile, const std::vector<Mirror::Strides>& images);

  const family::Scope& scope_;
  const Mirror& mirror_;
  memory::Cells& cells_;
  std::atomic<std::uint64_t>& solved_;
  const std::atomic<bool>* stop_;
  const std::vector<std::int64_t> strides_;  // of the closure
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
  Does does_ = Does::solve;
  std::uint64_t uncounted_ = 0;        // solved, but not in solved_
  std::uint64_t counted_ = 0;          // of this part, in solved_
  cluster::Bytes packed_;              // so far
  std::span<const std::byte> values_;  // that are still to be set
  bool fits_ = true;                   // whether there were enough
};

}  // namespace grundy::generic
