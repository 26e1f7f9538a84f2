// compile/position_options.hpp: the options of one position after the other, as a program gives
// them. For work beside the sweep. Not thread-safe.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/box.hpp"
#include "kernels/generic/runs.hpp"

namespace grundy::compile {

class PositionOptions {
 public:
  // The program must outlive this.
  explicit PositionOptions(const kernels::Program& program)
      : program_(program),
        outer_(program.registers * kernels::lanes),
        inner_(outer_.size()),
        ready_(program.rules.size()) {
    kernels::fill_constants(program_, columns());
  }

  // Calls visit(run, number of the option in it) until one call returns true. There are none where
  // an ending holds.
  template <class Visit>
  void visit(const Position& position, const Visit& visit) {
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      outer_[axis * kernels::lanes] = position[axis];
    kernels::begin_batch(program_, columns(), 1);
    if (program_.over != kernels::no_register && outer_[program_.over * kernels::lanes] != 0)
      return;
    kernels::visit_runs(program_, columns(), 1, 0, [&](const kernels::Run& run) {
      for (std::size_t i = 0; i < run.count; ++i)
        if (visit(run, i)) return true;
      return false;
    });
  }

 private:
  kernels::Columns columns() { return {outer_, inner_, ready_}; }

  const kernels::Program& program_;
  std::vector<std::int64_t> outer_, inner_;
  std::vector<kernels::Ready> ready_;
};

}  // namespace grundy::compile
