#include "compile/cut_off.hpp"

#include <algorithm>
#include <span>

#include "compile/position_options.hpp"
#include "compile/reached_box.hpp"
#include "compile/tries.hpp"
#include "rules/proofs/near_options.hpp"

namespace grundy::compile {
namespace {

constexpr double most_steps = 0x1p20;  // positions, and values of their binders
constexpr double steps_at_low_end = most_steps / 16;
constexpr std::size_t most_of_position = 1 << 14;

// Upper ends far enough for all options, and for nearly all where numbers would become too large.
constexpr std::int64_t far = 1'000'000'000'000'000'000;
constexpr std::int64_t less_far = std::int64_t{1} << 30;

class Counter {
 public:
  Counter(const rules::Rules& rules, const Box& box, const kernels::Program& program)
      : rules_(rules), box_(box), tries_(rules), options_(program) {}

  std::optional<CutOff> count() {
    std::uint64_t left = *box_.volume();
    while (left > 0 && look_at(left - 1, most_steps - steps_at_low_end)) --left;
    std::uint64_t seen = 0;
    while (seen < left && look_at(seen, most_steps)) ++seen;
    was_stopped_ = was_stopped_ || seen < left;
    if (found_) found_->are_all = !was_stopped_;
    return found_;
  }

  // Whether there are options that were not looked at.
  bool was_stopped() const noexcept { return was_stopped_; }

 private:
  using Sum = std::vector<Position>;

  // False, and nothing is done, where that would take more steps than `most` together.
  bool look_at(std::uint64_t rank, double most) {
    const Position from = box_.position(rank);
    const double steps = 1 + tries_(from);
    if (steps_ + steps > most) return false;
    steps_ += steps;
    std::vector<Sum> beyond;
    options_.visit(from, [&](const kernels::Run& run, std::size_t i) {
      steps_ += run.in_stretches(box_.dimensions(), i);
      if (steps_ >= most_steps) return was_stopped_ = true;
      Sum sum = sum_of(run, i);
      if (!is_inside(sum)) beyond.push_back(std::move(sum));
      const bool is_enough = ++steps_ >= most_steps || beyond.size() == most_of_position;
      was_stopped_ = was_stopped_ || is_enough;
      return is_enough;
    });
    if (beyond.empty()) return true;
    std::ranges::sort(beyond);
    const auto repeated = std::ranges::unique(beyond);
    beyond.erase(repeated.begin(), repeated.end());
    if (!found_) found_ = {from, beyond.front(), 0, false};
    found_->options += beyond.size();
    return true;
  }

  Sum sum_of(const kernels::Run& run, std::size_t option) const {
    Sum sum;
    run.each_position(box_.dimensions(), option,
                      [&](std::span<const std::int64_t> position, std::int64_t times) {
                        sum.insert(sum.end(), static_cast<std::size_t>(times),
                                   Position(position.begin(), position.end()));
                      });
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
  Tries tries_;
  PositionOptions options_;
  double steps_ = 0;
  bool was_stopped_ = false;
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
    Counter counter(rules, box, program->program());
    auto found = counter.count();
    if (!found && counter.was_stopped()) break;
    if (found) found->are_all = found->are_all && options_end_by(end, without_ends, box);
    return found;
  }
  const auto example = rules::cut_off(rules, box);
  if (!example) return std::nullopt;
  return CutOff{example->from, example->to, example->options, false};
}

}  // namespace grundy::compile
