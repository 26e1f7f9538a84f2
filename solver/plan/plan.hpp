// plan/plan.hpp: what will be done, and why, before anything runs.
//
// A plan is made from rules, a box and a quantity; it proves that the box can be solved,
// chooses how, and knows how much memory that takes. It holds no position's value.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile.hpp"
#include "core/box.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "plan/estimate.hpp"
#include "plan/method.hpp"
#include "plan/schedule.hpp"
#include "rules/rules.hpp"
#include "rules/termination.hpp"

namespace grundy::plan {

// Tiles of this many positions: their cells and columns fit a second-level cache.
inline constexpr std::uint64_t default_tile_positions = 1 << 15;
// Smaller ones cost more than they save.
inline constexpr std::uint64_t least_tile_positions = 1 << 11;

struct Request {
  rules::Rules rules;
  std::vector<std::int64_t> high;  // inclusive, by coordinate
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory_limit;  // bytes; none: available_memory()
  std::string kernel = "auto";
  std::uint64_t program_bytes = 0;                        // what the process holds before it solves
  std::uint64_t tile_positions = default_tile_positions;  // at most
  compile::Proofs proofs = compile::Proofs::trusted;      // of the generic kernel's program
};

struct Plan {
  rules::Rules rules;
  Quantity quantity;
  Quantity computed;  // nimber where outcomes are found by nimbers
  Convention convention;
  Box box;
  Box closure;
  rules::Descent descent;
  Schedule schedule;
  bool sorted_only;                // only positions with sorted symmetric groups are solved
  std::string symmetry_reason;     // why, or why not; empty without symmetric groups
  std::uint64_t solved_positions;  // of the closure, without the copies
  Method method;
  bool kernel_was_asked_for;    // by its name; else another may take over
  std::uint64_t largest_value;  // no value of `computed` exceeds it
  unsigned cell_bytes;          // 1, 2 or 4: of the generic kernel
  std::uint64_t program_bytes;
  std::uint64_t memory_limit;
  std::size_t threads;
  std::optional<std::size_t> section_axis;        // every line along it has at most one P-position
  MeanOptions options;                            // of a position; of the generic kernel
  std::optional<compile::CompiledRules> program;  // of the generic kernel

  bool has_family() const noexcept {
    return !std::holds_alternative<std::monostate>(method.family);
  }
  Kernel kernel() const noexcept { return method.kernel; }
  std::uint64_t positions() const { return *box.volume(); }
  std::uint64_t closure_positions() const { return *closure.volume(); }
};

// Errc::usage for a box that makes no sense or a kernel that does not apply, Errc::rules
// for rules that cannot be solved there, Errc::unsupported for a quantity that does not
// exist (nimbers under misère play or with `won when`), Errc::memory for a box of more than
// 2^63 positions. Allocates nothing of the size of the box; what solving will allocate says
// sweep/memory.hpp, how long it will take sweep/time.hpp.
Result<Plan> make_plan(const Request& request);

}  // namespace grundy::plan
