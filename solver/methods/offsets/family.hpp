// methods/offsets/family.hpp: method `offset`, for options at constant distances. Outcomes, with
// rays too, are solved as bits, and nimbers and remoteness as cells, many positions an operation.
//
// A tile is solved once those that it waits for are (tiles/schedule.hpp, tiles/ordered_tiles.hpp).
// Its planes are solved one after the other, with as many rows at a time as the same rules apply
// to. Rules are dropped where their options lie outside the closure, and conditions that hold for
// all these rows, or for none, need no masks. Where only a part of the closure is requested, the
// rest is soon overwritten (methods/offsets/row_layout.hpp).
#pragma once
#include <variant>

#include "methods/family.hpp"
#include "methods/offsets/bit_rows.hpp"
#include "methods/offsets/bits.hpp"
#include "methods/offsets/cell_rows.hpp"

namespace grundy::offset {

inline constexpr Kernel kernel{"offset"};

struct Family {
  static constexpr Kernel kernel = offset::kernel;
  using Task = std::variant<BitRows, CellRows>;        // for outcomes, and for other quantities
  using Containers = std::tuple<Bits, memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, true},
      family::Claim{Quantity::nimber, Quantity::nimber, false, true},
      family::Claim{Quantity::remoteness, Quantity::remoteness, true, true}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static Result<family::Solved<std::variant<Bits, memory::Cells>>> solve(
      const Task& task, const family::Scope& scope, parallel::Executor& executor,
      const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

// The outcomes of the closure that `rows` was made for, or of the part that it keeps. Errors: see
// methods/family.hpp.
Result<Bits> solve(const BitRows& rows, Convention convention, parallel::Executor& executor,
                   const tiles::Watch& watch = {});

// The values of cells.box. Errors: see methods/family.hpp.
Result<memory::Cells> solve(const CellRows& cells, Convention convention,
                            parallel::Executor& executor, const tiles::Watch& watch = {});

// Most bytes that solve() holds at a time.
std::uint64_t memory_bytes(const CellRows& cells, std::size_t threads);
// Bytes of the values alone.
std::uint64_t value_bytes(const CellRows& cells);

}  // namespace grundy::offset
