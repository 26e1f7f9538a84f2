#include "kernels/offset/bit_rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/offset/bit_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

#include "kernels/offset/bit_chain.hpp"

HWY_BEFORE_NAMESPACE();
namespace grundy::kernels {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The options that the source gives to as many positions as a vector has bits, where they are P.
template <bool shifted, bool masked, class D>
HWY_INLINE hn::Vec<D> attacks(D d, unsigned shift, const std::uint64_t* words,
                              const std::uint64_t* mask) {
  auto hits = hn::LoadU(d, words);
  if (shifted) {
    const auto next = hn::LoadU(d, words + 1);
    hits = hn::Or(hn::ShiftRightSame(hits, static_cast<int>(shift)),
                  hn::ShiftLeftSame(next, static_cast<int>(64 - shift)));
  }
  return masked ? hn::And(hits, hn::LoadU(d, mask)) : hits;
}

// Calls use(shifted, masked), each a type.
template <class Use>
HWY_INLINE void by_kind(const BitSource& source, const Use& use) {
  if (source.shift == 0)
    source.mask ? use(std::false_type(), std::true_type())
                : use(std::false_type(), std::false_type());
  else
    source.mask ? use(std::true_type(), std::true_type())
                : use(std::true_type(), std::false_type());
}

// Adds those of `count` vectors to `attacked`.
template <std::size_t count, bool shifted, bool masked, class D>
HWY_INLINE void attack_by(D d, const BitSource& source, std::size_t at, hn::Vec<D>* attacked) {
  const std::uint64_t* words = source.words + at;
  const std::uint64_t* mask = masked ? source.mask + at : nullptr;
#pragma GCC unroll 8
  for (std::size_t v = 0; v < count; ++v, words += hn::Lanes(d), mask += masked ? hn::Lanes(d) : 0)
    attacked[v] = hn::Or(attacked[v], attacks<shifted, masked>(d, source.shift, words, mask));
}

template <std::size_t count, class D>
HWY_INLINE void solve_vectors(D d, const BitRows& task, std::size_t at) {
  hn::Vec<D> attacked[count];
#pragma GCC unroll 8
  for (std::size_t v = 0; v < count; ++v) attacked[v] = hn::Zero(d);
  for (const BitSource& source : task.sources)
    by_kind(source, [&](auto shifted, auto masked)
                        HWY_ATTR { attack_by<count, shifted, masked>(d, source, at, attacked); });
  const std::uint64_t* open = task.open + at;
  std::uint64_t* rows = task.rows + at;
#pragma GCC unroll 8
  for (std::size_t v = 0; v < count; ++v, open += hn::Lanes(d), rows += hn::Lanes(d))
    hn::StoreU(hn::AndNot(attacked[v], hn::LoadU(d, open)), d, rows);
}

// The words first .. last - 1, but for moves within rows.
HWY_INLINE void open_row(const BitRows& task, std::size_t first, std::size_t last) {
  constexpr std::size_t together = 8;
  const hn::ScalableTag<std::uint64_t> many;
  const hn::CappedTag<std::uint64_t, 1> one;
  const std::size_t n = hn::Lanes(many);
  for (; first + together * n <= last; first += together * n)
    solve_vectors<together>(many, task, first);
  for (; first + n <= last; first += n) solve_vectors<1>(many, task, first);
  for (; first < last; ++first) solve_vectors<1>(one, task, first);
}

HWY_INLINE void add_lost(const BitRows& task, std::size_t first, std::size_t last) {
  for (; first < last; ++first) task.rows[first] |= task.lost[first];
}

template <bool shifted, bool masked>
HWY_INLINE void leave_trail_by(const BitRows& task, const BitSource& source, std::size_t at,
                               std::size_t last) {
  const auto leave = [&](auto d) HWY_ATTR {
    const auto p = hn::LoadU(d, task.rows + at);
    hn::StoreU(hn::Or(p, attacks<shifted, masked>(d, source.shift, source.words + at,
                                                  masked ? source.mask + at : nullptr)),
               d, source.trail + at);
  };
  const hn::ScalableTag<std::uint64_t> many;
  const hn::CappedTag<std::uint64_t, 1> one;
  const std::size_t n = hn::Lanes(many);
  for (; at + n <= last; at += n) leave(many);
  for (; at < last; ++at) leave(one);
}

HWY_INLINE void leave_trails(const BitRows& task, std::size_t first, std::size_t last) {
  for (const BitSource& source : task.sources) {
    if (!source.trail) continue;
    by_kind(source, [&](auto shifted, auto masked)
                        HWY_ATTR { leave_trail_by<shifted, masked>(task, source, first, last); });
  }
}

void SolveBitRows(const BitRows& task) {
  for (std::size_t row = 0; row < task.count; ++row) {
    const std::size_t first = row * task.words;
    open_row(task, first, first + task.words);
    if (task.lost) add_lost(task, first, first + task.words);
    if (task.chain != BitChain::none) settle_chain(task, first);
    leave_trails(task, first, first + task.words);
  }
}

}  // namespace
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
