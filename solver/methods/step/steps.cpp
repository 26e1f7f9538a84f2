#include "methods/step/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

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

bool says_nothing(const Rules& rules, const OptionRule& rule, const Condition& condition) {
  if (condition.op == Condition::Op::all_of)
    return std::all_of(condition.parts.begin(), condition.parts.end(),
                       [&](const Condition& part) { return says_nothing(rules, rule, part); });
  if (!condition.parts.empty() || condition.op == Condition::Op::any_of ||
      condition.op == Condition::Op::not_equal)
    return false;
  const auto all = rules::at_least_zero(condition, true);
  return std::all_of(all.begin(), all.end(), [&](const Polynomial& polynomial) {
    return follows(rules, rule, polynomial);
  });
}

// Whether the option with the first number beyond the end of the binder is out of range: then
// the end takes nothing away.
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

bool add_rule(const Rules& rules, const OptionRule& rule, Steps& steps) {
  const auto taken = taken_by(rule);
  if (!taken || !says_nothing(rules, rule, rule.when)) return false;
  if (rule.binders.empty()) {
    if (taken->offset < 1) return false;
    steps.progressions.push_back({taken->offset, 1, taken->offset});
    return true;
  }
  const Binder& binder = rule.binders[0];
  return binder.set ? add_set(*binder.set, *taken, steps) : add_range(rules, rule, *taken, steps);
}

}  // namespace

std::optional<std::int64_t> Steps::longest() const {
  std::int64_t longest = 0;
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

std::optional<Steps> recognise_steps(const Rules& rules, std::string& why_not) {
  const auto no = [&](std::string reason) {
    why_not = std::move(reason);
    return std::nullopt;
  };
  if (rules.dimensions() != 1) return no("there is more than one coordinate");
  if (rules.options.empty()) return no("there are no moves");
  Steps steps;
  for (const OptionRule& rule : rules.options) {
    try {
      if (!add_rule(rules, rule, steps))
        return no(fmt::format("line {} takes no fixed set of numbers", rule.place.line));
    } catch (const std::overflow_error&) {
      return no(fmt::format("line {} takes numbers beyond 64 bits", rule.place.line));
    }
  }
  return steps;
}

}  // namespace grundy::step
