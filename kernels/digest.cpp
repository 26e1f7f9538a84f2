#include "kernels/digest.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/digest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// As in core/digest.hpp.
constexpr std::uint64_t for_rank = 0x9e3779b97f4a7c15;
constexpr std::uint64_t for_value = 0xd1b54a32d192ed03;
constexpr std::uint64_t first_factor = 0xbf58476d1ce4e5b9;
constexpr std::uint64_t second_factor = 0x94d049bb133111eb;

std::uint64_t avalanche(std::uint64_t word) {
  word = (word ^ (word >> 30)) * first_factor;
  word = (word ^ (word >> 27)) * second_factor;
  return word ^ (word >> 31);
}

void add_one(std::uint64_t rank, std::uint64_t value, DigestSum& sum) {
  sum.add(avalanche(rank * for_rank + value), avalanche(value * for_value + ~rank));
}

#if HWY_TARGET == HWY_SCALAR

// All are left to be added one by one.
std::size_t add_vectors(std::uint64_t, const std::uint32_t*, std::size_t, DigestSum&) {
  return 0;
}
std::size_t add_vectors(const std::uint64_t*, std::size_t, DigestSum&) {
  return 0;
}

#else

using D = hn::ScalableTag<std::uint64_t>;
using V = hn::Vec<D>;

// The products of the low halves of words.
HWY_INLINE V multiply_low(V a, V b) {
  const hn::Repartition<std::uint32_t, D> halves;
  return hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, b));
}

// Of words below 2^32.
template <std::uint64_t factor>
HWY_INLINE V multiply_half(V word) {
  const D d;
  const auto upper = multiply_low(word, hn::Set(d, factor >> 32));
  return hn::Add(multiply_low(word, hn::Set(d, factor)), hn::ShiftLeft<32>(upper));
}

template <std::uint64_t factor>
HWY_INLINE V multiply(V word) {
  const auto upper = multiply_low(hn::ShiftRight<32>(word), hn::Set(D(), factor));
  return hn::Add(multiply_half<factor>(word), hn::ShiftLeft<32>(upper));
}

HWY_INLINE V avalanche(V word) {
  word = multiply<first_factor>(hn::Xor(word, hn::ShiftRight<30>(word)));
  word = multiply<second_factor>(hn::Xor(word, hn::ShiftRight<27>(word)));
  return hn::Xor(word, hn::ShiftRight<31>(word));
}

// Sums of as many positions as a vector has words. Of the low words the halves are summed apart,
// so that no carry is lost.
class Sums {
 public:
  // An implicit constructor would not be compiled for the target.
  Sums() : high_(hn::Zero(D())), low_(high_), middle_(high_) {}

  HWY_INLINE void add(V high, V low) {
    low = avalanche(low);
    high_ = hn::Add(high_, avalanche(high));
    low_ = hn::Add(low_, hn::And(low, hn::Set(D(), std::uint64_t{0xffffffff})));
    middle_ = hn::Add(middle_, hn::ShiftRight<32>(low));
  }

  void add_to(DigestSum& sum) const {
    const D d;
    HWY_ALIGN std::uint64_t lane[3][HWY_MAX_BYTES / sizeof(std::uint64_t)];
    hn::Store(high_, d, lane[0]);
    hn::Store(low_, d, lane[1]);
    hn::Store(middle_, d, lane[2]);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
      sum.add(lane[0][i], lane[1][i]);
      sum.add(lane[2][i] >> 32, lane[2][i] << 32);
    }
  }

 private:
  V high_;
  V low_;
  V middle_;
};

// As many as fill vectors; returns how many. Ranks rise by the same number from vector to vector,
// and so do what is made of them before it meets a value.
std::size_t add_vectors(std::uint64_t rank, const std::uint32_t* values, std::size_t count,
                        DigestSum& sum) {
  const D d;
  const std::size_t n = hn::Lanes(d);
  const auto step = hn::Set(d, std::uint64_t{n});
  const auto product_step = hn::Set(d, n * for_rank);
  const auto ranks = hn::Iota(d, rank);
  auto product = multiply<for_rank>(ranks);
  auto complement = hn::Not(ranks);
  Sums sums;
  std::size_t i = 0;
  for (; i + n <= count; i += n) {
    const auto value = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint32_t, D>(), values + i));
    sums.add(hn::Add(product, value), hn::Add(multiply_half<for_value>(value), complement));
    product = hn::Add(product, product_step);
    complement = hn::Sub(complement, step);
  }
  sums.add_to(sum);
  return i;
}
std::size_t add_vectors(const std::uint64_t* ranks, std::size_t count, DigestSum& sum) {
  const D d;
  const std::size_t n = hn::Lanes(d);
  Sums sums;
  std::size_t i = 0;
  for (; i + n <= count; i += n) {
    const auto rank = hn::LoadU(d, ranks + i);
    sums.add(multiply<for_rank>(rank), hn::Not(rank));
  }
  sums.add_to(sum);
  return i;
}

#endif

DigestSum DigestOfValues(std::uint64_t rank, const std::uint32_t* values, std::size_t count) {
  DigestSum sum;
  for (std::size_t i = add_vectors(rank, values, count, sum); i < count; ++i)
    add_one(rank + i, values[i], sum);
  return sum;
}

DigestSum DigestOfZeros(const std::uint64_t* ranks, std::size_t count) {
  DigestSum sum;
  for (std::size_t i = add_vectors(ranks, count, sum); i < count; ++i) add_one(ranks[i], 0, sum);
  return sum;
}

}  // namespace
}  // namespace grundy::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(DigestOfValues);
HWY_EXPORT(DigestOfZeros);

DigestSum digest_of_values(std::uint64_t rank, std::span<const std::uint32_t> values) noexcept {
  return HWY_DYNAMIC_DISPATCH(DigestOfValues)(rank, values.data(), values.size());
}

DigestSum digest_of_zeros(std::span<const std::uint64_t> ranks) noexcept {
  return HWY_DYNAMIC_DISPATCH(DigestOfZeros)(ranks.data(), ranks.size());
}

}  // namespace grundy::kernels
#endif
