// methods/options/worker.hpp: what one thread needs to solve positions by the generic kernel.
//
// Positions are pushed in an order in which each comes after its options. They are gathered in
// columns and solved `kernels::lanes` at a time. Values that another rank has found are set in the
// same order, from the bytes into which it packed them. A worker belongs to one thread at a time;
// workers share the cells and the scope.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/cells.hpp"
#include "kernels/generic/generic.hpp"
#include "kernels/generic/run_memo.hpp"
#include "methods/options/generic.hpp"
#include "methods/options/members.hpp"
#include "methods/options/mirror.hpp"
#include "methods/options/parts.hpp"
#include "ranks/transport.hpp"

namespace grundy::generic {

// The memory of a thread's kernels::RunMemo.
class MemoStorage {
 public:
  MemoStorage(Quantity computed, const Task& task);

  kernels::RunMemo& memo() noexcept { return memo_; }

  // Bytes that it takes.
  static std::uint64_t bytes(Quantity computed, const Task& task);

 private:
  std::vector<kernels::Line> lines_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::size_t> first_slots_;
  kernels::RunMemo memo_;
};

class Worker {
 public:
  // `solved` counts the positions of the closure whose cells are final. `stop`, if not null, is
  // checked once a batch; after it is set, positions are dropped unsolved.
  Worker(const family::Scope& scope, const Task& task, const Mirror& mirror, memory::Cells& cells,
         std::atomic<std::uint64_t>& solved, const std::atomic<bool>* stop);

  // Solves a part of Parts. False if it was stopped; then nothing was counted.
  bool solve(const Part& part);

  // Solves one position after the other, each after its options. The values are there, and counted,
  // after finish().
  void solve_next(const Position& position);
  void finish();

  // Packs the values of a part, without copies. Sets them with their copies on another rank: false
  // if there are more or fewer values than positions.
  cluster::Bytes pack(const Part& part);
  bool set(const Part& part, std::span<const std::byte> values);

  // The axis along which a line meets a layer in at most one position, and the number of such lines
  // in the closure.
  static std::size_t line_axis(const family::Scope& scope);
  static std::uint64_t lines(const family::Scope& scope);

 private:
  // What is done with the positions that are pushed.
  enum class Action { solve, pack, set };

  bool stopped() const {
    return action_ == Action::solve && stop_ && stop_->load(std::memory_order_relaxed);
  }
  void push_part(const Part& part, Action action);
  void push_row(const Position& start, std::size_t axis, bool ascending, std::int64_t length);
  void skip(std::int64_t tuples);
  void push_stretch(const Position& row, std::size_t axis, std::int64_t from, std::int64_t length,
                    std::int64_t step);
  void push_members(const Position& row, std::size_t axis, std::int64_t from, std::int64_t length,
                    std::int64_t step);
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
  const Members members_;                    // that must be solved
  std::vector<std::uint8_t> inside_;         // of a row
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
  Mirror::Strides images_in_layer_;  // of a position, for which the closure is one tile
  std::function<void(std::size_t width)> solve_batch_;
  std::size_t width_ = 0;
  Action action_ = Action::solve;
  std::uint64_t uncounted_ = 0;        // positions solved, but not yet in solved_
  std::uint64_t counted_ = 0;          // positions of this part in solved_
  cluster::Bytes packed_;              // values so far
  std::span<const std::byte> values_;  // values still to be set
  bool fits_ = true;                   // whether there were enough
};

}  // namespace grundy::generic
