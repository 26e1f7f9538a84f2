// plan/plan.hpp: what will be done, and why, before anything runs.
//
// A plan is made from rules, a box and a quantity. Making it proves that play ends, and chooses the
// family that solves the box and the one that takes over. plan/cost.hpp estimates what that costs.
// A plan holds no position's value.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "compile/compile.hpp"
#include "plan/method.hpp"
#include "rules/membership.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"

namespace grundy::plan {

// Tiles of this many positions: their cells and columns fit a second-level cache.
inline constexpr std::uint64_t default_tile_positions = 1 << 15;
// Smaller tiles cost more than they save.
inline constexpr std::uint64_t least_tile_positions = 1 << 11;

struct Request : family::Problem {
  std::vector<std::int64_t> high = {};             // inclusive, by coordinate
  std::optional<std::uint64_t> memory_limit = {};  // bytes; none: available_memory()
  std::string kernel = "auto";
  std::uint64_t tile_positions = default_tile_positions;  // at most
};

struct Plan;

// What takes over if the kernel meets values that it cannot hold.
struct Fallback {
  std::string when;                  // "nimbers above 127"
  std::shared_ptr<const Plan> plan;  // null if there is none: `why_none` gives the reason
  std::optional<Error> why_none;
};

struct Plan : family::Scope {
  Method method;
  bool kernel_was_asked_for;  // by its name; then, as on several ranks, there is no fallback
  std::optional<Fallback> fallback;
  std::optional<std::size_t> section_axis;  // every line along it has at most one P-position
  rules::Membership inside;                 // which tuples of the box are positions
  bool measure_is_proved = false;           // that of `falls`, if the rules have it

  // Whether the rules have a special form, so that nothing is done option by option.
  bool has_form() const noexcept { return method.task.index() < forms; }
  // Whether positions are searched one by one, because values of sums do not follow from those of
  // their parts.
  bool is_searched() const noexcept { return kernel() == search::Family::kernel; }
  Kernel kernel() const noexcept { return method.kernel(); }
  // The number of positions that are solved, of the closure or the box; others are copies or not
  // needed.
  std::uint64_t solved_positions() const {
    return method.solved_positions.value_or(closure_positions());
  }
  // The task of a kernel that goes option by option; null for all others.
  const generic::Task* by_options() const noexcept;
};

// Errc::usage for an invalid box, a kernel that does not apply, or passes or ranks that the family
// does not support; Errc::rules for rules that cannot be solved there; Errc::unsupported for a
// quantity that does not exist (nimbers under misère play or with `won when`); Errc::memory for a
// box of more than 2^63 positions. Allocates nothing of the size of the box.
Result<Plan> make_plan(const Request& request);

}  // namespace grundy::plan
