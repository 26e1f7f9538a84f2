// verify/definition.hpp: the third pass: do the values follow from the rules?
//
// The value of each position is derived in one step from the stored values of its options
// (derive.hpp) and compared with its own. If a table stores sorted positions only, only those are
// derived: that their coordinates may be exchanged was checked with the rules.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "rules/rules.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

// Which positions are to be derived, and for how long.
struct Effort {
  bool full = false;             // every position
  std::uint64_t samples = 4000;  // else that many
  std::uint64_t seed = 0;
  double seconds = 10;  // no position is begun after this time, even if `full`
};

struct DefinitionReport {
  std::uint64_t asked = 0;    // positions that were to be derived
  std::uint64_t derived = 0;  // that were derived and compared
  std::uint64_t open = 0;     // that cannot be derived in this way
  std::string why_open;       // one of these, with the reason; "" if there is none
  std::uint64_t left = 0;     // that were not reached in time
  std::uint64_t options = 0;  // options examined
  double seconds = 0;

  // The value of every position of the box follows from its options.
  bool proved = false;

  // Whether positions were to be derived and none was.
  bool unchecked() const noexcept { return asked > 0 && derived == 0; }
};

// The size of the pass, in positions.
std::uint64_t definition_size(const table::Table& table, const Effort& effort);

// Errc::memory if the samples do not fit the budget, the errors of reading, and Errc::interrupted.
// Positions with wrong values become findings.
Result<DefinitionReport> check_definition(const Task& task, const rules::Rules& rules,
                                          const Effort& effort, const Budget& budget);

}  // namespace grundy::verify
