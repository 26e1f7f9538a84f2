// methods/scan/endings.hpp: where play is over, for the positions of a row.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "compile/compile.hpp"
#include "kernels/generic/runs.hpp"
#include "methods/scan/row_runs.hpp"

namespace grundy::scan {

// The endings of rules, without their options. Nothing if there are none. Errors: those of
// compile::compile.
Result<std::optional<compile::CompiledRules>> compile_endings(rules::Rules rules, const Box& box);

// Each thread has its own.
class Endings {
 public:
  Endings(const kernels::Program& program, rules::ScanAxis inner);

  // By position: 0: play goes on; 1: lost; 2: won. Valid until the next call.
  const std::uint8_t* find(const RowPart& part);

 private:
  const kernels::Program& program_;
  rules::ScanAxis inner_;
  std::vector<std::int64_t> outer_columns_;
  std::vector<std::int64_t> inner_columns_;
  kernels::Columns columns_;
  std::vector<std::uint8_t> over_;
};

}  // namespace grundy::scan
