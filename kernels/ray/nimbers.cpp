#include "kernels/ray/nimbers.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ray/nimbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/ray/planes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

// The count of directions as a constant spares the loops over them. It takes long to compile, and
// is not worth it where all is slow, nor for the widest cells, which only very long lines need.
template <class Cell>
HWY_INLINE void SolveAnyPlane(const NimberPlane<Cell>& plane) {
  using Plane = NimberPlane<Cell>;
  if (!plane.bent.empty() || !plane.arms.empty()) {
    SolveOneByOne(plane);
  } else if constexpr (HWY_TARGET == HWY_BASELINE_SCALAR || sizeof(Cell) == 4) {
    SolvePlane<0>(plane);
  } else {
    constexpr std::uint64_t (*solvers[])(const Plane&) = {
        SolvePlane<0, Plane>, SolvePlane<1, Plane>, SolvePlane<2, Plane>, SolvePlane<3, Plane>,
        SolvePlane<4, Plane>, SolvePlane<5, Plane>, SolvePlane<6, Plane>, SolvePlane<7, Plane>,
        SolvePlane<8, Plane>, SolvePlane<9, Plane>, SolvePlane<10, Plane>};
    solvers[plane.lines.size() < std::size(solvers) ? plane.lines.size() : 0](plane);
  }
}

void Solve8(const NimberPlane<std::uint8_t>& plane) {
  SolveAnyPlane(plane);
}
void Solve16(const NimberPlane<std::uint16_t>& plane) {
  SolveAnyPlane(plane);
}
void Solve32(const NimberPlane<std::uint32_t>& plane) {
  SolveAnyPlane(plane);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Solve8);
HWY_EXPORT(Solve16);
HWY_EXPORT(Solve32);

void solve_ray_nimbers(const NimberPlane<std::uint8_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Solve8)(plane);
}
void solve_ray_nimbers(const NimberPlane<std::uint16_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Solve16)(plane);
}
void solve_ray_nimbers(const NimberPlane<std::uint32_t>& plane) noexcept {
  HWY_DYNAMIC_DISPATCH(Solve32)(plane);
}

}  // namespace grundy::kernels
#endif
