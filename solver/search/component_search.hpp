// search/component_search.hpp: values of single positions of one game, however large, where the
// value of a sum follows from those of its components.
//
// The search visits what the position can reach and remembers every value for later
// queries; a component of a sum is one position among others, so sums are never expanded.
// Positions that differ only by a symmetry are one.
//
// The search keeps a stack of positions and looks at its top. Solved: drop it. If all
// components of its options are solved: conclude, and drop it. Otherwise push those
// that are not, on top of it. Play ends, so nothing is pushed on top of itself, and
// every position is expanded (looked at in vain) and evaluated about once each.
//
// Which are pushed decides how long the stack gets. All of them, as long as it is no
// longer than `slack` + 2 * (positions known); beyond that only one for each position
// looked at, and those lie on one line of play. So the stack never outgrows the table.
// Options of `n - k for k >= 1` come largest first, so the smallest is on top, whose
// options are fewest: (10^6) there puts 10^6 positions on the stack, once.
//
// What a value is, `Values` says (search/nimber_search.hpp, search/misere_search.hpp):
//
//   static nothing                  the value of the empty sum
//   static sum(a, b)                of a sum, from those of its parts
//   begin()                         a new position: it has no options yet
//   add_option(value) noexcept      the position has an option of that value
//   conclude() noexcept             the position's value; nothing if there is no room for it
//   make_room(meter), release(meter)
//
// Memory: see search/value_table.hpp; 4 bytes an entry of the stack. Not thread-safe.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "search/game_walk.hpp"
#include "search/meter.hpp"
#include "search/value_table.hpp"

namespace grundy::lazy {

template <class Values>
class ComponentSearch {
 public:
  // The meter must outlive the search.
  ComponentSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter)
      : walk_(std::move(rules)), meter_(meter), table_(walk_.rules().dimensions()) {}

  // Errc::usage for a position outside its ranges, Errc::memory and Errc::interrupted by the
  // meter's limits. The search may be asked again after any of them. It frees and forgets
  // everything when memory runs out.
  Result<std::uint32_t> value(const Position& position) {
    Result<std::uint32_t> found = search(position);
    if (!found && found.error().code == Errc::memory) forget();
    return found;
  }

  // What has been found of a position; nothing if it has not been.
  std::optional<std::uint32_t> known(Position position) const noexcept {
    walk_.make_canonical(position);
    const Id id = table_.find(position);
    return id == no_id || !table_.is_solved(id) ? std::nullopt : std::optional(table_.value(id));
  }

  // Any position of which something has been found, for a random number; nothing by chance.
  std::optional<Position> any(std::uint64_t random) {
    const Id id = table_.any(random);
    if (id == no_id || !table_.is_solved(id)) return std::nullopt;
    const Coordinates position = table_.position(id);
    return Position(position.begin(), position.end());
  }

  const rules::Rules& rules() const noexcept { return walk_.rules(); }
  std::size_t positions() const noexcept { return table_.size(); }

 private:
  enum class Look : std::uint8_t { complete, missing, no_room };

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
    switch (look(id)) {
      case Look::complete:
        return settle(id);
      case Look::no_room:
        return make_room();
      case Look::missing:
        break;
    }
    return {};
  }

  Look look(Id id) noexcept {
    values_.begin();
    pushed_ = false;
    if (walk_.load(table_.position(id)) != Standing::open) return Look::complete;
    Look result = Look::complete;
    walk_.each_option([&](const Option& option) {
      const Look found = meet(option);
      if (found != Look::complete) result = found;
      return found == Look::no_room || meter_.must_stop();
    });
    return meter_.must_stop() ? Look::missing : result;
  }

  // Adds the option's value, or pushes the components that must be solved before.
  Look meet(const Option& option) noexcept {
    Look result = Look::complete;
    std::uint32_t value = Values::nothing;
    for (std::size_t i = 0; i < option.size(); ++i) {
      walk_.make_canonical(option[i]);
      const Id id = table_.find(option[i]);
      if (id != no_id && table_.is_solved(id)) {
        value = Values::sum(value, table_.value(id));
      } else {
        if (!push(id, option[i])) return Look::no_room;
        result = Look::missing;
      }
    }
    if (result == Look::complete) values_.add_option(value);
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

  // Without room for the value the position is looked at once more.
  Status settle(Id id) {
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
  bool pushed_ = false;  // during the current look
  Values values_;
};

}  // namespace grundy::lazy
