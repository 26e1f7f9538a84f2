#include "methods/options/estimate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/generic/runs.hpp"
#include "rules/proofs/bounds.hpp"

namespace grundy::generic {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? unlimited : result;
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? unlimited : result;
}

// Whether an equation of the rule leaves the binder one value at most, once the earlier ones have
// theirs: it holds the binder linearly, and no later one.
bool is_determined(rules::Facts& facts, const rules::Rules& rules, const rules::OptionRule& rule,
                   std::size_t binder) {
  using Op = rules::Condition::Op;
  const auto determines = [&](const rules::Condition& condition) {
    if (condition.op != Op::equal) return false;
    const rules::Polynomial difference =
        rules::Polynomial(condition.sides[0]) - rules::Polynomial(condition.sides[1]);
    for (std::size_t later = binder + 1; later < rule.binders.size(); ++later)
      if (difference.mentions(rules.dimensions() + later)) return false;
    const auto split = difference.split(rules.dimensions() + binder);
    if (!split) return false;
    const auto least = facts.lower(split->coefficient);
    const auto most = facts.upper(split->coefficient);
    return (least && *least >= 1) || (most && *most <= -1);
  };
  if (rule.when.op == Op::all_of) return std::ranges::any_of(rule.when.parts, determines);
  return determines(rule.when);
}

std::uint64_t most_values(rules::Facts& facts, const rules::Rules& rules,
                          const rules::OptionRule& rule, std::size_t binder) {
  const auto& set = rule.binders[binder].set;
  if (set && set->kind == rules::NumberSet::Kind::listed) return set->listed.size();
  if (is_determined(facts, rules, rule, binder)) return 1;
  const rules::Polynomial variable(rules::variable(rules.dimensions() + binder));
  const rules::Polynomial low = rule.binders[binder].set
                                    ? rules::Polynomial(*rules::least_member(*set))
                                    : rules::Polynomial(rule.binders[binder].low);
  auto span = facts.upper(variable - low);
  // Numbers in the other facts may be too large for a proof.
  if (const auto& high = rule.binders[binder].high; !span && high)
    span = (rules::Polynomial(*high) - low).as_constant();
  if (!span) return unlimited;
  return *span < 0 ? 0 : static_cast<std::uint64_t>(*span) + 1;
}

// Steps in which options are counted, of ten to twenty nanoseconds each.
constexpr double most_steps = 1 << 24;
constexpr double share_for_whole = 0.75;  // of the steps of a walk; a sample may take the others
constexpr double steps_of_stretch = 8;    // in addition to those of its code
constexpr double steps_for_divisors = 4;  // to find them, in the mean of a solve
constexpr double most_steps_for_divisors = 100;  // of any number

// Counts the options of a rule at a position. If that would take more than its share of steps, only
// a sample is counted: in each loop some values, spread over all of them, stand for the others.
class OptionCounter {
 public:
  OptionCounter(const kernels::Program& program, std::size_t rule, std::size_t most_on_line)
      : program_(program), rule_(program.rules[rule]), most_on_line_(most_on_line) {
    for (std::size_t depth = 0; depth < rule_.loops.size(); ++depth) {
      const bool is_last = depth + 1 == rule_.loops.size();
      Loop& loop = loops_[depth];
      loop.code = static_cast<double>(rule_.loops[depth].code.size()) + steps_of_stretch;
      loop.value = !is_last        ? steps_to_begin(rule_.loops[depth + 1].range)
                   : rule_.has_run ? steps_to_begin(rule_.run)
                                   : 1;
      steps_of_value_ = std::max(steps_of_value_, loop.code + loop.value);
    }
  }

  // Counts at the position in a lane, in `steps` steps or a few more. Returns how many it took.
  double operator()(const kernels::Columns& columns, std::size_t lane, double steps,
                    Sampled& sampled) {
    sampled_ = &sampled;
    is_sample_ = false;
    walk(columns, lane, share_for_whole * steps);
    const double whole = steps_;
    if (steps_left_ >= 0) return whole;
    is_sample_ = true;
    const auto loops = static_cast<double>(rule_.loops.size());
    const double room = (1 - share_for_whole) * steps / (steps_of_value_ * loops);
    walk(columns, lane, std::max(1.0, room));
    sum_.guessed = true;
    return whole + steps_;
  }

  const MeanOptions& sum() const noexcept { return sum_; }

  // Called by kernels::RunWalk.
  bool operator()(const kernels::Run& run) {
    const double weight = rule_.loops.empty() ? 1 : loops_[rule_.loops.size() - 1].weight;
    const bool on_line = rule_.anchor != kernels::Anchor::none;
    sum_.all += weight * static_cast<double>(run.count);
    sum_.runs += weight;
    if (rule_.run.is_of_number()) sum_.steps += weight * steps_for_divisors;
    if (!run.stretches.empty()) sum_.read += weight * in_stretches(run);
    sum_.read +=
        weight * static_cast<double>(on_line ? std::min(run.count, most_on_line_) : run.count);
    return false;
  }
  std::int64_t loop(std::size_t depth, std::int64_t all) {
    if (depth >= loops_.size()) __builtin_unreachable();  // GCC 14 fears more loops than binders
    Loop& loop = loops_[depth];
    const double weight = depth == 0 ? 1 : loops_[depth - 1].weight;
    const double values = static_cast<double>(all);
    sum_.steps += weight * stretches(depth, values) * loop.code;
    const double visited = is_sample_ ? share_of_sample(depth, values) : values;
    loop.weight = weight * values / visited;
    loop.spread = values / visited;
    loop.shift = is_sample_ ? sampled_->fraction() : 0;
    const double steps = stretches(depth, visited) * loop.code + visited * loop.value;
    if (!is_sample_ && (steps_left_ -= steps) < 0) return 0;
    steps_ += steps;
    return static_cast<std::int64_t>(visited);
  }
  std::int64_t value(std::size_t depth, std::int64_t i) const {
    if (!is_sample_) return i;
    const Loop& loop = loops_[depth];
    return static_cast<std::int64_t>((static_cast<double>(i) + loop.shift) * loop.spread);
  }

 private:
  struct Loop {
    double code = 0;    // steps of a stretch: of one value, or of `lanes` in the last loop
    double value = 0;   // further steps of each value
    double weight = 1;  // how many values of the loops up to here a value stands for
    double spread = 1;  // how many values of this loop it stands for
    double shift = 0;   // which of these it is, as a fraction
    double room = 1;    // how many values may be visited in this and all inner loops
  };

  // Of the options of a run, as if their lengths grew evenly.
  double in_stretches(const kernels::Run& run) const {
    const std::size_t width = program_.outputs_per_summand;
    return static_cast<double>(run.count) / 2 *
           (run.in_stretches(width, 0) + run.in_stretches(width, run.count - 1));
  }

  double steps_to_begin(const kernels::Range& range) const {
    if (range.is_of_number()) return most_steps_for_divisors;
    if (!range.is_sparse()) return 1;
    const auto set = program_.sets[static_cast<std::size_t>(range.set)];
    return 1 + static_cast<double>(std::bit_width(set.size()));  // two binary searches
  }

  double stretches(std::size_t depth, double values) const {
    if (depth + 1 < rule_.loops.size()) return values;
    return std::ceil(values / static_cast<double>(kernels::lanes));
  }

  // How many values to visit, such that each inner loop may visit as many.
  double share_of_sample(std::size_t depth, double values) {
    const double room = depth == 0 ? room_ : loops_[depth - 1].room;
    const auto loops_left = static_cast<double>(rule_.loops.size() - depth);
    const double visited =
        std::min(values, std::max(1.0, std::floor(std::pow(room, 1 / loops_left))));
    loops_[depth].room = room / visited;
    return visited;
  }

  void walk(const kernels::Columns& columns, std::size_t lane, double room) {
    sum_ = {};
    steps_ = 0;
    steps_left_ = room_ = room;
    const auto number = static_cast<std::size_t>(&rule_ - program_.rules.data());
    kernels::RunWalk<OptionCounter>(program_, columns, kernels::lanes, *this).rule(number, lane);
  }

  const kernels::Program& program_;
  const kernels::RuleProgram& rule_;
  std::size_t most_on_line_;
  double steps_of_value_ = 1;
  std::array<Loop, rules::max_binders> loops_{};
  Sampled* sampled_ = nullptr;
  bool is_sample_ = false;
  double room_ = 0;
  double steps_left_ = 0;
  double steps_ = 0;
  MeanOptions sum_;
};

void add(MeanOptions& sum, const MeanOptions& more) {
  sum.all += more.all;
  sum.read += more.read;
  sum.runs += more.runs;
  sum.steps += more.steps;
  sum.guessed = sum.guessed || more.guessed;
}

}  // namespace

std::uint64_t most_options(const rules::Rules& rules, const Box& box) {
  std::uint64_t total = 0;
  for (const rules::OptionRule& rule : rules.options) {
    rules::Facts facts(rules, rule, rules::Region::within(box));
    if (facts.impossible()) continue;
    std::uint64_t options = 1;
    for (std::size_t binder = 0; binder < rule.binders.size(); ++binder)
      options = saturating_product(options, most_values(facts, rules, rule, binder));
    total = saturating_sum(total, options);
  }
  return total;
}

MeanOptions mean_options(const kernels::Program& program, const Box& box,
                         std::size_t most_on_line) {
  constexpr std::size_t batches = 16;
  std::vector<std::int64_t> outer(program.registers * kernels::lanes);
  std::vector<std::int64_t> inner(outer.size());
  std::vector<kernels::Ready> ready(program.rules.size());
  const kernels::Columns columns{outer, inner, ready};
  kernels::fill_constants(program, columns);
  std::vector<OptionCounter> counts;
  for (std::size_t rule = 0; rule < program.rules.size(); ++rule)
    counts.emplace_back(program, rule, most_on_line);
  Sampled sampled;
  Sampled of_loops;
  MeanOptions sum;
  double steps_left = most_steps;
  std::size_t walks_left = batches * kernels::lanes * program.rules.size();
  for (std::size_t batch = 0; batch < batches; ++batch) {
    for (std::size_t axis = 0; axis < program.dimensions; ++axis)
      for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
        outer[axis * kernels::lanes + lane] =
            box.low[axis] + sampled.below(static_cast<std::uint64_t>(box.extent(axis)));
    kernels::begin_batch(program, columns, kernels::lanes);
    for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
      for (OptionCounter& count : counts) {
        const double left = std::max(0.0, steps_left);
        const double share = std::min(left, 2 * left / static_cast<double>(walks_left--));
        steps_left -= count(columns, lane, share, of_loops);
        add(sum, count.sum());
      }
  }
  constexpr auto positions = static_cast<double>(batches * kernels::lanes);
  return {sum.all / positions, sum.read / positions, sum.runs / positions, sum.steps / positions,
          sum.guessed};
}

}  // namespace grundy::generic
