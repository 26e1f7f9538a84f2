#include "methods/heap/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "methods/family.hpp"
#include "methods/forms.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/polynomial.hpp"

namespace grundy::step {

using rules::Binder;
using rules::Condition;
using rules::NumberSet;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;

namespace {

constexpr rules::Variable heap = 0;
constexpr rules::Variable binder_variable = 1;

// What a move takes: scale * k + offset, where k is the rule's binder.
struct Taken {
  std::int64_t scale;
  std::int64_t offset;

  // Throws std::overflow_error beyond 64 bits, as polynomials do.
  std::int64_t at(std::int64_t k) const {
    return *(Polynomial(scale) * Polynomial(k) + Polynomial(offset)).as_constant();
  }
};

std::optional<Taken> taken_by(const OptionRule& rule) {
  if (rule.summands.size() != 1 || rule.binders.size() > 1) return std::nullopt;
  const Polynomial taken = Polynomial(rules::variable(heap)) - Polynomial(rule.summands[0][0]);
  const auto parts = taken.split(binder_variable);
  if (!parts) return std::nullopt;
  const auto scale = parts->coefficient.as_constant();
  const auto offset = parts->rest.as_constant();
  if (!scale || !offset || (*scale < 1) != rule.binders.empty()) return std::nullopt;
  return Taken{*scale, *offset};
}

// What is left above the low end of the range.
Polynomial room_after(const Rules& rules, const OptionRule& rule) {
  return Polynomial(rule.summands[0][0]) - Polynomial(rules.coordinates[0].low);
}

// Whether the polynomial is >= 0 wherever the option is in its range.
bool follows(const Rules& rules, const OptionRule& rule, const Polynomial& at_least_zero) {
  const Polynomial heap_room =
      Polynomial(rules::variable(heap)) - Polynomial(rules.coordinates[0].low);
  for (const Polynomial& known : {room_after(rules, rule), heap_room, Polynomial()}) {
    const auto surplus = (at_least_zero - known).as_constant();
    if (surplus && *surplus >= 0) return true;
  }
  return false;
}

// Whether the condition holds wherever the option is in its range.
bool follows_from_range(const Rules& rules, const OptionRule& rule, const Condition& condition) {
  if (condition.op == Condition::Op::all_of)
    return std::all_of(condition.parts.begin(), condition.parts.end(), [&](const Condition& part) {
      return follows_from_range(rules, rule, part);
    });
  if (!condition.parts.empty() || condition.op == Condition::Op::any_of ||
      condition.op == Condition::Op::not_equal)
    return false;
  const auto all = rules::at_least_zero(condition, true);
  return std::all_of(all.begin(), all.end(), [&](const Polynomial& polynomial) {
    return follows(rules, rule, polynomial);
  });
}

// Whether the option with the first number beyond the end of the binder is out of range: then the
// end excludes nothing.
bool end_is_beyond(const Rules& rules, const OptionRule& rule, const Taken& taken) {
  const Polynomial beyond = Polynomial(*rule.binders[0].high) + Polynomial(1);
  const Polynomial room = Polynomial(rules::variable(heap)) - Polynomial(rules.coordinates[0].low) -
                          Polynomial(taken.scale) * beyond - Polynomial(taken.offset);
  const auto parts = room.split(heap);
  if (!parts) return false;
  const auto slope = parts->coefficient.as_constant();
  const auto rest = parts->rest.as_constant();
  return slope && rest && *slope <= 0 && *slope * rules.coordinates[0].low + *rest < 0;
}

// Numbers low, low + 1, .. up to high, or without end.
bool add_range(const Rules& rules, const OptionRule& rule, const Taken& taken, Steps& steps) {
  const Binder& binder = rule.binders[0];
  const auto low = Polynomial(binder.low).as_constant();
  if (!low) return false;
  Progression steps_of{taken.at(*low), taken.scale, std::nullopt};
  if (steps_of.first < 1) return false;
  if (binder.high && !end_is_beyond(rules, rule, taken)) {
    const auto high = Polynomial(*binder.high).as_constant();
    if (!high) return false;
    if (*high < *low) return true;
    steps_of.last = taken.at(*high);
  }
  steps.progressions.push_back(steps_of);
  return true;
}

bool add_set(const NumberSet& set, const Taken& taken, Steps& steps) {
  const auto least = rules::least_member(set);
  if (!least) return true;
  const std::int64_t first = taken.at(*least);
  if (first < 1) return false;
  if (set.kind == NumberSet::Kind::odd || set.kind == NumberSet::Kind::even)
    steps.progressions.push_back({first, taken.at(*least + 2) - first, std::nullopt});
  else
    steps.sets.push_back({set, taken.scale, taken.offset});
  return true;
}

// The coefficients of p(low + t), from those of p.
std::vector<std::int64_t> shifted(const std::vector<Polynomial>& powers, std::int64_t low) {
  Polynomial sum;  // by Horner, in the binder as t
  for (std::size_t i = powers.size(); i-- > 0;)
    sum = sum * (Polynomial(rules::variable(binder_variable)) + Polynomial(low)) + powers[i];
  std::vector<std::int64_t> coefficients;
  const auto of_t = sum.powers(binder_variable);
  for (const Polynomial& power : *of_t) coefficients.push_back(power.as_constant().value_or(-1));
  return coefficients;
}

// What a move takes, as a curve; nothing if it is none.
std::optional<Curve> curve_of(const OptionRule& rule) {
  if (rule.summands.size() != 1 || rule.binders.size() != 1 || rule.binders[0].set) return {};
  const auto low = Polynomial(rule.binders[0].low).as_constant();
  if (!low) return std::nullopt;
  const Polynomial written = Polynomial(rules::variable(heap)) - Polynomial(rule.summands[0][0]);
  Polynomial taken = written;
  Curve curve;
  for (const auto& [monomial, coefficient] : written.terms()) {
    if (monomial.size() != 1 || coefficient != 1 ||
        monomial[0].op != rules::Expression::Op::floor_divide)
      continue;
    const auto divisor = Polynomial(monomial[0].arguments[1]).as_constant();
    if (!divisor || *divisor < 1) return std::nullopt;
    curve.divisor = *divisor;
    taken = Polynomial(*divisor) * (taken - Polynomial(monomial[0])) +
            Polynomial(monomial[0].arguments[0]);
    break;
  }
  const auto powers = taken.powers(binder_variable);
  if (!powers || !std::ranges::all_of(*powers, [](const Polynomial& power) {
        return power.as_constant().has_value();
      }))
    return std::nullopt;
  curve.coefficients = shifted(*powers, *low);
  if (std::ranges::min(curve.coefficients) < 0 || curve.at(0).value_or(0) < 1) return std::nullopt;
  return curve;
}

// Whether a heap has no option beyond the end of the binder. Numbers of a curve without a divisor
// rise by one at least with every t.
bool end_is_beyond(const Rules& rules, const OptionRule& rule, const Curve& curve) {
  if (curve.divisor != 1) return false;
  const Polynomial most = Polynomial(rules::variable(heap)) - Polynomial(rules.coordinates[0].low) -
                          Polynomial(*curve.at(0)) + Polynomial(rule.binders[0].low);
  const auto spare = (Polynomial(*rule.binders[0].high) - most).as_constant();
  return spare && *spare >= 0;
}

bool add_curve(const Rules& rules, const OptionRule& rule, Steps& steps) {
  auto curve = curve_of(rule);
  if (!curve || curve->coefficients.size() < 3) return false;
  const Binder& binder = rule.binders[0];
  if (binder.high && !end_is_beyond(rules, rule, *curve)) {
    const auto high = Polynomial(*binder.high).as_constant();
    if (!high) return false;
    curve->last = (Polynomial(*high) - Polynomial(binder.low)).as_constant();
    if (*curve->last < 0) return true;
  }
  steps.curves.push_back(*std::move(curve));
  return true;
}

bool add_rule(const Rules& rules, const OptionRule& rule, Steps& steps) {
  const auto taken = taken_by(rule);
  if (!taken)
    return rule.summands.size() == 1 && follows_from_range(rules, rule, rule.when) &&
           add_curve(rules, rule, steps);
  if (!follows_from_range(rules, rule, rule.when)) return false;
  if (rule.binders.empty()) {
    if (taken->offset < 1) return false;
    steps.progressions.push_back({taken->offset, 1, taken->offset});
    return true;
  }
  const Binder& binder = rule.binders[0];
  return binder.set ? add_set(*binder.set, *taken, steps) : add_range(rules, rule, *taken, steps);
}

}  // namespace

std::optional<std::int64_t> Curve::at(std::int64_t t) const {
  std::int64_t value = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;)
    if (__builtin_mul_overflow(value, t, &value) ||
        __builtin_add_overflow(value, coefficients[i], &value))
      return std::nullopt;
  return value / divisor;
}

std::optional<std::int64_t> Steps::longest() const {
  std::int64_t longest = 0;
  for (const Curve& curve : curves) {
    const auto last = curve.last ? curve.at(*curve.last) : std::nullopt;
    if (!last) return std::nullopt;
    longest = std::max(longest, *last);
  }
  for (const Progression& steps : progressions) {
    if (!steps.last) return std::nullopt;
    longest = std::max(longest, *steps.last);
  }
  for (const ScaledSet& steps : sets) {
    if (steps.set.kind != NumberSet::Kind::listed) return std::nullopt;
    for (const std::int64_t member : steps.set.listed) {
      std::int64_t step = 0;
      if (__builtin_mul_overflow(steps.scale, member, &step) ||
          __builtin_add_overflow(step, steps.offset, &step))
        return std::nullopt;
      longest = std::max(longest, step);
    }
  }
  return longest;
}

Result<Steps> recognise_steps(const Rules& rules) {
  using family::does_not_apply;
  if (rules.dimensions() != 1) return does_not_apply("there is more than one coordinate");
  if (rules.options.empty()) return does_not_apply("there are no moves");
  Steps steps;
  for (const OptionRule& rule : rules.options) {
    try {
      if (!add_rule(rules, rule, steps))
        return does_not_apply(
            fmt::format("line {} takes no fixed set of numbers", rule.place.line));
    } catch (const std::overflow_error&) {
      return does_not_apply(fmt::format("line {} takes numbers beyond 64 bits", rule.place.line));
    }
  }
  return steps;
}

namespace {

// A progression is solved with a set of values for every remainder: worthwhile for many steps that
// are not too far apart.
constexpr std::int64_t fewest_terms = 256;
constexpr std::int64_t widest_stride = 64;

std::int64_t terms_up_to(const Progression& steps, std::int64_t largest) {
  const std::int64_t last = std::min(steps.last.value_or(largest), largest);
  return last < steps.first ? 0 : (last - steps.first) / steps.stride + 1;
}

// Where the progression has an end, values leave the sets, so they are counted: one count for each
// value and remainder. Where heaps are many times the last term, a search for the period is faster
// (methods/heap/step_solve.cpp). It pays later where there are many terms, as each costs something
// until the period is known.
constexpr std::int64_t fewest_terms_with_end = 64;
constexpr std::int64_t widest_stride_with_end = 8;
constexpr std::int64_t most_heaps_to_last_term = 8;
constexpr std::int64_t many_terms_with_end = 2048;

bool ends_below(const Progression& steps, std::int64_t largest) {
  return steps.last && *steps.last <= largest - steps.stride;
}

// Whether it pays to treat all terms up to `largest` as one progression. If there are also sets,
// whose members are single steps, blocks of heaps (methods/heap/step_solve.cpp) are faster than a
// progression with an end.
bool acts_endless(const Progression& steps, bool beside_sets, std::int64_t largest) {
  const std::int64_t terms = terms_up_to(steps, largest);
  if (ends_below(steps, largest)) {
    const std::int64_t most = terms < many_terms_with_end ? most_heaps_to_last_term : terms;
    return !beside_sets && steps.stride <= widest_stride_with_end &&
           terms >= fewest_terms_with_end && largest / *steps.last < most;
  }
  return steps.stride <= widest_stride && terms >= fewest_terms;
}

// The progression with its last term only if heaps have options beyond it.
Progression as_treated(Progression steps, std::int64_t largest) {
  if (!ends_below(steps, largest)) steps.last.reset();
  return steps;
}

// No set has more members up to `room`.
std::uint64_t most_members(const rules::NumberSet& set, std::int64_t room) {
  using Kind = rules::NumberSet::Kind;
  constexpr std::uint64_t most_of_powers = 128;
  const auto size = static_cast<double>(std::max<std::int64_t>(room, 0));
  switch (set.kind) {
    case Kind::listed:
      return set.listed.size();
    case Kind::odd:
    case Kind::even:
      return static_cast<std::uint64_t>(size / 2) + 1;
    case Kind::squares:
      return static_cast<std::uint64_t>(std::sqrt(size)) + 1;
    case Kind::primes:  // J. B. Rosser and L. Schoenfeld, Illinois J. Math. 6 (1962)
      return static_cast<std::uint64_t>(1.25506 * size / std::log(std::max(size, 3.0))) + 2;
    default:
      return most_of_powers;
  }
}

// The largest member whose step may be as short as `largest`.
std::int64_t room_of(const ScaledSet& steps, std::int64_t largest) {
  std::int64_t room = 0;
  if (__builtin_sub_overflow(largest, steps.offset, &room))
    room = std::numeric_limits<std::int64_t>::max();
  return room / steps.scale;
}

void append_members(const ScaledSet& steps, std::int64_t largest, std::vector<std::int64_t>& list) {
  const std::int64_t low = steps.set.listed.empty() ? 1 : steps.set.listed.front();
  for (const std::int64_t member : steps.set.members(low, room_of(steps, largest)))
    list.push_back(steps.scale * member + steps.offset);
  while (!list.empty() && list.back() > largest) list.pop_back();
}

void append_numbers(const Curve& curve, std::int64_t largest, std::vector<std::int64_t>& list) {
  for (std::int64_t t = 0; !curve.last || t <= *curve.last; ++t) {
    const auto number = curve.at(t);
    if (!number || *number > largest) return;
    list.push_back(*number);
  }
}

// No more numbers of the curve are that small: the last term alone is at most divisor (size + 1).
std::uint64_t most_numbers(const Curve& curve, std::int64_t largest) {
  const auto size = static_cast<double>(std::max<std::int64_t>(largest, 0)) + 1;
  const auto degree = static_cast<double>(curve.coefficients.size() - 1);
  const double root = std::pow(
      size * static_cast<double>(curve.divisor) / static_cast<double>(curve.coefficients.back()),
      1 / degree);
  return static_cast<std::uint64_t>(root) + 2;
}

// Whether there are steps beside progressions.
bool has_lists(const Steps& steps) {
  return !steps.sets.empty() || !steps.curves.empty();
}

}  // namespace

std::uint64_t Lists::shortest() const {
  std::uint64_t shortest = heaps;
  if (!single.empty()) shortest = static_cast<std::uint64_t>(single.front());
  for (const Progression& steps : endless)
    shortest = std::min(shortest, static_cast<std::uint64_t>(steps.first));
  return shortest;
}

Lists list_steps(const Steps& steps, const Box& closure) {
  Lists lists;
  lists.heaps = static_cast<std::uint64_t>(closure.extent(0));
  const std::int64_t largest = closure.extent(0) - 1;
  for (const Progression& progression : steps.progressions) {
    const std::int64_t terms = terms_up_to(progression, largest);
    if (acts_endless(progression, has_lists(steps), largest)) {
      lists.endless.push_back(as_treated(progression, largest));
      lists.options += static_cast<std::uint64_t>(terms);
    } else {
      for (std::int64_t i = 0; i < terms; ++i)
        lists.single.push_back(progression.first + i * progression.stride);
    }
  }
  for (const ScaledSet& set : steps.sets) append_members(set, largest, lists.single);
  for (const Curve& curve : steps.curves) append_numbers(curve, largest, lists.single);
  std::sort(lists.single.begin(), lists.single.end());
  lists.single.erase(std::unique(lists.single.begin(), lists.single.end()), lists.single.end());
  lists.options += lists.single.size();
  return lists;
}

Forecast forecast(const Steps& steps, const Box& closure) {
  Forecast found;
  found.others.heaps = static_cast<std::uint64_t>(closure.extent(0));
  const std::int64_t largest = closure.extent(0) - 1;
  // Sets may overlap. No heap has more options than there are heaps.
  const auto add = [&](std::uint64_t& sum, std::uint64_t more) {
    sum = std::min(sum + more, found.others.heaps);
  };
  for (const Progression& progression : steps.progressions) {
    const auto terms = static_cast<std::uint64_t>(terms_up_to(progression, largest));
    const bool endless = acts_endless(progression, has_lists(steps), largest);
    if (endless) found.others.endless.push_back(as_treated(progression, largest));
    add(endless ? found.others.options : found.single, terms);
  }
  for (const ScaledSet& set : steps.sets)
    add(found.single, most_members(set.set, room_of(set, largest)));
  for (const Curve& curve : steps.curves) add(found.single, most_numbers(curve, largest));
  add(found.others.options, found.single);
  return found;
}

unsigned cell_bytes(const Lists& lists, Quantity quantity) {
  if (quantity == Quantity::outcome || lists.options <= std::numeric_limits<std::uint8_t>::max())
    return 1;
  return lists.options <= std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
}

std::uint64_t list_bytes(const Lists& lists) {
  return 2 * lists.single.capacity() * sizeof(std::int64_t);
}

}  // namespace grundy::step
