#include "methods/scan/endings.hpp"

#include <algorithm>
#include <numeric>

namespace grundy::scan {

Result<std::optional<compile::CompiledRules>> compile_endings(rules::Rules rules, const Box& box) {
  if (rules.endings.empty()) return std::optional<compile::CompiledRules>();
  rules.options.clear();
  auto compiled = compile::compile(rules, box, compile::Outputs::ranks);
  if (!compiled) return compiled.error();
  return std::optional(*std::move(compiled));
}

Endings::Endings(const kernels::Program& program, rules::ScanAxis inner)
    : program_(program),
      inner_(inner),
      outer_columns_(program.registers * kernels::lanes),
      inner_columns_(outer_columns_.size()),
      columns_{outer_columns_, inner_columns_, {}} {
  kernels::fill_constants(program, columns_);
}

const std::uint8_t* Endings::find(const RowPart& part) {
  constexpr auto lanes = static_cast<std::int64_t>(kernels::lanes);
  over_.resize(static_cast<std::size_t>(part.length));
  for (std::int64_t begin = 0; begin < part.length; begin += lanes) {
    const auto width = static_cast<std::size_t>(std::min(lanes, part.length - begin));
    for (std::size_t axis = 0; axis < part.start.size(); ++axis)
      std::fill_n(outer_columns_.data() + axis * kernels::lanes, width, part.start[axis]);
    std::int64_t* const inner = outer_columns_.data() + inner_.axis * kernels::lanes;
    for (std::size_t lane = 0; lane < width; ++lane) {
      const std::int64_t distance = begin + static_cast<std::int64_t>(lane);
      inner[lane] += inner_.ascending ? distance : -distance;
    }
    kernels::begin_batch(program_, columns_, width);
    std::copy_n(outer_columns_.data() + program_.over * kernels::lanes, width,
                over_.begin() + begin);
  }
  return over_.data();
}

}  // namespace grundy::scan
