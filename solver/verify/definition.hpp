// verify/definition.hpp: the third pass: do the values follow from the rules?
//
// Each position is derived in one step from the stored values of its options (derive.hpp) and
// compared. Where a table keeps sorted positions only, those are judged and stand for the others:
// that coordinates may change places has been read from the rules.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "rules/rules.hpp"
#include "verify/budget.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

// How much is to be derived.
struct Effort {
  bool full = false;             // every position
  std::uint64_t samples = 4000;  // else so many,
  std::uint64_t seed = 0;
  double seconds = 10;  // but none is begun after this time, nor a position of all
};

struct DefinitionReport {
  std::uint64_t asked = 0;    // positions that were to be derived
  std::uint64_t derived = 0;  // that were, and compared
  std::uint64_t open = 0;     // whose value cannot be derived in this way
  std::string why_open;       // one of these, with the reason; "" if there is none
  std::uint64_t left = 0;     // that were not reached in time
  std::uint64_t options = 0;  // that were looked at
  double seconds = 0;

  // Every position of the box follows from its options.
  bool proved = false;

  // Whether positions were to be derived and none was.
  bool unchecked() const noexcept { return asked > 0 && derived == 0; }
};

// The size of the pass, in positions.
std::uint64_t definition_size(const table::Table& table, const Effort& effort);

Result<DefinitionReport> check_definition(const Task& task, const rules::Rules& rules,
                                          const Effort& effort, const Budget& budget);

}  // namespace grundy::verify
