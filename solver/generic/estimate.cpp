#include "generic/estimate.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "generic/sampled.hpp"
#include "kernels/generic/runs.hpp"
#include "rules/bounds.hpp"
#include "rules/grammar.hpp"

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

std::uint64_t most_values(rules::Facts& facts, const rules::Rules& rules,
                          const rules::OptionRule& rule, std::size_t binder) {
  const auto& set = rule.binders[binder].set;
  if (set && set->kind == rules::NumberSet::Kind::listed) return set->listed.size();
  const rules::Polynomial variable(rules::variable(rules.dimensions() + binder));
  const rules::Polynomial low = rule.binders[binder].set
                                    ? rules::Polynomial(*rules::least_member(*set))
                                    : rules::Polynomial(rule.binders[binder].low);
  auto span = facts.upper(variable - low);
  // The numbers of other facts may be too large for a proof.
  if (const auto& high = rule.binders[binder].high; !span && high)
    span = (rules::Polynomial(*high) - low).as_constant();
  if (!span) return unlimited;
  return *span < 0 ? 0 : static_cast<std::uint64_t>(*span) + 1;
}

// Steps of loops in which options are counted, of ten to twenty nanoseconds each.
constexpr double most_steps_of_loops = 1 << 24;
constexpr double steps_of_stretch = 8;    // besides those of its code
constexpr double steps_for_divisors = 4;  // to find them

// Counts the options of a rule at a position, and gives up after so many steps.
struct Count {
  const kernels::Program& program;
  std::size_t most_on_line;
  double steps_left;
  MeanOptions sum;
  std::size_t loops = 0;  // to the innermost one in which the walk was given up
  std::array<double, rules::max_binders> done{};  // of the values of each loop
  std::array<double, rules::max_binders> all{};

  bool operator()(const kernels::Run& run) {
    const bool on_line = program.rules[run.rule].anchor != kernels::Anchor::none;
    sum.all += static_cast<double>(run.count);
    ++sum.runs;
    if (program.rules[run.rule].run.divided != kernels::no_register)
      sum.steps += steps_for_divisors;
    sum.looked_at += static_cast<double>(on_line ? std::min(run.count, most_on_line) : run.count);
    return false;
  }
  bool tried(std::size_t depth, double values, double of, std::size_t instructions) {
    if (depth >= done.size()) __builtin_unreachable();  // GCC 14 fears more loops than binders
    done[depth] = values;
    all[depth] = of;
    const double steps = static_cast<double>(instructions) + steps_of_stretch;
    sum.steps += steps;
    steps_left -= steps;
    if (steps_left > 0) return false;
    loops = depth + 1;
    sum.guessed = true;
    return true;
  }
  // What was counted, taken for as much of the whole as was walked.
  MeanOptions total() const {
    if (!sum.guessed) return sum;
    double part = 0;
    for (std::size_t depth = loops; depth-- > 0;) part = (done[depth] + part) / all[depth];
    if (part == 0) return sum;
    return {sum.all / part, sum.looked_at / part, sum.runs / part, sum.steps / part, true};
  }
};

void add(MeanOptions& sum, const MeanOptions& more) {
  sum.all += more.all;
  sum.looked_at += more.looked_at;
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
  Sampled sampled;
  MeanOptions sum;
  double steps_left = most_steps_of_loops;
  std::size_t walks_left = batches * kernels::lanes * program.rules.size();
  for (std::size_t batch = 0; batch < batches; ++batch) {
    for (std::size_t axis = 0; axis < program.dimensions; ++axis)
      for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
        outer[axis * kernels::lanes + lane] =
            box.low[axis] + sampled.below(static_cast<std::uint64_t>(box.extent(axis)));
    kernels::begin_batch(program, columns, kernels::lanes);
    for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
      for (std::size_t rule = 0; rule < program.rules.size(); ++rule) {
        const double share =
            std::min(steps_left, 2 * steps_left / static_cast<double>(walks_left--));
        Count count{program, most_on_line, share, {}, 0, {}, {}};
        kernels::RunWalk<Count>(program, columns, kernels::lanes, count).rule(rule, lane);
        steps_left -= share - std::max(0.0, count.steps_left);
        add(sum, count.total());
      }
  }
  constexpr auto positions = static_cast<double>(batches * kernels::lanes);
  return {sum.all / positions, sum.looked_at / positions, sum.runs / positions,
          sum.steps / positions, sum.guessed};
}

}  // namespace grundy::generic
