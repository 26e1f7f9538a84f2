#include "methods/heap/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
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
  if (rule.binders.size() > 1) return std::nullopt;
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

// Every other number of those from the least on.
bool add_alternate(const NumberSet& set, const Taken& taken, Steps& steps) {
  const std::int64_t least = *rules::least_member(set);
  const std::int64_t first = taken.at(least);
  if (first < 1) return false;
  steps.progressions.push_back({first, taken.at(least + 2) - first, std::nullopt});
  return true;
}

// Linear amounts of a range are left to others: they are many.
bool is_sparse(const Amounts& amounts) {
  const auto is_curved = [](const Amounts::Term& term) {
    return std::accumulate(term.powers.begin(), term.powers.end(), 0U) > 1;
  };
  return std::ranges::any_of(amounts.terms, is_curved) ||
         std::ranges::any_of(amounts.sources,
                             [](const Source& source) { return source.set.has_value(); });
}

bool add_amounts(const Rules& rules, const OptionRule& rule, Steps& steps) {
  auto amounts = amounts_of(rules, rule);
  if (!amounts || !is_sparse(*amounts)) return false;
  if (amounts->least()) steps.amounts.push_back(*std::move(amounts));
  return true;
}

bool is_alternate(const NumberSet& set) {
  return set.kind == NumberSet::Kind::odd || set.kind == NumberSet::Kind::even;
}

bool add_rule(const Rules& rules, const OptionRule& rule, Steps& steps) {
  if (rule.summands.size() != 1 || !follows_from_range(rules, rule, rule.when)) return false;
  const auto taken = taken_by(rule);
  if (taken && rule.binders.empty()) {
    if (taken->offset < 1) return false;
    steps.progressions.push_back({taken->offset, 1, taken->offset});
    return true;
  }
  if (taken && !rule.binders[0].set) return add_range(rules, rule, *taken, steps);
  if (taken && is_alternate(*rule.binders[0].set))
    return add_alternate(*rule.binders[0].set, *taken, steps);
  return add_amounts(rules, rule, steps);
}

}  // namespace

std::optional<std::int64_t> Steps::longest() const {
  std::int64_t longest = 0;
  for (const Progression& steps : progressions) {
    if (!steps.last) return std::nullopt;
    longest = std::max(longest, *steps.last);
  }
  for (const Amounts& one : amounts) {
    const auto greatest = one.greatest();
    const auto amount = greatest ? one.at(*greatest) : std::nullopt;
    if (!amount) return std::nullopt;
    longest = std::max(longest, *amount);
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
    if (acts_endless(progression, !steps.amounts.empty(), largest)) {
      lists.endless.push_back(as_treated(progression, largest));
      lists.options += static_cast<std::uint64_t>(terms);
    } else {
      for (std::int64_t i = 0; i < terms; ++i)
        lists.single.push_back(progression.first + i * progression.stride);
    }
  }
  for (const Amounts& amounts : steps.amounts) append_amounts(amounts, largest, lists.single);
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
    const bool endless = acts_endless(progression, !steps.amounts.empty(), largest);
    if (endless) found.others.endless.push_back(as_treated(progression, largest));
    add(endless ? found.others.options : found.single, terms);
  }
  for (const Amounts& amounts : steps.amounts) add(found.single, most_amounts(amounts, largest));
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
