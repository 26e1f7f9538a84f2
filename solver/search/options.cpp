#include "search/options.hpp"

#include <algorithm>

#include "search/key_table.hpp"

namespace grundy::lazy {
namespace {

// The coordinates of all components of an option; their number first, as the empty sum
// needs a key too.
void set_key(std::vector<std::int64_t>& key, const Option& option) noexcept {
  key.assign(1, static_cast<std::int64_t>(option.size()));
  for (std::size_t i = 0; i < option.size(); ++i)
    key.insert(key.end(), option[i].begin(), option[i].end());
}

std::vector<Position> positions_in(Coordinates key, std::size_t dimensions) {
  std::vector<Position> positions;
  for (auto at = key.begin() + 1; at != key.end(); at += static_cast<std::ptrdiff_t>(dimensions))
    positions.emplace_back(at, at + static_cast<std::ptrdiff_t>(dimensions));
  return positions;
}

constexpr std::size_t most_lines = 16;

Line line_of(const kernels::Run& run, std::size_t dimensions) {
  Line line{{}, {}, run.count};
  line.start.assign(run.start, run.start + dimensions);
  line.step.assign(run.step, run.step + dimensions);
  return line;
}

// Whether one line ends before the other begins, on some axis.
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

// Whether no position occurs twice.
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
                       const VisitOption& visit) {
  if (Status status = walk.cover(position, meter); !status) return status;
  const std::size_t longest = 1 + kernels::max_summands * position.size();
  KeyTable<std::int64_t> found;
  std::vector<std::int64_t> key;
  key.reserve(longest);
  for (bool is_complete = walk.load(position) != Standing::open; !is_complete;) {
    if (Status status = meter.expand(); !status) return status;
    if (Status status = found.make_room(longest, meter); !status) return status;
    is_complete = true;
    walk.each_option([&](const Option& option) {
      set_key(key, option);
      if (found.find(key) != no_id) return false;
      is_complete = found.has_room(longest) && !meter.must_stop();
      if (is_complete) found.add(key);
      return !is_complete;
    });
  }
  Status visited;
  for (Id id = 0; visited && id < found.size(); ++id)
    visited = visit(positions_in(found.key(id), position.size()));
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
    are_lines = run.summands == 1 && !run.set && lines.size() < most_lines;
    if (are_lines) lines.push_back(line_of(run, position.size()));
    return !are_lines;
  });
  if (!are_lines || !are_apart(lines)) return std::optional<std::vector<Line>>();
  return std::optional(std::move(lines));
}

}  // namespace grundy::lazy
