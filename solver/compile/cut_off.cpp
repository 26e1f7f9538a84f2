#include "compile/cut_off.hpp"

#include <algorithm>

#include "compile/position_options.hpp"
#include "compile/reached_box.hpp"
#include "rules/proofs/near_options.hpp"

namespace grundy::compile {
namespace {

constexpr std::uint64_t most_steps = std::uint64_t{1} << 20;  // positions and options
constexpr std::uint64_t steps_at_low_end = most_steps / 16;
constexpr std::size_t most_of_position = 1 << 14;

// Upper ends far enough for all options, and for nearly all where numbers would become too large.
constexpr std::int64_t far = 1'000'000'000'000'000'000;
constexpr std::int64_t less_far = std::int64_t{1} << 30;

class Counter {
 public:
  Counter(const rules::Rules& rules, const Box& box, const kernels::Program& program)
      : rules_(rules), box_(box), options_(program) {}

  std::optional<CutOff> count() {
    const std::uint64_t all = *box_.volume();
    std::uint64_t left = all;
    while (left > 0 && steps_ < most_steps - steps_at_low_end) look_at(--left);
    for (std::uint64_t rank = 0; rank < left && steps_ < most_steps; ++rank) {
      look_at(rank);
      is_complete_ = rank + 1 == left;
    }
    if (!found_) return std::nullopt;
    found_->are_all = !was_stopped_ && (is_complete_ || left == 0);
    return found_;
  }

 private:
  using Sum = std::vector<Position>;

  void look_at(std::uint64_t rank) {
    const Position from = box_.position(rank);
    std::vector<Sum> beyond;
    ++steps_;
    options_.visit(from, [&](const kernels::Run& run, std::size_t i) {
      Sum sum = sum_of(run, i);
      if (!is_inside(sum)) beyond.push_back(std::move(sum));
      const bool is_enough = ++steps_ >= most_steps || beyond.size() == most_of_position;
      was_stopped_ = was_stopped_ || is_enough;
      return is_enough;
    });
    if (beyond.empty()) return;
    std::ranges::sort(beyond);
    const auto repeated = std::ranges::unique(beyond);
    beyond.erase(repeated.begin(), repeated.end());
    if (!found_) found_ = {from, beyond.front(), 0, false};
    found_->options += beyond.size();
  }

  Sum sum_of(const kernels::Run& run, std::size_t option) const {
    Sum sum(run.summands, Position(box_.dimensions()));
    for (std::size_t summand = 0; summand < sum.size(); ++summand)
      for (std::size_t axis = 0; axis < box_.dimensions(); ++axis)
        sum[summand][axis] = run.output(summand * box_.dimensions() + axis, option);
    std::ranges::sort(sum);
    return sum;
  }

  bool is_inside(const Sum& sum) const {
    return std::ranges::all_of(sum, [&](const Position& position) {
      for (std::size_t axis = 0; axis < position.size(); ++axis)
        if (position[axis] > rules_.coordinates[axis].high.value_or(position[axis])) return false;
      return true;
    });
  }

  const rules::Rules& rules_;
  const Box& box_;
  PositionOptions options_;
  std::uint64_t steps_ = 0;
  bool is_complete_ = false;
  bool was_stopped_ = false;  // among the options of a position
  std::optional<CutOff> found_;
};

}  // namespace

std::optional<CutOff> cut_off(const rules::Rules& rules, const Box& box) {
  if (std::ranges::none_of(rules.coordinates,
                           [](const rules::Coordinate& c) { return c.high.has_value(); }))
    return std::nullopt;
  rules::Rules without_ends = rules;
  for (rules::Coordinate& coordinate : without_ends.coordinates) coordinate.high.reset();
  for (const std::int64_t end : {far, less_far}) {
    const auto program = compile_up_to(end, without_ends, box);
    if (!program) continue;
    auto found = Counter(rules, box, program->program()).count();
    if (found) found->are_all = found->are_all && options_end_by(end, without_ends, box);
    return found;
  }
  const auto example = rules::cut_off(rules, box);
  if (!example) return std::nullopt;
  return CutOff{example->from, example->to, example->options, false};
}

}  // namespace grundy::compile
