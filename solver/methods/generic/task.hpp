// methods/generic/task.hpp: what solving positions one after the other needs: a program and cells.
#pragma once
#include <cstdint>

#include "base/error.hpp"
#include "compile/compile.hpp"
#include "methods/generic/estimate.hpp"
#include "methods/scope.hpp"

namespace grundy::generic {

struct Task {
  compile::CompiledRules program;
  std::uint64_t largest_value;  // no value of scope.computed exceeds it
  unsigned cell_bytes;          // 1, 2 or 4
  bool sorted_only;             // only positions with sorted symmetric groups are solved
};

// The program and the cells, all positions to be solved. Errc::unsupported for values beyond 32
// bits, Errc::memory for a program that takes more than may be used, those of compile::compile.
Result<Task> plan_cells(const family::Scope& scope);

// The options of a position; takes up to half a second.
MeanOptions mean_options(const Task& task, const family::Scope& scope);

// 2^56 or more for what no machine holds.
std::uint64_t cell_bytes(const Box& box, const Task& task);

}  // namespace grundy::generic
