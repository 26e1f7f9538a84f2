#include "kernels/counting.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/counting.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Values by vectors. The last vector is filled up with `filling`.
template <class Value>
class Vectors {
 public:
  Vectors(const Value* values, std::size_t count, Value filling)
      : values_(values), whole_(count - count % hn::Lanes(D())) {
    hn::Store(hn::Set(D(), filling), D(), last_);
    std::copy(values + whole_, values + count, last_);
  }

  template <class Use>
  HWY_INLINE void for_each(const Use& use) const {
    for (std::size_t i = 0; i < whole_; i += hn::Lanes(D())) use(hn::LoadU(D(), values_ + i));
    use(hn::Load(D(), last_));
  }

  using D = hn::ScalableTag<Value>;

 private:
  const Value* values_;
  std::size_t whole_;
  HWY_ALIGN Value last_[HWY_MAX_BYTES / sizeof(Value)];
};

template <class Value>
std::uint32_t largest_of(const Value* values, std::size_t count) {
  using D = typename Vectors<Value>::D;
  auto most = hn::Zero(D());
  Vectors<Value>(values, count, 0).for_each([&](auto some) HWY_ATTR {
    most = hn::Max(most, some);
  });
  HWY_ALIGN Value lanes[HWY_MAX_BYTES / sizeof(Value)];
  hn::Store(most, D(), lanes);
  return *std::max_element(lanes, lanes + hn::Lanes(D()));
}

template <class Value>
void count_each_of(const Value* values, std::size_t count, std::uint32_t* counts, std::size_t end) {
  using D = typename Vectors<Value>::D;
  const Vectors<Value> vectors(values, count, std::numeric_limits<Value>::max());
  for (std::size_t v = 0; v < end; ++v) {
    const auto wanted = hn::Set(D(), static_cast<Value>(v));
    std::size_t found = 0;
    vectors.for_each([&](auto some)
                         HWY_ATTR { found += hn::CountTrue(D(), hn::Eq(some, wanted)); });
    counts[v] = static_cast<std::uint32_t>(found);
  }
}

std::uint64_t CountCommon(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::size_t whole = words - words % hn::Lanes(d);
  auto found = hn::Zero(d);
  for (std::size_t i = 0; i < whole; i += hn::Lanes(d))
    found = found + hn::PopulationCount(hn::And(hn::LoadU(d, a + i), hn::LoadU(d, b + i)));
  HWY_ALIGN std::uint64_t lanes[HWY_MAX_BYTES / sizeof(std::uint64_t)] = {};
  for (std::size_t i = whole; i < words; ++i) lanes[i - whole] = a[i] & b[i];
  hn::Store(found + hn::PopulationCount(hn::Load(d, lanes)), d, lanes);
  return std::accumulate(lanes, lanes + hn::Lanes(d), std::uint64_t{0});
}

std::uint32_t Largest8(const std::uint8_t* values, std::size_t count) {
  return largest_of(values, count);
}
std::uint32_t Largest16(const std::uint16_t* values, std::size_t count) {
  return largest_of(values, count);
}
std::uint32_t Largest32(const std::uint32_t* values, std::size_t count) {
  return largest_of(values, count);
}
void CountEach8(const std::uint8_t* values, std::size_t count, std::uint32_t* counts,
                std::size_t end) {
  count_each_of(values, count, counts, end);
}
void CountEach16(const std::uint16_t* values, std::size_t count, std::uint32_t* counts,
                 std::size_t end) {
  count_each_of(values, count, counts, end);
}
void CountEach32(const std::uint32_t* values, std::size_t count, std::uint32_t* counts,
                 std::size_t end) {
  count_each_of(values, count, counts, end);
}

}  // namespace
}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(Largest8);
HWY_EXPORT(Largest16);
HWY_EXPORT(Largest32);
HWY_EXPORT(CountEach8);
HWY_EXPORT(CountEach16);
HWY_EXPORT(CountEach32);
HWY_EXPORT(CountCommon);

std::uint32_t largest(std::span<const std::uint8_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(Largest8)(values.data(), values.size());
}
std::uint32_t largest(std::span<const std::uint16_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(Largest16)(values.data(), values.size());
}
std::uint32_t largest(std::span<const std::uint32_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(Largest32)(values.data(), values.size());
}
void count_each(std::span<const std::uint8_t> values, std::span<std::uint32_t> counts) noexcept {
  HWY_DYNAMIC_DISPATCH(CountEach8)(values.data(), values.size(), counts.data(), counts.size());
}
void count_each(std::span<const std::uint16_t> values, std::span<std::uint32_t> counts) noexcept {
  HWY_DYNAMIC_DISPATCH(CountEach16)(values.data(), values.size(), counts.data(), counts.size());
}
void count_each(std::span<const std::uint32_t> values, std::span<std::uint32_t> counts) noexcept {
  HWY_DYNAMIC_DISPATCH(CountEach32)(values.data(), values.size(), counts.data(), counts.size());
}
std::uint64_t count_common(std::span<const std::uint64_t> a,
                           std::span<const std::uint64_t> b) noexcept {
  return HWY_DYNAMIC_DISPATCH(CountCommon)(a.data(), b.data(), a.size());
}

}  // namespace grundy::kernels
#endif
