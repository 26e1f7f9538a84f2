#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/step/steps.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h comes first, so that everything below is compiled once a target.
#include "kernels/step/masks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void MarkSteps(const std::uint8_t* values, Steps steps, std::size_t planes, std::size_t first,
               std::size_t count, std::uint8_t* masks) {
  mark_singly(values, steps, planes, first, count, masks);
}

#else

namespace {

template <std::size_t planes>
void mark(const std::uint8_t* values, Steps steps, std::size_t first, std::size_t count,
          std::uint8_t* masks) {
  const hn::CappedTag<std::uint8_t, step_group> d;
  const auto end = std::upper_bound(steps.begin(), steps.end(), static_cast<std::int64_t>(first));
  const Steps whole(steps.begin(), end);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    mark_vector<planes>(d, values, whole, first + i, masks + mask_at(i, planes));
  mark_singly(values, Steps(end, steps.end()), planes, first, count, masks);
}

}  // namespace

void MarkSteps(const std::uint8_t* values, Steps steps, std::size_t planes, std::size_t first,
               std::size_t count, std::uint8_t* masks) {
  if (planes == 1) return mark<1>(values, steps, first, count, masks);
  if (planes == 2) return mark<2>(values, steps, first, count, masks);
  if (planes == 4) return mark<4>(values, steps, first, count, masks);
  mark<8>(values, steps, first, count, masks);
}

#endif

}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(MarkSteps);

void mark_steps(std::span<const std::uint8_t> values, std::span<const std::int64_t> steps,
                std::size_t planes, std::size_t first, std::span<std::uint8_t> masks) noexcept {
  HWY_DYNAMIC_DISPATCH(MarkSteps)
  (values.data(), steps, planes, first, masks.size() / planes, masks.data());
}

}  // namespace grundy::kernels
#endif
