// search/nimber_search.hpp: nimbers of single positions of one game, however large.
//
// Start reading here. ComponentSearch searches values that sums inherit from their components;
// NimberSearch and MisereSearch (search/misere_search.hpp) use it. The nimber of a sum is the xor
// of those of its components, and the nimber of a position the mex of those of its options (R. P.
// Sprague 1935, P. M. Grundy 1939).
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/game_walk.hpp"
#include "search/key_table.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {

// Values of single positions of one game, where the value of a sum follows from those of its
// components.
//
// The search visits all positions that play can reach and keeps every value for later queries. The
// components of a sum are positions of their own, so sums are never expanded. Positions that differ
// only by a symmetry are one.
//
// The search keeps a stack of positions and examines its top. A solved position is dropped. If all
// components of its options are solved, the position is evaluated and dropped. Otherwise those that
// are not solved are pushed on top of it. Play ends, so no position is pushed on top of itself.
// Each position is examined about twice: once before and once after its options are solved.
//
// All unsolved components are pushed as long as the stack is no longer than `slack` + 2 *
// (positions known). Beyond that only one is pushed each time, and those lie on one line of play.
// So the stack never outgrows the table. Options of `n - k for k >= 1` come largest first, so the
// smallest one, which has the fewest options, is on top: (10^6) there puts 10^6 positions on the
// stack, once.
//
// `Values` defines what a value is:
//
//   static nothing                  the value of the empty sum
//   static sum(a, b)                the value of a sum, from those of its parts; x + x + x is x
//   begin()                         starts a position, without options yet
//   add_option(value) noexcept      adds the value of an option
//   conclude() noexcept             the position's value; nothing if it needs make_room() first
//   make_room(meter), release(meter)
//
// Memory: see search/key_table.hpp, and 4 bytes for an entry of the stack. Not thread-safe.

template <class Values>
class ComponentSearch {
 public:
  // The meter must outlive the search.
  ComponentSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
      : walk_(std::move(rules)), meter_(meter), table_(walk_.rules().dimensions()) {}

  // Errors: those of GameWalk::cover, Errc::memory and Errc::interrupted by the meter's limits. The
  // search can be used again after any of them. When memory runs out it frees and forgets
  // everything.
  Result<std::uint32_t> value(const Position& position) {
    Result<std::uint32_t> found = search(position);
    if (!found && found.error().code == Errc::memory) forget();
    return found;
  }

  // The value of a position, if it has been found.
  std::optional<std::uint32_t> known(Position position) const noexcept {
    walk_.make_canonical(position);
    const Id id = table_.find(position);
    return id == no_id || !table_.is_solved(id) ? std::nullopt : std::optional(table_.value(id));
  }

  // A position with a known value, drawn by a random number; sometimes nothing.
  std::optional<Position> any(std::uint64_t random) {
    const Id id = table_.any(random);
    if (id == no_id || !table_.is_solved(id)) return std::nullopt;
    const Coordinates position = table_.position(id);
    return Position(position.begin(), position.end());
  }

  const rules::Rules& rules() const noexcept { return walk_.rules(); }
  std::size_t positions() const noexcept { return table_.size(); }

 private:
  // Whether the values of all options are known, or there was no room to push those that are not.
  enum class Expansion : std::uint8_t { complete, missing, no_room };

  Result<std::uint32_t> search(const Position& position) {
    if (Status status = walk_.cover(position, meter_); !status) return status.error();
    Position canonical = position;
    walk_.make_canonical(canonical);
    stack_.clear();
    pushed_ = false;
    if (Status status = make_room(); !status) return status.error();
    push(table_.find(canonical), canonical);
    while (!stack_.empty())
      if (Status status = step(); !status) return status.error();
    return table_.value(table_.find(canonical));
  }

  void forget() noexcept {
    meter_.forget_positions(table_.size());
    table_.clear(meter_);
    release(stack_, meter_);
    values_.release(meter_);
  }

  Status step() {
    const Id id = stack_.back();
    if (table_.is_solved(id)) {
      stack_.pop_back();
      return {};
    }
    if (Status status = meter_.expand(); !status) return status;
    switch (expand(id)) {
      case Expansion::complete:
        return conclude(id);
      case Expansion::no_room:
        return make_room();
      case Expansion::missing:
        break;
    }
    return {};
  }

  Expansion expand(Id id) noexcept {
    values_.begin();
    pushed_ = false;
    if (walk_.load(table_.position(id)) != Standing::open) return Expansion::complete;
    Expansion result = Expansion::complete;
    walk_.each_option([&](const Option& option) {
      const Expansion found = add_option(option);
      if (found != Expansion::complete) result = found;
      return found == Expansion::no_room || meter_.must_stop();
    });
    return meter_.must_stop() ? Expansion::missing : result;
  }

  // Adds the option's value, or pushes its unsolved components.
  Expansion add_option(const Option& option) noexcept {
    Expansion result = Expansion::complete;
    std::uint32_t value = Values::nothing;
    for (std::size_t i = 0; i < option.size(); ++i) {
      walk_.make_canonical(option[i]);
      const Id id = table_.find(option[i]);
      if (id != no_id && table_.is_solved(id)) {
        const std::uint64_t times = option.times(i);
        for (std::uint64_t k = times <= 2 ? times : 2 - times % 2; k > 0; --k)
          value = Values::sum(value, table_.value(id));
      } else {
        if (!push(id, option[i])) return Expansion::no_room;
        result = Expansion::missing;
      }
    }
    if (result == Expansion::complete) values_.add_option(value);
    return result;
  }

  bool push(Id id, Coordinates position) noexcept {
    if (pushed_ && stack_.size() >= slack + 2 * table_.size()) return true;
    if (!table_.has_room() || !has_room(stack_)) return false;
    if (id == no_id) {
      id = table_.add(position);
      meter_.add_position();
    }
    stack_.push_back(id);
    pushed_ = true;
    return true;
  }

  Status make_room() {
    if (!table_.has_room())
      if (Status status = table_.make_room(walk_.closure(), stack_, meter_); !status) return status;
    if (Status status = values_.make_room(meter_); !status) return status;
    return lazy::make_room(stack_, 1, meter_);
  }

  // Solves the position. Without room for its value it stays on the stack to be expanded again.
  Status conclude(Id id) {
    const auto value = values_.conclude();
    if (!value) return values_.make_room(meter_);
    table_.solve(id, *value);
    stack_.pop_back();
    return {};
  }

  static constexpr std::size_t slack = 1 << 16;

  GameWalk walk_;
  Meter& meter_;
  ValueTable table_;
  std::vector<Id> stack_;
  bool pushed_ = false;  // during the current expansion
  Values values_;
};

// A set of small numbers and its mex, cleared in constant time. Its capacity is a power of two
// above every mex returned so far, and so above every xor of those. Not thread-safe.
class Marks {
 public:
  void clear() noexcept {
    if (++stamp_ != 0) return;
    std::fill(marks_.begin(), marks_.end(), 0);
    stamp_ = 1;
  }
  void add(std::uint32_t number) noexcept { marks_[number] = stamp_; }

  // Nothing if the mex is not below the capacity; make_room() then provides for it.
  std::optional<std::uint32_t> mex() noexcept {
    std::uint32_t mex = 0;
    while (mex < marks_.size() && marks_[mex] == stamp_) ++mex;
    wanted_ = std::max(wanted_, std::bit_ceil(std::size_t{mex} + 1));
    return mex < marks_.size() ? std::optional(mex) : std::nullopt;
  }

  Status make_room(Meter& meter) {
    if (marks_.size() >= wanted_) return {};
    if (Status s = lazy::make_room(marks_, wanted_ - marks_.size(), meter); !s) return s;
    marks_.resize(wanted_, 0);
    return {};
  }
  void release(Meter& meter) noexcept {
    lazy::release(marks_, meter);
    wanted_ = 2;
  }

 private:
  std::vector<std::uint32_t> marks_;  // marks_[g] == stamp_: g is in the set
  std::uint32_t stamp_ = 0;
  std::size_t wanted_ = 2;
};

class NimberValues {
 public:
  static constexpr std::uint32_t nothing = 0;
  static std::uint32_t sum(std::uint32_t a, std::uint32_t b) noexcept { return a ^ b; }
  void begin() noexcept { nimbers_.clear(); }
  void add_option(std::uint32_t nimber) noexcept { nimbers_.add(nimber); }
  std::optional<std::uint32_t> conclude() noexcept { return nimbers_.mex(); }
  Status make_room(Meter& meter) { return nimbers_.make_room(meter); }
  void release(Meter& meter) noexcept { nimbers_.release(meter); }

 private:
  Marks nimbers_;
};

class NimberSearch {
 public:
  // The meter must outlive the search.
  NimberSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
      : search_(std::move(rules), meter) {}

  // Errors as for ComponentSearch::value, and Errc::unsupported for rules with `won when`.
  Result<std::uint32_t> nimber(const Position& position) {
    const rules::Rules& rules = search_.rules();
    if (rules.has_ending(Outcome::N))
      return Error{Errc::unsupported, rules.name + " has no nimbers, because of `won when`"};
    return search_.value(position);
  }

  // See ComponentSearch.
  std::optional<std::uint32_t> known(const Position& position) const noexcept {
    return search_.known(position);
  }
  std::optional<Position> any(std::uint64_t random) { return search_.any(random); }

  std::size_t positions() const noexcept { return search_.positions(); }

 private:
  ComponentSearch<NimberValues> search_;
};

}  // namespace grundy::lazy
