#include "rules/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "rules/bounds.hpp"
#include "rules/termination.hpp"

namespace grundy::rules {
namespace {

using Op = Expression::Op;

// Values at least this far inside 64 bits leave room for the sums of a few of them.
constexpr std::int64_t largest_value = std::int64_t{1} << 62;

// The box whose closure and descent stand for all others: plan proves them again for
// the box it is asked for.
constexpr std::int64_t probe_extent = 24;

using Visit = std::function<void(const Expression&)>;

void visit_expressions(const Expression& expression, const Visit& visit) {
  for (const Expression& argument : expression.arguments) visit_expressions(argument, visit);
  visit(expression);
}

void visit_expressions(const Condition& condition, const Visit& visit) {
  for (const Expression& side : condition.sides) visit_expressions(side, visit);
  for (const Condition& part : condition.parts) visit_expressions(part, visit);
}

void visit_bounds_and_summands(const OptionRule& rule, const Visit& visit) {
  for (const Binder& binder : rule.binders) {
    visit_expressions(binder.low, visit);
    if (binder.high) visit_expressions(*binder.high, visit);
  }
  for (const auto& summand : rule.summands)
    for (const Expression& coordinate : summand) visit_expressions(coordinate, visit);
}

bool mentions_binder(const Expression& expression, const Rules& rules, const OptionRule& rule) {
  for (Variable binder = 0; binder < rule.binders.size(); ++binder)
    if (mentions(expression, rules.dimensions() + binder)) return true;
  return false;
}

// Calls visit(facts, expression, place, names) for every expression of the game with
// facts that hold wherever it is evaluated: what a condition says of the coordinates is
// evaluated at every position.
template <class Visitor>
void visit_with_facts(const Rules& rules, const Region& region, const Visitor& visit) {
  for (const OptionRule& rule : rules.options) {
    const auto names = rules.variable_names(rule);
    Facts anywhere = Facts::of_region(rules, rule, region);
    Facts at_options(rules, rule, region);
    visit_expressions(rule.when, [&](const Expression& e) {
      visit(mentions_binder(e, rules, rule) ? at_options : anywhere, e, rule.place, names);
    });
    if (!at_options.impossible())
      visit_bounds_and_summands(
          rule, [&](const Expression& e) { visit(at_options, e, rule.place, names); });
  }
  const OptionRule nothing;
  Facts anywhere = Facts::of_region(rules, nothing, region);
  for (const Ending& ending : rules.endings)
    visit_expressions(ending.when, [&](const Expression& e) {
      visit(anywhere, e, ending.place, rules.coordinate_names());
    });
}

void check_binders(const Rules& rules, std::vector<Complaint>& complaints) {
  for (const OptionRule& rule : rules.options) {
    Facts facts(rules, rule, Region::everything(rules));
    if (facts.impossible()) continue;
    for (std::size_t i = 0; i < rule.binders.size(); ++i) {
      const Binder& binder = rule.binders[i];
      const bool listed = binder.set && binder.set->kind == NumberSet::Kind::listed;
      if (binder.high || listed || !facts.limits(i).upper.empty()) continue;
      complaints.push_back(
          {rule.place,
           fmt::format("nothing bounds {} in '{}': no coordinate leaves its range and no condition "
                       "fails as {} grows",
                       binder.name, rule.text, binder.name),
           fmt::format(
               "give it an end, as in '{} in 1 .. 9', or a condition such as 'when {} <= 9'",
               binder.name, binder.name)});
    }
  }
}

void check_divisors(const Rules& rules, std::vector<Complaint>& complaints) {
  visit_with_facts(
      rules, Region::everything(rules),
      [&](Facts& facts, const Expression& expression, Place place, const auto& names) {
        if (expression.op != Op::floor_divide && expression.op != Op::ceil_divide &&
            expression.op != Op::modulo)
          return;
        const Expression& divisor = expression.arguments[1];
        const auto least = facts.lower(Polynomial(divisor));
        if (least && *least >= 1) return;
        const std::string text = to_string(divisor, names);
        complaints.push_back({place,
                              fmt::format("the divisor in '{}' might be zero or negative",
                                          to_string(expression, names)),
                              fmt::format("a condition such as 'when {} >= 1' helps", text)});
      });
}

void check_ending_of_play(const Rules& rules, std::vector<Complaint>& complaints) {
  Box probe;
  for (const Coordinate& coordinate : rules.coordinates) {
    probe.low.push_back(coordinate.low);
    const std::int64_t high = coordinate.low + probe_extent;
    probe.high.push_back(coordinate.high ? std::min(high, *coordinate.high) : high);
  }
  const Proved<Box> closed = closure(rules, probe);
  if (const auto* complaint = std::get_if<Complaint>(&closed)) {
    complaints.push_back(*complaint);
    return;
  }
  const Proved<Descent> falls = descent(rules, std::get<Box>(closed));
  if (const auto* complaint = std::get_if<Complaint>(&falls)) complaints.push_back(*complaint);
}

Complaint too_large(const Rules& rules) {
  return {rules.options.empty() ? Place{1, 1} : rules.options.front().place,
          "the numbers in these rules are too large to reason about",
          "use coefficients that fit 64 bits after multiplying out"};
}

}  // namespace

Error to_error(const Rules& rules, const Complaint& complaint) {
  return {Errc::rules, fmt::format("{}:{}:{}: {}\n  {}", rules.source, complaint.place.line,
                                   complaint.place.column, complaint.message, complaint.hint)};
}

std::vector<Complaint> check(const Rules& rules) {
  std::vector<Complaint> complaints;
  try {
    check_divisors(rules, complaints);
    check_binders(rules, complaints);
    if (complaints.empty()) check_ending_of_play(rules, complaints);
  } catch (const std::overflow_error&) {
    complaints.push_back(too_large(rules));
  }
  return complaints;
}

std::vector<Complaint> check_overflow(const Rules& rules, const Box& box) {
  std::vector<Complaint> complaints;
  try {
    visit_with_facts(
        rules, Region::within(box),
        [&](Facts& facts, const Expression& expression, Place place, const auto& names) {
          if (facts.impossible()) return;  // no option of the rule stands in the box
          Interval range = facts.range(expression);
          if (!range.low) range.low = facts.lower(Polynomial(expression));
          if (!range.high) range.high = facts.upper(Polynomial(expression));
          if (range.low && range.high && *range.low > -largest_value && *range.high < largest_value)
            return;
          if (complaints.empty())
            complaints.push_back(
                {place,
                 fmt::format("'{}' may exceed 62 bits at positions up to {}",
                             to_string(expression, names), grundy::to_string(box.high)),
                 "ask for a smaller box, or keep the expression smaller"});
        });
  } catch (const std::overflow_error&) {
    complaints.push_back(too_large(rules));
  }
  return complaints;
}

}  // namespace grundy::rules
