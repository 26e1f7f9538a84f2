// methods/heap/step.hpp: method `step`, for one heap from which a move takes a number of one set.
//
// Single steps go by blocks of heaps. Steps of at least two blocks reach only into blocks that
// are solved before the previous block is begun. So all cores mark them while one core finishes
// that block with the shorter steps. Values are stored in bytes. Masks grow when a heap needs it:
// from 8 to 64 bits by SIMD, and beyond that one option at a time. They shrink after a block that
// needed less. Where there is a longest step, a period is searched for from time to time, and the
// rest is a copy. The period is reported if that step is in the box.
// Long progressions, without an end or with one that few heaps have options beyond, are solved heap
// by heap, O(1) each (kernels/step/endless.hpp).
#pragma once
#include "methods/family.hpp"
#include "methods/heap/steps.hpp"

namespace grundy::step {

inline constexpr Kernel kernel{"step"};

struct Family {
  static constexpr Kernel kernel = step::kernel;
  using Task = Steps;
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, false},
      family::Claim{Quantity::nimber, Quantity::nimber, false, false}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

// Solves the closure, which has one coordinate. `quantity` is nimber (normal play) or outcome.
// Errors: see methods/family.hpp.
family::SolvedCells solve(const Steps& steps, const Box& closure, Quantity quantity,
                          Convention convention, parallel::Executor& executor,
                          const tiles::Watch& watch = {});

// Bytes of a cell, and an upper bound of the bytes that solving takes: cells, steps, masks and sets
// of values.
unsigned cell_bytes(const Steps& steps, const Box& closure, Quantity quantity);
std::uint64_t memory_bytes(const Steps& steps, const Box& closure, Quantity quantity);

}  // namespace grundy::step
