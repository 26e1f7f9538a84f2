#include "methods/growth/growth.hpp"

#include <algorithm>
#include <utility>

#include "methods/growth/single_parts.hpp"

namespace grundy::growth {
namespace {

using family::HeapMove;

constexpr std::size_t longest_period = 64;

class Proof {
 public:
  // `moves` are those of all heaps from the last period on.
  Proof(const std::vector<HeapMove>& moves, std::span<const std::uint32_t> nimbers,
        std::size_t period)
      : moves_(moves), g_(nimbers), p_(period), base_(nimbers.size() - period) {
    first_ = base_;
    while (first_ > 0 && g_[first_ - 1 + p_] == g_[first_ - 1] + p_) --first_;
    for (const HeapMove& move : moves)
      if (move.parts() == 1) first_ = std::max(first_, static_cast<std::size_t>(move.least[0]));
  }

  std::size_t first() const noexcept { return first_; }

  bool holds() const {
    return is_late_enough() && no_split_gives_the_nimber() && no_early_part_does() &&
           all_less_can_be_left();
  }

 private:
  // Of the last period's heaps a move leaves no two parts before the first period, and one part not
  // there.
  bool is_late_enough() const {
    std::int64_t taken = 0;
    for (const HeapMove& move : moves_) taken = std::max(taken, move.taken);
    return 2 * first_ + p_ + static_cast<std::size_t>(taken) <= base_;
  }

  std::uint32_t low_bits(std::size_t heap) const {
    return g_[heap] % static_cast<std::uint32_t>(p_);
  }
  // Of all heaps from the first period on that are so many more than a multiple of it.
  std::uint32_t low_bits_of(std::int64_t residue) const {
    const auto length = static_cast<std::int64_t>(p_);
    const auto begin = static_cast<std::int64_t>(first_);
    return low_bits(first_ +
                    static_cast<std::size_t>(((residue - begin) % length + length) % length));
  }

  bool no_split_gives_the_nimber() const {
    for (const HeapMove& move : moves_)
      for (std::size_t n = base_; move.parts() == 2 && n < g_.size(); ++n) {
        const std::int64_t sum = static_cast<std::int64_t>(n) - move.taken;
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(p_); ++i)
          if ((low_bits_of(i) ^ low_bits_of(sum - i)) == low_bits(n)) return false;
        for (std::int64_t i = move.least[0]; i < static_cast<std::int64_t>(first_); ++i)
          if ((low_bits(static_cast<std::size_t>(i)) ^ low_bits_of(sum - i)) == low_bits(n))
            return false;
      }
    return true;
  }

  bool no_early_part_does() const {
    const auto end = g_.begin() + static_cast<std::ptrdiff_t>(first_ + p_);
    return *std::max_element(g_.begin(), end) <
           *std::min_element(g_.begin() + static_cast<std::ptrdiff_t>(base_), g_.end());
  }

  bool all_less_can_be_left() const {
    const std::size_t room = 2 * std::size_t{*std::max_element(g_.begin(), g_.end())} + 2;
    std::vector<bool> early(room);
    std::vector<bool> later(room);  // by a part from the first period on
    for (const HeapMove& move : moves_)
      if (takes_any(move))
        for (std::int64_t m = move.least[0]; m <= static_cast<std::int64_t>(base_) - move.taken;
             ++m) {
          const auto heap = static_cast<std::size_t>(m);
          (heap < first_ ? early : later)[g_[heap]] = true;
        }
    std::size_t u = 0;
    while (early[u] || later[u]) ++u;
    if (u < p_) return false;
    for (std::size_t v = u - p_; v < u; ++v)
      if (!later[v]) return false;
    for (std::size_t n = base_; n < g_.size(); ++n)
      if (!leaves_all(n, u - p_, room)) return false;
    return true;
  }

  // Whether a heap leaves all nimbers from `least` to its own, by moves that go with it.
  bool leaves_all(std::size_t n, std::size_t least, std::size_t room) const {
    std::vector<bool> left(room);
    for (const HeapMove& move : moves_) {
      const std::int64_t sum = static_cast<std::int64_t>(n) - move.taken;
      const auto begin = static_cast<std::int64_t>(first_);
      if (takes_any(move))
        for (std::int64_t m = begin; m <= sum; ++m) left[g_[static_cast<std::size_t>(m)]] = true;
      else if (move.parts() == 1)
        left[g_[static_cast<std::size_t>(sum)]] = true;
      else if (move.parts() == 2)
        for (std::int64_t i = move.least[0]; i < sum - i; ++i) {
          const std::uint32_t small = g_[static_cast<std::size_t>(i)];
          if (small < p_ && sum - i >= std::max(begin, move.least[1]))
            left[small ^ g_[static_cast<std::size_t>(sum - i)]] = true;
        }
    }
    for (std::size_t v = least; v < g_[n]; ++v)
      if (!left[v]) return false;
    return true;
  }

  const std::vector<HeapMove>& moves_;
  std::span<const std::uint32_t> g_;
  std::size_t p_;
  std::size_t base_;   // the heap with which the last period begins
  std::size_t first_;  // with which the first one does
};

// The moves of all heaps from `heap` on; nothing where a move is not understood, or none takes any
// number. Those that leave nothing do not count: they give 0, and nimbers that are proved to grow
// are more from there on.
std::optional<std::vector<HeapMove>> moves_from(std::span<const HeapMove> moves, std::size_t heap) {
  std::vector<HeapMove> lasting;
  for (const HeapMove& move : moves) {
    if (move.upto && *move.upto < static_cast<std::int64_t>(heap)) continue;
    const bool is_exact = move.total == HeapMove::Total::exact && move.parts() <= 2;
    if (move.upto || move.from > static_cast<std::int64_t>(heap)) return std::nullopt;
    if (!is_exact && !takes_any(move)) return std::nullopt;
    if (move.parts() > 0) lasting.push_back(move);
  }
  if (std::ranges::none_of(lasting, takes_any)) return std::nullopt;
  return lasting;
}

}  // namespace

std::uint64_t Growth::nimber(std::uint64_t heap) const noexcept {
  if (heap < first.size()) return first[heap];
  const auto [preperiod, length, saltus] = period;
  return first[preperiod + (heap - preperiod) % length] + (heap - preperiod) / length * saltus;
}

std::uint64_t Growth::largest(std::uint64_t heaps) const noexcept {
  std::uint64_t most = *std::max_element(
      first.begin(),
      first.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(heaps, first.size())));
  for (std::uint64_t heap = heaps - std::min(heaps, period.length); heap < heaps; ++heap)
    most = std::max(most, nimber(heap));
  return most;
}

bool may_be_proved(std::span<const HeapMove> moves, std::uint64_t heaps) {
  return moves_from(moves, heaps - 1).has_value();
}

std::optional<Growth> prove_growth(std::span<const HeapMove> moves,
                                   std::vector<std::uint32_t> nimbers) {
  for (std::size_t period = 1; period <= longest_period && 4 * period <= nimbers.size();
       period *= 2) {
    const auto lasting = moves_from(moves, nimbers.size() - period);
    if (!lasting) return std::nullopt;
    const Proof proof(*lasting, nimbers, period);
    if (proof.holds()) return Growth{std::move(nimbers), {proof.first(), period, period}};
  }
  const auto lasting = moves_from(moves, nimbers.size());
  if (!lasting) return std::nullopt;
  const auto period = continue_single_parts(*lasting, nimbers);
  return period ? std::optional(Growth{std::move(nimbers), *period}) : std::nullopt;
}

}  // namespace grundy::growth
