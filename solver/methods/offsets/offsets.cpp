#include "methods/offsets/offsets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <ranges>
#include <stdexcept>

#include "methods/family.hpp"
#include "methods/forms.hpp"
#include "rules/expression.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/proofs/simplex.hpp"

namespace grundy::offset {

using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;
using rules::Variable;

namespace {

// Limits of what is written out: characters of rules, counted for all values of their binders, and
// ranges of binders that would exceed them.
constexpr std::size_t most_characters = std::size_t{1} << 22;
constexpr std::int64_t widest_range = std::int64_t{1} << 20;
constexpr std::int64_t widest_range_of_squares = std::int64_t{1} << 32;
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

bool has_few_members(const rules::Binder& binder, std::int64_t first, std::int64_t last) {
  using Kind = rules::NumberSet::Kind;
  const Kind kind = binder.set ? binder.set->kind : Kind::even;
  if (first > last) return true;
  const rules::Wide width = rules::Wide{last} - first;
  if (kind == Kind::squares) return width < widest_range_of_squares;
  const bool dense = kind == Kind::even || kind == Kind::odd || kind == Kind::primes;
  return !dense || width < widest_range;
}

// The rule with `value` in place of its first binder. The variables of the other binders keep their
// numbers.
OptionRule with(OptionRule rule, Variable variable, std::int64_t value) {
  rule.binders.erase(rule.binders.begin());
  return rules::replaced(rule, rules::variable(variable), rules::constant(value));
}

class Unroller {
 public:
  Unroller(const Rules& rules, const Box& closure) : rules_(rules), closure_(closure) {}

  bool add(const relation::Differences& differences) {
    // Rays come before those that begin beside them.
    if (!differences.cones.empty()) {
      why_not_ = "several coordinates are lowered at once, each by any amount";
      return false;
    }
    return std::ranges::all_of(
               differences.rays,
               [&](const relation::Ray& ray) {
                 if (ray.lowers() && ray.first == ray.step)
                   return keep({negative(ray.step), {}, true});
                 return ray.lowers() && has_ray(negative(ray.step))
                            ? keep({negative(ray.first), {}, false, 0, negative(ray.step)})
                            : unroll(ray);
               }) &&
           std::ranges::all_of(differences.singles, [&](const relation::Vector& single) {
             return keep({negative(single), {}, false});
           });
  }

  bool add(const OptionRule& rule) {
    if (rule.summands.size() != 1) return refuse(rule, "its options are sums");
    return unroll(rule, rules_.dimensions());
  }

  std::vector<Offset> take() { return std::move(offsets_); }
  Error why_not() const { return family::does_not_apply(why_not_); }

 private:
  bool refuse(const OptionRule& rule, std::string_view reason) {
    why_not_ = fmt::format("line {}: {}", rule.place.line, reason);
    return false;
  }

  static std::vector<std::int64_t> negative(const relation::Vector& direction) {
    std::vector<std::int64_t> change;
    for (const std::int64_t step : direction) change.push_back(-step);
    return change;
  }

  bool has_ray(const std::vector<std::int64_t>& change) const {
    return std::ranges::any_of(
        offsets_, [&](const Offset& offset) { return offset.ray && offset.change == change; });
  }

  // Adds each option of a ray that begins beside no other.
  bool unroll(const relation::Ray& ray) {
    relation::Vector difference = ray.first;
    const auto has_left = [&](std::size_t axis) {
      return ray.step[axis] > 0 ? difference[axis] >= closure_.extent(axis)
                                : ray.step[axis] < 0 && -difference[axis] >= closure_.extent(axis);
    };
    const auto axes = std::views::iota(std::size_t{0}, difference.size());
    while (std::ranges::none_of(axes, has_left)) {
      if (!keep({negative(difference), {}, false})) return false;
      for (const std::size_t axis : axes) difference[axis] += ray.step[axis];
    }
    return true;
  }

  bool unroll(const OptionRule& rule, Variable next) {
    characters_ += rule.text.size();
    if (characters_ > most_characters) return refuse(rule, "too many values of binders");
    if (rule.binders.empty()) return add_offset(rule);
    const auto values = values_of(rule, next);
    if (!values) return false;
    return std::all_of(values->begin(), values->end(), [&](std::int64_t value) {
      return unroll(with(rule, next, value), next + 1);
    });
  }

  // The values of the rule's first binder.
  std::optional<std::vector<std::int64_t>> values_of(const OptionRule& rule, Variable variable) {
    const rules::Binder& binder = rule.binders[0];
    if (binder.set && binder.set->kind == rules::NumberSet::Kind::listed) return binder.set->listed;
    const auto low = binder.set ? 1 : Polynomial(binder.low).as_constant();
    const auto high =
        binder.high ? Polynomial(*binder.high).as_constant() : greatest_useful(rule, variable);
    if (!low || !high) {
      refuse(rule, fmt::format("the values of {} depend on the position", binder.name));
      return std::nullopt;
    }
    // Other values lead out of the closure from everywhere.
    const std::int64_t useful = greatest_useful(rule, variable).value_or(int64_max);
    const std::int64_t first = std::max(*low, -useful);
    const std::int64_t last = std::min(*high, useful);
    if (!has_few_members(binder, first, last)) {
      refuse(rule, fmt::format("too many values of {}", binder.name));
      return std::nullopt;
    }
    if (binder.set) return binder.set->members(first, last);
    std::vector<std::int64_t> values;
    for (rules::Wide value = first; value <= last; ++value)
      values.push_back(static_cast<std::int64_t>(value));
    return values;
  }

  // The largest value of the variable with which no coordinate certainly leaves the closure.
  std::optional<std::int64_t> greatest_useful(const OptionRule& rule, Variable variable) const {
    std::optional<std::int64_t> greatest;
    for (std::size_t axis = 0; axis < rules_.dimensions(); ++axis) {
      const auto parts =
          (Polynomial(rule.summands[0][axis]) - Polynomial(rules::variable(axis))).split(variable);
      if (!parts) continue;
      const auto rest = parts->rest.as_constant();
      const auto factor = parts->coefficient.as_constant();
      if (!rest || !factor || *factor == 0) continue;
      const auto size = [](rules::Wide number) { return number < 0 ? -number : number; };
      const rules::Wide end =
          (rules::Wide{closure_.extent(axis)} + size(*rest)) / size(rules::Wide{*factor});
      const std::int64_t largest = greatest.value_or(int64_max);
      greatest = end < largest ? static_cast<std::int64_t>(end) : largest;
    }
    return greatest;
  }

  bool add_offset(const OptionRule& rule) {
    if (is_false(rule.when)) return true;
    std::vector<std::int64_t> change;
    for (std::size_t axis = 0; axis < rules_.dimensions(); ++axis) {
      const auto constant =
          (Polynomial(rule.summands[0][axis]) - Polynomial(rules::variable(axis))).as_constant();
      if (!constant)
        return refuse(rule, fmt::format("the change of {} depends on the position",
                                        rules_.coordinates[axis].name));
      change.push_back(*constant);
    }
    return keep({std::move(change), rule.when, false, rule.place.line});
  }

  bool keep(Offset offset) {
    for (std::size_t axis = 0; axis < rules_.dimensions(); ++axis)
      if (std::abs(offset.change[axis]) >= closure_.extent(axis)) return true;
    // Play would not end if this could ever apply.
    if (std::count(offset.change.begin(), offset.change.end(), 0) ==
        static_cast<std::ptrdiff_t>(rules_.dimensions()))
      return true;
    const auto same = [&](const Offset& other) {
      return other.change == offset.change && other.when == offset.when &&
             other.ray == offset.ray && other.along == offset.along;
    };
    if (std::any_of(offsets_.begin(), offsets_.end(), same)) return true;
    offsets_.push_back(std::move(offset));
    if (offsets_.size() <= most_offsets) return true;
    why_not_ = fmt::format("more than {} offsets", most_offsets);
    return false;
  }

  const Rules& rules_;
  const Box& closure_;
  std::string why_not_;
  std::size_t characters_ = 0;  // written out
  std::vector<Offset> offsets_;
};

}  // namespace

Result<std::vector<Offset>> offsets(const Rules& rules, const relation::Differences& differences,
                                    const Box& closure) {
  try {
    Unroller unroller(rules, closure);
    if (!unroller.add(differences)) return unroller.why_not();
    for (std::size_t i = 0; i < rules.options.size(); ++i)
      if (!differences.why_not[i].empty() && !unroller.add(rules.options[i]))
        return unroller.why_not();
    return unroller.take();
  } catch (const std::overflow_error&) {
    return family::does_not_apply("the numbers are too large");
  }
}

}  // namespace grundy::offset
