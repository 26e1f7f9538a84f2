// sweep/memo_storage.hpp: the memory behind a thread's kernels::RunMemo.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/run_memo.hpp"
#include "plan/plan.hpp"

namespace grundy::sweep {

class MemoStorage {
 public:
  explicit MemoStorage(const plan::Plan& plan);

  kernels::RunMemo& memo() noexcept { return memo_; }

  // What it takes for a plan.
  static std::uint64_t bytes(const plan::Plan& plan);

 private:
  std::vector<kernels::Line> lines_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::size_t> first_slots_;
  kernels::RunMemo memo_;
};

}  // namespace grundy::sweep
