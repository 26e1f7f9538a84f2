#include "plan/estimate.hpp"

#include <algorithm>
#include <limits>

#include "kernels/runs.hpp"
#include "rules/bounds.hpp"

namespace grundy::plan {
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
  const auto span = facts.upper(variable - low);
  if (!span) return unlimited;
  return *span < 0 ? 0 : static_cast<std::uint64_t>(*span) + 1;
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

std::uint64_t longest_play(const Box& box, const std::vector<std::int64_t>& weights) {
  std::uint64_t length = 0;
  for (std::size_t axis = 0; axis < weights.size(); ++axis) {
    const auto weight = static_cast<std::uint64_t>(std::abs(weights[axis]));
    length = saturating_sum(
        length, saturating_product(weight, static_cast<std::uint64_t>(box.extent(axis) - 1)));
  }
  const std::uint64_t others = box.volume().value_or(unlimited) - 1;
  return weights.empty() ? others : std::min(length, others);
}

MeanOptions mean_options(const kernels::Program& program, const Box& box,
                         std::size_t most_on_line) {
  constexpr std::size_t batches = 16;
  std::vector<std::int64_t> outer(program.registers * kernels::lanes);
  std::vector<std::int64_t> inner(outer.size());
  std::vector<kernels::Ready> ready(program.rules.size());
  const kernels::Columns columns{outer, inner, ready};
  kernels::fill_constants(program, columns);
  std::uint64_t seed = 1956;
  const auto random_below = [&](std::uint64_t end) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((seed >> 11) % end);
  };
  MeanOptions sum;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    for (std::size_t axis = 0; axis < program.dimensions; ++axis)
      for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
        outer[axis * kernels::lanes + lane] =
            box.low[axis] + random_below(static_cast<std::uint64_t>(box.extent(axis)));
    kernels::begin_batch(program, columns, kernels::lanes);
    for (std::size_t lane = 0; lane < kernels::lanes; ++lane)
      kernels::visit_runs(program, columns, kernels::lanes, lane, [&](const kernels::Run& run) {
        const bool on_line = program.rules[run.rule].anchor != kernels::Anchor::none;
        sum.all += static_cast<double>(run.count);
        ++sum.runs;
        sum.looked_at +=
            static_cast<double>(on_line ? std::min(run.count, most_on_line) : run.count);
        return false;
      });
  }
  constexpr auto positions = static_cast<double>(batches * kernels::lanes);
  return {sum.all / positions, sum.looked_at / positions, sum.runs / positions};
}

}  // namespace grundy::plan
