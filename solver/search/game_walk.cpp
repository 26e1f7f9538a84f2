#include "search/game_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "compile/box_walk.hpp"
#include "compile/reached_box.hpp"
#include "rules/membership.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/termination.hpp"
#include "search/key_table.hpp"

namespace grundy::lazy {
namespace {

std::string range_of(const rules::Coordinate& coordinate) {
  return coordinate.high ? fmt::format("{} .. {}", coordinate.low, *coordinate.high)
                         : fmt::format("at least {}", coordinate.low);
}

// Raises the corner so that the box contains the permutations of its positions.
void widen_symmetric(const rules::Rules& rules, Position& high) {
  for (const auto& group : rules.symmetric) {
    std::int64_t most = high[group.front()];
    for (const std::size_t axis : group) most = std::max(most, high[axis]);
    for (const std::size_t axis : group) high[axis] = most;
  }
}

// Larger boxes are not walked through to answer a question.
constexpr std::uint64_t most_walked = std::uint64_t{1} << 26;

// Whether play from the wanted positions ends: proved, or found by a walk.
Status check_end(const rules::Rules& rules, const Box& closure, const Box& wanted, Meter& meter) {
  const auto ends = rules::descent(rules, closure);
  const auto* complaint = std::get_if<rules::Complaint>(&ends);
  if (complaint == nullptr) return {};
  if (closure.volume().value_or(most_walked + 1) > most_walked) return to_error(rules, *complaint);
  const auto program = compile::compile(rules, closure, compile::Outputs::ranks);
  if (!program) return program.error();
  const auto cycle = compile::walk(
      *program, closure, wanted, meter.left(), [&] { return meter.must_stop(); },
      [](std::uint64_t) {});
  if (!cycle) return cycle.error();
  return *cycle ? Status(compile::to_error(rules, closure, **cycle)) : Status();
}

// The closure, if play in it ends. The parser looks near the low ends of the ranges alone
// (rules/proofs/check.hpp).
Result<Box> closure_of(const rules::Rules& rules, const Box& wanted, Meter& meter) {
  auto found = compile::reached_box(rules, wanted);
  if (!found) return found.error();
  Box box = *std::move(found);
  if (const Status ends = check_end(rules, box, wanted, meter); !ends) return ends.error();
  widen_symmetric(rules, box.high);
  return box;
}

// Of an option.
constexpr std::uint64_t most_components = std::uint64_t{1} << 22;

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
    return Error{Errc::usage,
                 fmt::format("{}{}: positions of {} have {} coordinates", rules.name,
                             to_string(position), rules.name, rules.written_dimensions())};
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    if (position[axis] < coordinate.low ||
        position[axis] > coordinate.high.value_or(position[axis]))
      return Error{Errc::usage,
                   fmt::format("{}{}: {} must be {}, not {}", rules.name, to_string(position),
                               coordinate.name, range_of(coordinate), position[axis])};
  }
  if (const rules::Membership inside(rules); !inside.has(position))
    return Error{Errc::usage,
                 rules::no_position(rules.written(position), rules.name, inside.text())};
  return {};
}

GameWalk::GameWalk(std::shared_ptr<const rules::Rules> rules)
    : rules_(std::move(rules)), wanted_{rules_->low_corner(), rules_->low_corner()} {}

// Queries often come in ascending order. So every box after the first is made twice as large as
// needed, if the rules can be compiled for that.
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
  auto closure = closure_of(*rules_, wanted, meter);
  if (!closure) return closure.error();
  auto compiled = compile::compile(*rules_, *closure, compile::Outputs::coordinates);
  if (!compiled) return compiled.error();
  const std::uint64_t components = compiled->most_different();
  if (components > most_components)
    return Error{Errc::unsupported,
                 fmt::format("{}: an option of positions up to {} may be a sum of {} positions, a "
                             "search takes at most {}; ask for a smaller position",
                             rules_->name, to_string(wanted.high), components, most_components)};
  const std::uint64_t bytes_of_option =
      components * (rules_->dimensions() * sizeof(std::int64_t) + sizeof(std::uint64_t));
  const std::uint64_t bytes =
      compiled->set_bytes() + 2 * (compiled->column_bytes() + bytes_of_option);
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
    desk->option.assign(components * rules_->dimensions(), 0);
    desk->times.assign(components, 0);
    kernels::fill_constants(compiled_->program(), desk->columns());
  }
  return {};
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

namespace {

// The number of components of an option, then the coordinates of each and how often it occurs. So
// the key of the empty sum is not empty.
void set_key(std::vector<std::int64_t>& key, const Option& option) noexcept {
  key.assign(1, static_cast<std::int64_t>(option.size()));
  for (std::size_t i = 0; i < option.size(); ++i) {
    key.insert(key.end(), option[i].begin(), option[i].end());
    key.push_back(static_cast<std::int64_t>(option.times(i)));
  }
}

std::vector<Position> positions_in(Coordinates key, std::size_t dimensions) {
  std::vector<Position> positions;
  for (auto at = key.begin() + 1; at != key.end(); ++at) {
    const Position position(at, at + static_cast<std::ptrdiff_t>(dimensions));
    at += static_cast<std::ptrdiff_t>(dimensions);
    positions.insert(positions.end(), static_cast<std::size_t>(*at), position);
  }
  return positions;
}

// At most 2^63, which no memory has.
std::uint64_t bytes_of_positions(Coordinates key, std::size_t dimensions) {
  constexpr std::uint64_t block = 32;  // what an allocation takes besides
  const std::uint64_t one = sizeof(Position) + block + dimensions * sizeof(std::int64_t);
  const std::uint64_t most = (std::uint64_t{1} << 63) / one;
  std::uint64_t positions = 0;
  for (std::size_t at = dimensions + 1; at < key.size(); at += dimensions + 1)
    positions = std::min(positions + static_cast<std::uint64_t>(key[at]), most);
  return positions * one;
}

constexpr std::size_t most_lines = 16;

Line line_of(const kernels::Run& run, std::size_t dimensions) {
  Line line{{}, {}, run.count};
  line.start.assign(run.start, run.start + dimensions);
  line.step.assign(run.step, run.step + dimensions);
  return line;
}

// Whether the lines are apart on some axis.
bool are_apart(const Line& a, const Line& b) {
  const auto ends = [](const Line& line, std::size_t axis) {
    const std::int64_t last =
        line.start[axis] + line.step[axis] * static_cast<std::int64_t>(line.count - 1);
    return std::minmax({line.start[axis], last});
  };
  for (std::size_t axis = 0; axis < a.start.size(); ++axis) {
    const auto [a_low, a_high] = ends(a, axis);
    const auto [b_low, b_high] = ends(b, axis);
    if (a_high < b_low || b_high < a_low) return true;
  }
  return false;
}

// Whether evidently no position occurs twice.
bool are_apart(const std::vector<Line>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const auto moves = [](std::int64_t step) { return step != 0; };
    if (line.count > 1 && std::ranges::none_of(line.step, moves)) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (!are_apart(lines[j], line)) return false;
  }
  return true;
}

}  // namespace

Status for_each_option(GameWalk& walk, const Position& position, Meter& meter,
                       const VisitOption& visit, std::uint64_t most) {
  if (Status status = walk.cover(position, meter); !status) return status;
  const std::size_t longest = 1 + walk.most_different() * (position.size() + 1);
  KeyTable<std::int64_t> found;
  std::vector<std::int64_t> key;
  key.reserve(longest);
  bool are_too_many = false;
  for (bool is_complete = walk.load(position) != Standing::open; !is_complete;) {
    if (Status status = meter.expand(); !status) return status;
    if (Status status = found.make_room(longest, meter); !status) return status;
    is_complete = true;
    walk.each_option([&](const Option& option) {
      set_key(key, option);
      if (found.find(key) != no_id) return false;
      are_too_many = found.size() == most;
      is_complete = are_too_many || (found.has_room(longest) && !meter.must_stop());
      if (is_complete && !are_too_many) found.add(key);
      return !is_complete || are_too_many;
    });
  }
  if (are_too_many) {
    found.clear(meter);
    return Error{Errc::unsupported,
                 fmt::format("{}{} has more than {} moves, too many to look at one by one",
                             walk.rules().name, to_string(position), most)};
  }
  Status visited;
  for (Id id = 0; visited && id < found.size(); ++id) {
    const std::uint64_t bytes = bytes_of_positions(found.key(id), position.size());
    visited = meter.take(bytes);
    if (!visited) break;
    visited = visit(positions_in(found.key(id), position.size()));
    meter.give_back(bytes);
  }
  found.clear(meter);
  return visited;
}

Result<std::optional<std::vector<Line>>> option_lines(GameWalk& walk, const Position& position,
                                                      Meter& meter) {
  if (Status status = walk.cover(position, meter); !status) return status.error();
  std::vector<Line> lines;
  if (walk.load(position) != Standing::open) return std::optional(std::move(lines));
  bool are_lines = true;
  walk.each_run([&](const kernels::Run& run) {
    are_lines = run.summands == 1 && run.stretches.empty() && !run.set && lines.size() < most_lines;
    if (are_lines) lines.push_back(line_of(run, position.size()));
    return !are_lines;
  });
  if (!are_lines || !are_apart(lines)) return std::optional<std::vector<Line>>();
  return std::optional(std::move(lines));
}

}  // namespace grundy::lazy
