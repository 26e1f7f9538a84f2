#include "methods/growth/single_parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace grundy::growth {
namespace {

using family::HeapMove;

constexpr std::size_t most_heaps = std::size_t{1} << 18;

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
  // The least nimber of no part that any number may be taken for.
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
  bool is_again(const State& state) const {
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
  std::vector<bool> left_;          // nimbers of parts that any number may be taken for
  std::size_t least_missing_ = 0;
  std::vector<std::size_t> marked_at_;  // for which heap the nimber was last marked
};

// Whether all moves are as usual from that heap on.
bool is_large(const std::vector<HeapMove>& moves, std::size_t heap) {
  std::int64_t taken = 0;
  std::int64_t least = 0;
  for (const HeapMove& move : moves) {
    taken = std::max(taken, move.taken);
    least = std::max(least, move.least[0]);
  }
  return std::cmp_less_equal(taken + least, heap);
}

}  // namespace

bool takes_any(const HeapMove& move) {
  return move.parts() == 1 && move.total != HeapMove::Total::exact && move.from == 0 && !move.upto;
}

std::optional<family::ArithmeticPeriod> continue_single_parts(const std::vector<HeapMove>& moves,
                                                              std::vector<std::uint32_t>& nimbers) {
  if (std::ranges::any_of(moves, [](const HeapMove& move) { return move.parts() != 1; }))
    return std::nullopt;
  if (!is_large(moves, nimbers.size())) return std::nullopt;
  Heaps heaps(moves, nimbers);
  if (heaps.least_missing() == 0) return std::nullopt;  // an empty move may give 0 as well
  // R. Brent's search for cycles: the state kept is renewed when the distance to it has doubled.
  Heaps::State kept = heaps.state();
  for (std::size_t room = 1; heaps.heap() < most_heaps;) {
    heaps.add();
    const std::size_t length = heaps.heap() - kept.heap;
    if (heaps.is_again(kept)) {
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

}  // namespace grundy::growth
