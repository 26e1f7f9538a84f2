#include "law/certificate/heap_definition.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "oracle/evaluate.hpp"

namespace grundy::law {
namespace {

using rules::Expression;

// Bounds of factors, and of constants and heaps, within which nothing below overflows.
constexpr std::int64_t most_factor = std::int64_t{1} << 20;
constexpr std::int64_t farthest = std::int64_t{1} << 40;
constexpr std::int64_t most_asked =
    10'000'000;  // conditions for one heap; the limit of the oracle, too

std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

bool mentions(const Expression& expression, std::int64_t variable) {
  return (expression.op == Expression::Op::variable && expression.value == variable) ||
         std::ranges::any_of(expression.arguments, [&](const Expression& argument) {
           return mentions(argument, variable);
         });
}

bool mentions(const rules::Condition& condition, std::int64_t variable) {
  return std::ranges::any_of(condition.sides,
                             [&](const Expression& side) { return mentions(side, variable); }) ||
         std::ranges::any_of(condition.parts, [&](const rules::Condition& part) {
           return mentions(part, variable);
         });
}

}  // namespace

std::optional<HeapDefinition::Part> HeapDefinition::part_of(const Expression& e) {
  using Op = Expression::Op;
  const auto small = [](const Part& part) -> std::optional<Part> {
    if (std::abs(part.constant) > farthest || std::abs(part.by_n) > most_factor ||
        std::abs(part.by_k) > most_factor)
      return std::nullopt;
    return part;
  };
  if (e.op == Op::constant) return small({e.value, 0, 0});
  if (e.op == Op::variable) return e.value == 0 ? Part{0, 1, 0} : Part{0, 0, 1};
  if (e.op != Op::add && e.op != Op::subtract && e.op != Op::multiply) return std::nullopt;
  const auto a = part_of(e.arguments[0]), b = part_of(e.arguments[1]);
  if (!a || !b) return std::nullopt;
  if (e.op == Op::add)
    return small({a->constant + b->constant, a->by_n + b->by_n, a->by_k + b->by_k});
  if (e.op == Op::subtract)
    return small({a->constant - b->constant, a->by_n - b->by_n, a->by_k - b->by_k});
  const auto times = [&](std::int64_t factor, const Part& part) -> std::optional<Part> {
    if (std::abs(factor) > most_factor) return std::nullopt;
    return small({factor * part.constant, factor * part.by_n, factor * part.by_k});
  };
  if (a->by_n == 0 && a->by_k == 0) return times(a->constant, *b);
  if (b->by_n == 0 && b->by_k == 0) return times(b->constant, *a);
  return std::nullopt;
}

std::optional<HeapDefinition::Rule> HeapDefinition::rule_of(const rules::OptionRule& text) {
  if (text.binders.size() > 1 || text.summands.size() > Row::most_parts || !text.stretches.empty())
    return std::nullopt;
  if (!text.binders.empty() && text.binders[0].set) return std::nullopt;
  Rule rule{&text, {}, mentions(text.when, 1)};
  for (const auto& summand : text.summands) {
    const auto part = part_of(summand[0]);
    if (!part) return std::nullopt;
    rule.parts.push_back(*part);
  }
  return rule;
}

std::optional<HeapDefinition> HeapDefinition::of(const rules::Rules& rules) {
  if (rules.dimensions() != 1 || !rules.endings.empty()) return std::nullopt;
  HeapDefinition definition(rules);
  for (const rules::OptionRule& text : rules.options) {
    auto rule = rule_of(text);
    if (!rule) return std::nullopt;
    definition.options_.push_back(*std::move(rule));
  }
  return definition;
}

std::optional<HeapDefinition::Range> HeapDefinition::binder_range(const Rule& rule,
                                                                  std::int64_t n) {
  if (rule.text->binders.empty()) return Range{0, 0};
  const rules::Binder& binder = rule.text->binders[0];
  const std::array variables{n};
  const auto low = oracle::evaluate(binder.low, variables);
  if (!low) return std::nullopt;
  Range range{*low, std::numeric_limits<std::int64_t>::max()};
  if (binder.high) {
    const auto high = oracle::evaluate(*binder.high, variables);
    if (!high) return std::nullopt;
    range.high = *high;
  }
  return range;
}

// Narrows the range to those k for which each part is a heap of the game. False if none is.
bool HeapDefinition::legal(const Rule& rule, std::int64_t n, Range& range) const {
  const rules::Coordinate& heap = rules_.coordinates[0];
  const std::int64_t least = heap.low, greatest = std::min(heap.high.value_or(farthest), farthest);
  for (const auto& [constant, by_n, by_k] : rule.parts) {
    const std::int64_t rest = constant + by_n * n;  // least <= rest + by_k * k <= greatest
    if (by_k == 0 && (rest < least || rest > greatest)) return false;
    if (by_k == 0) continue;
    const std::int64_t a = by_k > 0 ? least - rest : rest - greatest;
    const std::int64_t b = by_k > 0 ? greatest - rest : rest - least;
    const std::int64_t step = by_k > 0 ? by_k : -by_k;  // a <= step * k <= b
    range.low = std::max(range.low, -floor_of(-a, step));
    range.high = std::min(range.high, floor_of(b, step));
  }
  return range.low <= range.high;
}

// Visits all k of the range, for which the condition holds alike.
bool HeapDefinition::visit_row(const Rule& rule, std::int64_t n, const Range& range,
                               std::size_t size, const Visit& visit) const {
  const std::int64_t low = rules_.coordinates[0].low;
  Row row{rule.parts.size(), {}, {}, range.high - range.low + 1};
  for (std::size_t i = 0; i < row.parts; ++i) {
    const auto& [constant, by_n, by_k] = rule.parts[i];
    const std::int64_t first = constant + by_n * n + by_k * range.low - low;
    const std::int64_t last = constant + by_n * n + by_k * range.high - low;
    if (std::min(first, last) < 0 || std::cmp_greater_equal(std::max(first, last), size))
      return false;
    row.first[i] = first;
    row.step[i] = by_k;
  }
  visit(row);
  return true;
}

bool HeapDefinition::visit_options(const Rule& rule, std::int64_t n, std::size_t size,
                                   const Visit& visit) const {
  auto range = binder_range(rule, n);
  if (!range) return false;
  if (range->low > range->high || !legal(rule, n, *range)) return true;
  const bool uses_k = std::ranges::any_of(rule.parts, [](const Part& p) { return p.by_k != 0; });
  if (range->low < -farthest || (uses_k && range->high > farthest)) return false;
  if (rule.asks_k) {
    if (range->high - range->low >= most_asked) return false;
    for (std::int64_t k = range->low; k <= range->high; ++k) {
      const auto holds = oracle::holds(rule.text->when, std::array{n, k});
      if (!holds || (*holds && !visit_row(rule, n, {k, k}, size, visit))) return false;
    }
    return true;
  }
  // A condition without k holds for all k or for none.
  const auto holds = oracle::holds(rule.text->when, std::array{n});
  if (!holds) return false;
  if (!uses_k) range->high = range->low;
  return !*holds || visit_row(rule, n, *range, size, visit);
}

bool HeapDefinition::each_row(std::int64_t n, std::size_t size, const Visit& visit) const {
  return -farthest <= n && n <= farthest && std::ranges::all_of(options_, [&](const Rule& rule) {
    return visit_options(rule, n, size, visit);
  });
}

void HeapDefinition::add(const Row& row, std::span<const std::uint32_t> values) {
  std::array<const std::uint32_t*, Row::most_parts> at{};
  for (std::size_t i = 0; i < row.parts; ++i) at[i] = values.data() + row.first[i];
  for (std::int64_t k = 0; k < row.count; ++k) {
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < row.parts; ++i) all ^= at[i][k * row.step[i]];
    if (all >= seen_.size()) seen_.resize(std::size_t{all} + 1);
    seen_[all] = calls_;
  }
}

std::optional<std::uint32_t> HeapDefinition::nimber(std::int64_t n,
                                                    std::span<const std::uint32_t> values) {
  ++calls_;
  if (!each_row(n, values.size(), [&](const Row& row) { add(row, values); })) return std::nullopt;
  std::uint32_t mex = 0;
  while (mex < seen_.size() && seen_[mex] == calls_) ++mex;
  return mex;
}

}  // namespace grundy::law
