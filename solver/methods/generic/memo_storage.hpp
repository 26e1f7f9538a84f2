// methods/generic/memo_storage.hpp: the memory behind a thread's kernels::RunMemo.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/generic/run_memo.hpp"
#include "methods/generic/task.hpp"

namespace grundy::generic {

class MemoStorage {
 public:
  MemoStorage(Quantity computed, const Task& task);

  kernels::RunMemo& memo() noexcept { return memo_; }

  // What it takes.
  static std::uint64_t bytes(Quantity computed, const Task& task);

 private:
  std::vector<kernels::Line> lines_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::size_t> first_slots_;
  kernels::RunMemo memo_;
};

}  // namespace grundy::generic
