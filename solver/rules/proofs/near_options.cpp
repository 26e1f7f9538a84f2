#include "rules/proofs/near_options.hpp"

#include <algorithm>
#include <utility>

namespace grundy::rules {
namespace {

constexpr std::uint64_t most_visits = 1'000'000;  // of parts of expressions and conditions
constexpr std::int64_t values_without_end = 64;   // tried of a binder
constexpr std::int64_t most_in_stretch = 256;
constexpr std::uint64_t most_at_an_end = 1000;  // positions, in search of what is cut off

}  // namespace

NearOptions::Found NearOptions::of(const Position& position) {
  Found found;
  for (const Ending& ending : rules_.endings)
    if (holds(ending.when, position) != false) return found;
  for (const OptionRule& rule : rules_.options) add(rule, position, found);
  return found;
}

// `values`: those of the coordinates and of the first binders.
void NearOptions::add(const OptionRule& rule, const std::vector<std::int64_t>& values,
                      Found& found) {
  if (!visit_part()) return;
  const std::size_t bound = values.size() - rules_.dimensions();
  if (bound == rule.binders.size()) {
    if (holds(rule.when, values) != true) return;
    if (auto sum = option(rule, values)) found.emplace(*std::move(sum), &rule);
    return;
  }
  std::vector<std::int64_t> more = values;
  more.push_back(0);
  for (const std::int64_t value : values_of(rule.binders[bound], values)) {
    more.back() = value;
    add(rule, more, found);
  }
}

std::vector<std::int64_t> NearOptions::values_of(const Binder& binder, Values values) {
  if (binder.set && binder.set->kind == NumberSet::Kind::listed) return binder.set->listed;
  if (binder.set) return binder.set->members(1, values_without_end);
  const auto low = value(binder.low, values);
  if (!low) return {};
  auto high = std::optional(*low + values_without_end);
  if (binder.high) high = value(*binder.high, values);
  std::vector<std::int64_t> all;
  for (std::int64_t k = *low; high && k <= *high && visit_part(); ++k) all.push_back(k);
  return all;
}

std::optional<NearOptions::Sum> NearOptions::option(const OptionRule& rule, Values values) {
  Sum sum;
  bool is_inside = true;
  for (const auto& summand : rule.summands) {
    Position position;
    for (std::size_t axis = 0; axis < summand.size(); ++axis) {
      const Coordinate& coordinate = rules_.coordinates[axis];
      const auto at = value(summand[axis], values);
      if (!at || *at < coordinate.low) return std::nullopt;
      is_inside = is_inside && *at <= coordinate.high.value_or(*at);
      position.push_back(*at);
    }
    sum.push_back(std::move(position));
  }
  if (is_inside != (kept_ == Kept::inside)) return std::nullopt;
  for (std::size_t i = rule.stretches.size(); i-- > 0;)
    if (!write_out(rule.stretches[i], values, sum)) return std::nullopt;
  std::ranges::sort(sum);
  return sum;
}

// Puts all positions of a stretch in place of its ends, unless they are too many to look at. To be
// called for the last stretch first, as summands after it change their numbers.
bool NearOptions::write_out(const Stretch& stretch, Values values, Sum& sum) {
  const auto count = value(stretch.count, values);
  if (!count || *count > most_in_stretch) return false;
  Position position = sum[stretch.first];
  if (!stretch.repeats()) sum.erase(sum.begin() + static_cast<std::ptrdiff_t>(stretch.last));
  for (std::int64_t i = 1; i < *count; ++i) {
    for (std::size_t axis = 0; axis < position.size(); ++axis) position[axis] += stretch.step[axis];
    sum.push_back(position);
  }
  return true;
}

// Counts a visit; false once they are spent.
bool NearOptions::visit_part() {
  return visits_ < most_visits && ++visits_ < most_visits;
}

std::optional<std::int64_t> NearOptions::value(const Expression& expression, Values values) {
  if (!visit_part()) return std::nullopt;
  if (expression.op == Expression::Op::constant) return expression.value;
  if (expression.op == Expression::Op::variable)
    return values[static_cast<std::size_t>(expression.value)];
  std::vector<std::int64_t> arguments;
  for (const Expression& argument : expression.arguments) {
    const auto one = value(argument, values);
    if (!one) return std::nullopt;
    arguments.push_back(*one);
  }
  return calculate(expression, arguments);
}

std::optional<bool> NearOptions::holds(const Condition& condition, Values values) {
  if (condition.op == Condition::Op::negation) {
    const auto part = holds(condition.parts.front(), values);
    return part ? std::optional(!*part) : std::nullopt;
  }
  if (!condition.sides.empty()) {
    const auto left = value(condition.sides[0], values);
    const auto right = value(condition.sides[1], values);
    if (!left || !right) return std::nullopt;
    return is_true(compare(condition.op, constant(*left), constant(*right)));
  }
  // One part may decide even if others are unknown.
  const bool all = condition.op == Condition::Op::all_of;
  std::optional<bool> result = all;
  for (const Condition& part : condition.parts) {
    const auto one = holds(part, values);
    if (one == !all) return one;
    if (!one) result.reset();
  }
  return result;
}

std::optional<CutOff> cut_off(const Rules& rules, const Box& box) {
  if (std::ranges::none_of(rules.coordinates,
                           [](const Coordinate& c) { return c.high.has_value(); }))
    return std::nullopt;
  const std::uint64_t all = *box.volume();
  const std::uint64_t some = std::min(all, most_at_an_end);
  for (const std::uint64_t first : {all - some, std::uint64_t{0}}) {
    NearOptions options(rules, Kept::beyond);
    for (std::uint64_t rank = first; rank < first + some; ++rank) {
      const Position from = box.position(rank);
      const auto found = options.of(from);
      if (!found.empty()) return CutOff{from, found.begin()->first, found.size()};
    }
  }
  return std::nullopt;
}

}  // namespace grundy::rules
