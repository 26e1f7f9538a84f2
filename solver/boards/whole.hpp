// boards/whole.hpp: who wins a position under either convention, and how soon, by all that follows.
//
// Misère play and remoteness do not follow from nimbers, so components are kept beside each other:
// a position is the ascending list of their canonical forms.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "boards/search.hpp"

namespace grundy::boards {

template <std::size_t W>
class WholeSearch {
 public:
  struct Value {
    Outcome outcome = Outcome::P;
    std::uint32_t remoteness = 0;  // if it is wanted
  };
  struct Goal {
    Convention convention = Convention::normal;
    bool wants_remoteness = false;
  };

  WholeSearch(const Board<W>& board, Goal goal, std::size_t vertices)
      : board_(board), goal_(goal), lone_(vertices) {
    for (std::size_t v = vertices; v-- > 0;)
      if (board.single(v) != 0) lone_ = v;
  }

  // Of the sum of these positions. Errors: Errc::memory beyond `bytes`, Errc::interrupted.
  Result<Value> solve(const std::vector<Set<W>>& positions, std::uint64_t bytes,
                      const std::atomic<bool>* stop,
                      const std::function<void(std::uint64_t)>& progress) {
    limit_ = bytes;
    stop_ = stop;
    progress_ = &progress;
    Parts parts;
    for (const Set<W>& position : positions) add(position, parts);
    normalize(parts);
    failed_ = {};
    const Value value = value_of(parts);
    if (failed_) return value;
    if (failed_.error().code == Errc::memory) {
      known_.clear();
      bytes_ = 0;
    }
    return failed_.error();
  }

  std::uint64_t bytes() const noexcept { return bytes_; }

 private:
  using Parts = std::vector<Set<W>>;
  struct Hash {
    std::size_t operator()(const Parts& parts) const noexcept {
      std::uint64_t hash = parts.size();
      for (const Set<W>& part : parts) hash = hash * 0x9e3779b97f4a7c15 + part.hash();
      return hash;
    }
  };

  void add(Set<W> position, Parts& parts) const {
    while (!position.empty()) {
      Set<W> part = board_.component(position);
      position = position.without(part);
      part = board_.without_twins(part);
      if (part.count() > 1) {
        parts.push_back(board_.canon()(part).set);
      } else if (board_.single(part.first()) != 0) {
        Set<W> lone;  // all of them are the same game
        lone.add(lone_);
        parts.push_back(lone);
      }
    }
  }

  // Two parts that take one move each do not change who wins, under misère play either (J. Conway,
  // "On Numbers and Games", 1976, chapter 12).
  void normalize(Parts& parts) const {
    std::sort(parts.begin(), parts.end());
    if (goal_.wants_remoteness) return;
    Set<W> lone;
    if (lone_ < Set<W>::capacity) lone.add(lone_);
    const auto [begin, end] = std::equal_range(parts.begin(), parts.end(), lone);
    parts.erase(begin, begin + (end - begin) / 2 * 2);
  }

  template <class Visit>
  bool for_each_option(const Parts& parts, const Visit& visit) {
    bool goes_on = true;
    for (std::size_t i = 0; i < parts.size() && goes_on; ++i) {
      if (i > 0 && parts[i] == parts[i - 1]) continue;
      board_.for_each_rest(parts[i], [&](const Set<W>& rest, const Set<W>&) {
        if (!goes_on) return;
        Parts option = parts;
        option.erase(option.begin() + static_cast<std::ptrdiff_t>(i));
        add(rest, option);
        normalize(option);
        goes_on = visit(option);
      });
    }
    return goes_on;
  }

  Value value_of(const Parts& parts) {
    if (const auto known = known_.find(parts); known != known_.end()) return known->second;
    std::optional<Value> best;
    for_each_option(parts, [&](const Parts& option) {
      const Value after = value_of(option);
      if (!failed_) return false;
      const Value value{other(after.outcome), after.remoteness + 1};
      if (!best || is_better(value, *best)) best = value;
      return goal_.wants_remoteness || best->outcome == Outcome::P;
    });
    if (!failed_) return {};
    const Value value = best.value_or(Value{outcome_without_options(goal_.convention), 0});
    remember(parts, value);
    return value;
  }

  // For the player to move: a win that is soon, or else a loss that is late.
  static bool is_better(Value a, Value b) noexcept {
    if (a.outcome != b.outcome) return a.outcome == Outcome::N;
    return a.outcome == Outcome::N ? a.remoteness < b.remoteness : a.remoteness > b.remoteness;
  }

  void remember(const Parts& parts, Value value) {
    constexpr std::uint64_t node = 96;  // of a hash map, with its bucket and two allocations
    const std::uint64_t more = node + parts.size() * sizeof(Set<W>);
    if (bytes_ + more > limit_)
      failed_ = Error{Errc::memory,
                      "misère play and remoteness of boards keep every position that "
                      "can follow, and there is not enough memory for all of them"};
    else if (stop_ != nullptr && stop_->load(std::memory_order_relaxed))
      failed_ = Error{Errc::interrupted, "interrupted"};
    if (!failed_) return;
    bytes_ += more;
    known_.emplace(parts, value);
    if (*progress_ && known_.size() % 4096 == 0) (*progress_)(known_.size());
  }

  const Board<W>& board_;
  Goal goal_;
  std::size_t lone_;  // the least vertex that is a game by itself
  std::unordered_map<Parts, Value, Hash> known_;
  std::uint64_t limit_ = 0;
  std::uint64_t bytes_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
  const std::function<void(std::uint64_t)>* progress_ = nullptr;
  Status failed_;
};

}  // namespace grundy::boards
