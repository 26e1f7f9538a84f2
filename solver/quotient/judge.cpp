#include "quotient/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "methods/heap_moves.hpp"
#include "oracle/options.hpp"
#include "quotient/definition.hpp"

namespace grundy::quotient {
namespace {

std::optional<Element> class_of_sum(const HeapQuotient& quotient, const oracle::Sum& sum,
                                    std::int64_t low) {
  Element product = identity;
  for (const Position& part : sum) {
    const auto value = quotient.class_of(static_cast<std::uint64_t>(part[0] - low));
    if (!value) return std::nullopt;
    product = quotient.monoid->product(product, *value);
  }
  return product;
}

Error wrong(std::int64_t heap, const char* what) {
  return {Errc::wrong, fmt::format("misère quotient: heap {} {}", heap, what)};
}

// The last heap to look at.
Result<std::uint64_t> last_judged(const rules::Rules& rules, const HeapQuotient& quotient) {
  if (!quotient.period) return quotient.classes.size() - 1;
  const auto bound = PeriodBound::of(rules);
  if (!bound)
    return Error{Errc::unsupported,
                 fmt::format("no period of {} is proved: not all moves leave a heap in parts of "
                             "one total",
                             rules.name)};
  if (quotient.period->length == 0 || quotient.period->before < bound->least() ||
      quotient.period->before + quotient.period->length != quotient.classes.size())
    return Error{Errc::wrong, "misère quotient: a period that its heaps do not show"};
  return (*bound)(*quotient.period);
}

}  // namespace

std::optional<Element> HeapQuotient::class_of(std::uint64_t heap) const {
  if (heap < classes.size()) return classes[heap];
  if (!period) return std::nullopt;
  return classes[period->before + (heap - period->before) % period->length];
}

std::optional<PeriodBound> PeriodBound::of(const rules::Rules& rules) {
  const auto moves = family::heap_moves(rules);
  if (!moves) return std::nullopt;
  PeriodBound bound;
  const auto raise = [](auto& number, auto to) {
    number = std::max(number, static_cast<std::decay_t<decltype(number)>>(to));
  };
  for (const family::HeapMove& move : *moves) {
    raise(bound.changes_, std::max<std::int64_t>(move.from, 0));
    if (move.upto) raise(bound.changes_, std::max<std::int64_t>(*move.upto + 1, 0));
    if (move.parts() == 0 && move.upto) continue;
    if (move.total != family::HeapMove::Total::exact || move.unlike || move.taken < 0)
      return std::nullopt;
    raise(bound.taken_, move.taken);
    raise(bound.parts_, move.parts());
    for (const std::int64_t least : move.least)
      raise(bound.least_, std::max<std::int64_t>(least, 0));
  }
  return bound;
}

std::uint64_t PeriodBound::operator()(Period period) const noexcept {
  const std::uint64_t repeated = period.before + period.length;
  return std::max(taken_ + parts_ * (repeated - 1), changes_ + period.length);
}

Status judge(const rules::Rules& rules, const HeapQuotient& quotient, lazy::Meter& meter) {
  const Monoid& monoid = *quotient.monoid;
  const std::set<Element> classes(quotient.classes.begin(), quotient.classes.end());
  if (*classes.rbegin() >= monoid.order() ||
      !is_generated_by(monoid, {classes.begin(), classes.end()}))
    return Error{Errc::wrong, "misère quotient: its heaps do not generate a commutative monoid"};
  if (!is_reduced(monoid)) return Error{Errc::wrong, "misère quotient: two classes do not differ"};
  if (monoid.is_lost(identity))
    return Error{Errc::wrong, "misère quotient: the empty sum is no P-position"};
  const auto last = last_judged(rules, quotient);
  if (!last) return last.error();
  const std::int64_t low = rules.coordinates[0].low;
  Definition definition(quotient.monoid);
  std::set<Kind> kinds;
  for (std::uint64_t number = 0; number <= *last; ++number) {
    if (meter.must_stop()) return Error{Errc::interrupted, "the check of a quotient was stopped"};
    const std::int64_t heap = low + static_cast<std::int64_t>(number);
    std::set<Element> options;
    const auto add = [&](const oracle::Sum& option) -> Status {
      const bool is_smaller = std::ranges::all_of(
          option, [&](const Position& part) { return part[0] < heap && part[0] >= low; });
      const auto value = is_smaller ? class_of_sum(quotient, option, low) : std::nullopt;
      if (!value) return wrong(heap, "has an option beyond the smaller heaps");
      options.insert(*value);
      return {};
    };
    if (Status s = oracle::for_each_option(rules, {heap}, add); !s) return s;
    const Kind kind{*quotient.class_of(number), {options.begin(), options.end()}};
    if (kind.options.empty() && kind.value != identity)
      return wrong(heap, "cannot be moved, and yet differs from nothing");
    if (!kinds.insert(kind).second) continue;
    const auto contradiction = definition.add(kind, meter);
    if (!contradiction) return contradiction.error();
    if (*contradiction) return wrong(heap, "contradicts the definition in some sum");
  }
  return {};
}

}  // namespace grundy::quotient
