#include "search/game_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "rules/proofs/effort.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::lazy {
namespace {

std::string range_of(const rules::Coordinate& coordinate) {
  return coordinate.high ? fmt::format("{} .. {}", coordinate.low, *coordinate.high)
                         : fmt::format("at least {}", coordinate.low);
}

// Permuting symmetric coordinates must not lead out of the box.
void widen_symmetric(const rules::Rules& rules, Position& high) {
  for (const auto& group : rules.symmetric) {
    std::int64_t most = high[group.front()];
    for (const std::size_t axis : group) most = std::max(most, high[axis]);
    for (const std::size_t axis : group) high[axis] = most;
  }
}

// Rules that were read are known to end only near the low ends of the ranges
// (rules/proofs/check.hpp).
Result<Box> closure_of(const rules::Rules& rules, const Box& wanted) {
  auto found = rules::closure(rules, wanted);
  if (const auto* complaint = std::get_if<rules::Complaint>(&found))
    return to_error(rules, *complaint);
  Box box = std::get<Box>(std::move(found));
  const auto ends = rules::descent(rules, box);
  if (const auto* complaint = std::get_if<rules::Complaint>(&ends))
    return to_error(rules, *complaint);
  widen_symmetric(rules, box.high);
  return box;
}

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

// The end of a range from `low` that is twice as long as low .. high.
std::int64_t twice_as_far(std::int64_t low, std::int64_t high) {
  std::int64_t length = 0;
  std::int64_t end = 0;
  if (__builtin_sub_overflow(high, low, &length) || __builtin_add_overflow(high, length, &end))
    return unlimited;
  return end;
}

}  // namespace

Status check_position(const rules::Rules& rules, const Position& position) {
  if (position.size() != rules.dimensions())
    return Error{Errc::usage, fmt::format("{}{}: positions of {} have {} coordinates", rules.name,
                                          to_string(position), rules.name, rules.dimensions())};
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    if (position[axis] < coordinate.low ||
        position[axis] > coordinate.high.value_or(position[axis]))
      return Error{Errc::usage,
                   fmt::format("{}{}: {} must be {}, not {}", rules.name, to_string(position),
                               coordinate.name, range_of(coordinate), position[axis])};
  }
  return {};
}

GameWalk::GameWalk(std::shared_ptr<const rules::Rules> rules) : rules_(std::move(rules)) {
  for (const rules::Coordinate& coordinate : rules_->coordinates)
    wanted_.low.push_back(coordinate.low);
  wanted_.high = wanted_.low;
}

// Queries often come in ascending order: every box after the first is made twice as
// large as asked, if the rules can be compiled for that.
Status GameWalk::cover(const Position& position, Meter& meter) {
  if (Status status = check_position(*rules_, position); !status) return status;
  if (compiled_ && wanted_.contains(position)) return {};
  Box exact = wanted_;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    exact.high[axis] = std::max(exact.high[axis], position[axis]);
  widen_symmetric(*rules_, exact.high);
  if (compiled_) {
    Box ample = exact;
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      if (exact.high[axis] > wanted_.high[axis])
        ample.high[axis] = std::min(twice_as_far(exact.low[axis], exact.high[axis]),
                                    rules_->coordinates[axis].high.value_or(unlimited));
    if (compile(ample, meter)) return {};
  }
  return compile(exact, meter);
}

Status GameWalk::compile(const Box& wanted, Meter& meter) {
  const rules::Effort effort;
  auto closure = closure_of(*rules_, wanted);
  if (!closure) return closure.error();
  auto compiled = compile::compile(*rules_, *closure, compile::Outputs::coordinates);
  if (!compiled) return compiled.error();
  const std::uint64_t bytes = compiled->set_bytes() + 2 * compiled->column_bytes();
  if (Status status = meter.take(bytes); !status) return status;
  meter.give_back(bytes_);
  bytes_ = bytes;
  wanted_ = wanted;
  closure_ = *std::move(closure);
  compiled_ = *std::move(compiled);
  for (Desk* desk : {&current_, &other_}) {
    const std::size_t words = compiled_->program().registers * kernels::lanes;
    desk->outer.assign(words, 0);
    desk->inner.assign(words, 0);
    desk->ready.assign(compiled_->program().rules.size(), kernels::Ready::nothing);
    kernels::fill_constants(compiled_->program(), desk->columns());
  }
  return {};
}

void GameWalk::make_canonical(std::span<std::int64_t> position) const noexcept {
  for (const auto& group : rules_->symmetric)
    for (std::size_t i = 1; i < group.size(); ++i)
      for (std::size_t j = i; j > 0 && position[group[j]] < position[group[j - 1]]; --j)
        std::swap(position[group[j]], position[group[j - 1]]);
}

Standing GameWalk::load(Coordinates position, Desk& desk) noexcept {
  const kernels::Program& program = compiled_->program();
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    desk.outer[axis * kernels::lanes] = position[axis];
  kernels::begin_batch(program, desk.columns(), 1);
  if (program.over == kernels::no_register) return Standing::open;
  const std::int64_t over = desk.outer[program.over * kernels::lanes];
  return over == 0 ? Standing::open : over == 1 ? Standing::lost : Standing::won;
}

Standing GameWalk::standing(Coordinates position) noexcept {
  const Standing ending = load(position, other_);
  if (ending != Standing::open) return ending;
  Standing found = Standing::dead;
  const auto stop_at_once = [&](const Option&) {
    found = Standing::open;
    return true;
  };
  walk(other_, stop_at_once);
  return found;
}

}  // namespace grundy::lazy
