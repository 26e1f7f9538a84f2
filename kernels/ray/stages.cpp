#include "kernels/ray/nimbers.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray/stages.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/ray/planes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

template <class Cell>
HWY_INLINE std::uint64_t SolveAnyStage(const NimberStage<Cell>& stage) {
  using Stage = NimberStage<Cell>;
  if (!stage.bent.empty()) return SolveOneByOne(stage);
  if constexpr (HWY_TARGET == HWY_BASELINE_SCALAR || sizeof(Cell) == 4) {
    return SolvePlane<0>(stage);
  } else {
    constexpr std::uint64_t (*solvers[])(const Stage&) = {
        SolvePlane<0, Stage>, SolvePlane<1, Stage>, SolvePlane<2, Stage>, SolvePlane<3, Stage>,
        SolvePlane<4, Stage>, SolvePlane<5, Stage>, SolvePlane<6, Stage>, SolvePlane<7, Stage>};
    return solvers[stage.lines.size() < std::size(solvers) ? stage.lines.size() : 0](stage);
  }
}

std::uint64_t Stage16(const NimberStage<std::uint16_t>& stage) {
  return SolveAnyStage(stage);
}
std::uint64_t Stage32(const NimberStage<std::uint32_t>& stage) {
  return SolveAnyStage(stage);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

namespace {

template <class Cell>
void mark_values(const NimberStage<Cell>& stage) {
  const std::size_t slices = stage.sets.end / stage.sets.stride;
  const std::uint64_t end = stage.first_value + slices * slice_values;
  for (std::int64_t row = 0; row < stage.rows; ++row)
    for (std::int64_t column = stage.first_column(row); column < stage.columns; ++column) {
      const Cell value = *stage.cell(row, column);
      if (value == open_cell<Cell> || value < stage.first_value || value >= end) continue;
      const std::uint32_t bit = value - stage.first_value;
      std::uint64_t* const words =
          stage.sets.words + bit / slice_values * stage.sets.stride + bit % slice_values / 64;
      for (std::size_t line = 0; line < stage.line_count(); ++line)
        words[static_cast<std::int64_t>(slice_words) * stage.number(line, row, column)] |=
            std::uint64_t{1} << bit % 64;
    }
}

}  // namespace

HWY_EXPORT(Stage16);
HWY_EXPORT(Stage32);

std::uint64_t solve_ray_stage(const NimberStage<std::uint16_t>& stage) noexcept {
  return HWY_DYNAMIC_DISPATCH(Stage16)(stage);
}
std::uint64_t solve_ray_stage(const NimberStage<std::uint32_t>& stage) noexcept {
  return HWY_DYNAMIC_DISPATCH(Stage32)(stage);
}
void mark_ray_stage(const NimberStage<std::uint16_t>& stage) noexcept {
  mark_values(stage);
}
void mark_ray_stage(const NimberStage<std::uint32_t>& stage) noexcept {
  mark_values(stage);
}

}  // namespace grundy::kernels
#endif
