#include "kernels/bit_rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bit_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/bit_chain.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The options that the source gives to the positions at `at` and after, where they are P.
template <class D>
HWY_INLINE hn::Vec<D> attacks(D d, const BitSource& source, std::size_t at) {
  auto hits = hn::LoadU(d, source.words + at);
  if (source.shift != 0) {
    const auto next = hn::LoadU(d, source.words + at + 1);
    const int shift = static_cast<int>(source.shift);
    hits = hn::Or(hn::ShiftRightSame(hits, shift), hn::ShiftLeftSame(next, 64 - shift));
  }
  return source.mask ? hn::And(hits, hn::LoadU(d, source.mask + at)) : hits;
}

template <class D>
HWY_INLINE void settle(D d, const BitRows& task, std::size_t at, hn::Vec<D> attacked) {
  auto p = hn::AndNot(attacked, hn::LoadU(d, task.open + at));
  if (task.lost) p = hn::Or(p, hn::LoadU(d, task.lost + at));
  hn::StoreU(p, d, task.rows + at);
}

template <class D>
HWY_INLINE void solve_vector(D d, const BitRows& task, std::size_t at) {
  auto attacked = hn::Zero(d);
  for (const BitSource& source : task.sources) attacked = hn::Or(attacked, attacks(d, source, at));
  settle(d, task, at, attacked);
}

// Four vectors share the decisions about each source.
template <class D>
HWY_INLINE void solve_four(D d, const BitRows& task, std::size_t at) {
  const std::size_t n = hn::Lanes(d);
  auto a = hn::Zero(d);
  auto b = a;
  auto c = a;
  auto e = a;
  for (const BitSource& source : task.sources) {
    a = hn::Or(a, attacks(d, source, at));
    b = hn::Or(b, attacks(d, source, at + n));
    c = hn::Or(c, attacks(d, source, at + 2 * n));
    e = hn::Or(e, attacks(d, source, at + 3 * n));
  }
  settle(d, task, at, a);
  settle(d, task, at + n, b);
  settle(d, task, at + 2 * n, c);
  settle(d, task, at + 3 * n, e);
}

// The words first .. last - 1, but for moves within rows.
HWY_INLINE void open_row(const BitRows& task, std::size_t first, std::size_t last) {
  const hn::ScalableTag<std::uint64_t> many;
  const hn::CappedTag<std::uint64_t, 1> one;
  const std::size_t n = hn::Lanes(many);
  for (; first + 4 * n <= last; first += 4 * n) solve_four(many, task, first);
  for (; first + n <= last; first += n) solve_vector(many, task, first);
  for (; first < last; ++first) solve_vector(one, task, first);
}

template <class D>
HWY_INLINE void leave_trail(D d, const BitRows& task, const BitSource& source, std::size_t at) {
  const auto p = hn::LoadU(d, task.rows + at);
  hn::StoreU(hn::Or(p, attacks(d, source, at)), d, source.trail + at);
}

HWY_INLINE void leave_trails(const BitRows& task, std::size_t first, std::size_t last) {
  const hn::ScalableTag<std::uint64_t> many;
  const hn::CappedTag<std::uint64_t, 1> one;
  const std::size_t n = hn::Lanes(many);
  for (const BitSource& source : task.sources) {
    if (!source.trail) continue;
    std::size_t at = first;
    for (; at + n <= last; at += n) leave_trail(many, task, source, at);
    for (; at < last; ++at) leave_trail(one, task, source, at);
  }
}

void SolveBitRows(const BitRows& task) {
  for (std::size_t row = 0; row < task.count; ++row) {
    const std::size_t first = row * task.words;
    open_row(task, first, first + task.words);
    if (task.chain != BitChain::none) settle_chain(task, first);
    leave_trails(task, first, first + task.words);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace grundy::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace grundy::kernels {

HWY_EXPORT(SolveBitRows);
void solve_bit_rows(const BitRows& task) noexcept {
  HWY_DYNAMIC_DISPATCH(SolveBitRows)(task);
}

}  // namespace grundy::kernels
#endif
