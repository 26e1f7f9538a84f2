#include "methods/heap/growth.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace grundy::growth {
namespace {

using family::HeapMove;

// Part 1: rules where every move leaves one part.
//
// Let some move leave any part m <= n - t, and let others take fixed amounts e < t. Let u be the
// least nimber that no part up to n - t has. Then g(n) is u or more. So of the nimbers of these
// parts, and of n - t + 1 .. n - 1, only those beyond u matter, and by how much they exceed it.
// Call that the state of n. It yields g(n) - u and the state of n + 1. If the states of n and n + p
// are equal and u has grown by s, then g(m + p) = g(m) + s for all m >= n.
//
// Equal states always come, as u is some part's nimber within t heaps: states are small, and there
// are finitely many. But they may come late. (A. Siegel proved it for all amounts but finitely
// many: see D. Sleator and M. Slusky, "Subtraction games with FES sets of size 3",
// arXiv:1201.3299.)

constexpr std::size_t most_heaps = std::size_t{1} << 18;

// Whether the move leaves any part that is not too large.
bool takes_any(const HeapMove& move) {
  return move.parts() == 1 && move.total != HeapMove::Total::exact && move.from == 0 && !move.upto;
}

// The heaps so far, and what the next one depends on.
class Heaps {
 public:
  Heaps(const std::vector<HeapMove>& moves, std::vector<std::uint32_t>& nimbers) : g_(nimbers) {
    least_taken_ = std::numeric_limits<std::size_t>::max();
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const HeapMove& move : moves) {
      if (!takes_any(move)) continue;
      least_taken_ = std::min(least_taken_, static_cast<std::size_t>(move.taken));
      least = std::min(least, static_cast<std::size_t>(move.least[0]));
    }
    for (const HeapMove& move : moves)
      if (!takes_any(move) && static_cast<std::size_t>(move.taken) < least_taken_)
        taken_.push_back(static_cast<std::size_t>(move.taken));
    for (std::size_t part = least; part + least_taken_ <= g_.size(); ++part) leave(g_[part]);
  }

  // The next heap.
  std::size_t heap() const noexcept { return g_.size(); }
  // The least nimber that none of the parts has which a move taking any number leaves.
  std::size_t least_missing() const noexcept { return least_missing_; }

  void add() {
    for (const std::size_t taken : taken_) mark(g_[heap() - taken]);
    std::size_t nimber = least_missing_;
    while (is_left(nimber) || is_marked(nimber)) ++nimber;
    g_.push_back(static_cast<std::uint32_t>(nimber));
    leave(g_[heap() - least_taken_]);
  }

  struct State {
    std::size_t heap = 0;
    std::size_t least_missing = 0;
    std::vector<bool> left;  // nimbers from there on
  };
  State state() const {
    return {heap(),
            least_missing_,
            {left_.begin() + static_cast<std::ptrdiff_t>(least_missing_), left_.end()}};
  }
  bool equals(const State& state) const {
    for (std::size_t back = 1; back < least_taken_; ++back)
      if (excess(g_[heap() - back], least_missing_) !=
          excess(g_[state.heap - back], state.least_missing))
        return false;
    return left_.size() - least_missing_ == state.left.size() &&
           std::equal(state.left.begin(), state.left.end(),
                      left_.begin() + static_cast<std::ptrdiff_t>(least_missing_));
  }

 private:
  static std::size_t excess(std::uint32_t nimber, std::size_t over) {
    return nimber < over ? 0 : nimber - over + 1;
  }
  void leave(std::uint32_t nimber) {
    if (left_.size() <= nimber) left_.resize(nimber + std::size_t{1});
    left_[nimber] = true;
    while (is_left(least_missing_)) ++least_missing_;
  }
  bool is_left(std::size_t nimber) const { return nimber < left_.size() && left_[nimber]; }
  void mark(std::uint32_t nimber) {
    if (marked_at_.size() <= nimber) marked_at_.resize(nimber + std::size_t{1});
    marked_at_[nimber] = heap();
  }
  bool is_marked(std::size_t nimber) const {
    return nimber < marked_at_.size() && marked_at_[nimber] == heap();
  }

  std::vector<std::uint32_t>& g_;
  std::size_t least_taken_;         // by a move that takes any number
  std::vector<std::size_t> taken_;  // fixed amounts less than that
  std::vector<bool> left_;          // nimbers that moves taking any number leave
  std::size_t least_missing_ = 0;
  std::vector<std::size_t> marked_at_;  // the heap for which a nimber was last marked
};

// Whether all moves apply from that heap on.
bool is_large(const std::vector<HeapMove>& moves, std::size_t heap) {
  std::int64_t taken = 0;
  std::int64_t least = 0;
  for (const HeapMove& move : moves) {
    taken = std::max(taken, move.taken);
    least = std::max(least, move.least[0]);
  }
  return std::cmp_less_equal(taken + least, heap);
}

// Appends nimbers until they prove how all go on; nothing if they do not, or some move leaves more
// than one part. `moves` are those of all heaps from nimbers.size() on, and one of them takes any
// number. O(heaps * t) time, for some 300,000 heaps at most.
std::optional<family::ArithmeticPeriod> continue_single_parts(const std::vector<HeapMove>& moves,
                                                              std::vector<std::uint32_t>& nimbers) {
  if (std::ranges::any_of(moves, [](const HeapMove& move) { return move.parts() != 1; }))
    return std::nullopt;
  if (!is_large(moves, nimbers.size())) return std::nullopt;
  Heaps heaps(moves, nimbers);
  if (heaps.least_missing() == 0) return std::nullopt;  // an empty move may give 0 as well
  // R. Brent's search for cycles: the kept state is replaced when the distance to it has doubled.
  Heaps::State kept = heaps.state();
  for (std::size_t room = 1; heaps.heap() < most_heaps;) {
    heaps.add();
    const std::size_t length = heaps.heap() - kept.heap;
    if (heaps.equals(kept)) {
      const std::size_t saltus = heaps.least_missing() - kept.least_missing;
      std::size_t first = kept.heap;
      while (first > 0 && nimbers[first - 1 + length] == nimbers[first - 1] + saltus) --first;
      return family::ArithmeticPeriod{first, length, saltus};
    }
    if (length == room) {
      kept = heaps.state();
      room *= 2;
    }
  }
  return std::nullopt;
}

// Part 2: rules where moves leave one part or two, proved as in methods/heap/growth.hpp.

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
  // From heaps of the last period no move leaves two parts before the first period, or a single
  // part there.
  bool is_late_enough() const {
    std::int64_t taken = 0;
    for (const HeapMove& move : moves_) taken = std::max(taken, move.taken);
    return 2 * first_ + p_ + static_cast<std::size_t>(taken) <= base_;
  }

  std::uint32_t low_bits(std::size_t heap) const {
    return g_[heap] % static_cast<std::uint32_t>(p_);
  }
  // Those of all heaps from the first period on that have this residue modulo the period.
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

  // Whether moves that go with the heap leave all nimbers from `least` to below its own.
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
  std::size_t first_;  // the heap with which the first one begins
};

// The moves of all heaps from `heap` on; nothing where a move is of another form, or none takes any
// number. Moves that leave nothing are ignored: they give 0, and nimbers that are proved to grow
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
