#include "rules/proofs/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/endless_play.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::rules {
namespace {

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

// The facts about a rule, made when they are first asked for: they cost linear programs.
class LazyFacts {
 public:
  LazyFacts(const Rules& rules, const OptionRule& rule, const Region& region)
      : rules_(rules), rule_(rule), region_(region) {}
  Facts& anywhere() {
    if (!anywhere_) anywhere_ = Facts::of_region(rules_, rule_, region_);
    return *anywhere_;
  }
  Facts& at_options() {
    if (!at_options_) at_options_.emplace(rules_, rule_, region_);
    return *at_options_;
  }

 private:
  const Rules& rules_;
  const OptionRule& rule_;
  const Region& region_;
  std::optional<Facts> anywhere_;
  std::optional<Facts> at_options_;
};

// Calls visit(facts, expression, place, rule) for every expression of the game that concerns the
// caller, with facts that hold wherever it is evaluated: what a condition says of the coordinates
// is evaluated at every position.
template <class Concerns, class Visitor>
void visit_with_facts(const Rules& rules, const Region& region, const Concerns& concerns,
                      const Visitor& visit) {
  for (const OptionRule& rule : rules.options) {
    Effort::at(rule.place);
    LazyFacts facts(rules, rule, region);
    visit_expressions(rule.when, [&](const Expression& e) {
      if (concerns(e))
        visit(mentions_binder(e, rules, rule) ? facts.at_options() : facts.anywhere(), e,
              rule.place, rule);
    });
    visit_bounds_and_summands(rule, [&](const Expression& e) {
      if (concerns(e) && !facts.at_options().impossible())
        visit(facts.at_options(), e, rule.place, rule);
    });
  }
  const OptionRule nothing;
  LazyFacts facts(rules, nothing, region);
  for (const Ending& ending : rules.endings)
    visit_expressions(ending.when, [&](const Expression& e) {
      Effort::at(ending.place);
      if (concerns(e)) visit(facts.anywhere(), e, ending.place, nothing);
    });
}

void check_binders(const Rules& rules, std::vector<Complaint>& complaints) {
  const Region everything = Region::everything(rules);
  for (const OptionRule& rule : rules.options) {
    LazyFacts facts(rules, rule, everything);
    for (std::size_t i = 0; i < rule.binders.size(); ++i) {
      const Binder& binder = rule.binders[i];
      const bool listed = binder.set && binder.set->kind == NumberSet::Kind::listed;
      if (binder.high || listed || facts.at_options().impossible() ||
          !facts.at_options().limits(i).upper.empty())
        continue;
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
      [](const Expression& expression) { return divides(expression.op); },
      [&](Facts& facts, const Expression& expression, Place place, const OptionRule& rule) {
        const Expression& divisor = expression.arguments[1];
        const auto least = facts.lower(Polynomial(divisor));
        if (least && *least >= 1) return;
        const auto names = rules.variable_names(rule);
        const std::string text = to_string(divisor, names);
        complaints.push_back({place,
                              fmt::format("the divisor in '{}' might be zero or negative",
                                          to_string(expression, names)),
                              fmt::format("a condition such as 'when {} >= 1' helps", text)});
      });
}

// Tells how play goes on for ever, where that is easily found.
Complaint with_example(const Rules& rules, Complaint complaint) {
  const auto play = endless_play(rules);
  if (!play) return complaint;
  return {play->place,
          fmt::format("play from {} need not end: {}",
                      grundy::to_string(play->sums.front().front()), to_string(*play)),
          "exclude such moves by a condition, or make every move lower some coordinate"};
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
    complaints.push_back(with_example(rules, *complaint));
    return;
  }
  const Proved<Descent> falls = descent(rules, std::get<Box>(closed));
  if (const auto* complaint = std::get_if<Complaint>(&falls))
    complaints.push_back(with_example(rules, *complaint));
}

// Of the first rule, where no other one is known.
Place place_in(const Rules& rules, Place place = {}) {
  if (place.line > 0) return place;
  return rules.options.empty() ? Place{1, 1} : rules.options.front().place;
}

}  // namespace

Complaint what_stopped(const Rules& rules) {
  try {
    throw;
  } catch (const EffortSpent& spent) {
    return {place_in(rules, spent.place()), spent.what(), spent.hint()};
  } catch (const std::overflow_error&) {
    return {place_in(rules), "the numbers in these rules are too large to reason about",
            "use coefficients that fit 64 bits after multiplying out"};
  }
}

Error to_error(const Rules& rules, const Complaint& complaint) {
  return {Errc::rules, fmt::format("{}:{}:{}: {}\n  {}", rules.source, complaint.place.line,
                                   complaint.place.column, complaint.message, complaint.hint)};
}

std::vector<Complaint> check(const Rules& rules) {
  std::vector<Complaint> complaints;
  const Effort effort;
  try {
    check_divisors(rules, complaints);
    check_binders(rules, complaints);
    if (complaints.empty()) check_ending_of_play(rules, complaints);
  } catch (const std::runtime_error&) {
    complaints.push_back(what_stopped(rules));
  }
  return complaints;
}

std::vector<Complaint> check_overflow(const Rules& rules, const Box& box) {
  std::vector<Complaint> complaints;
  const Effort effort;
  try {
    visit_with_facts(
        rules, Region::within(box), [](const Expression&) { return true; },
        [&](Facts& facts, const Expression& expression, Place place, const OptionRule& rule) {
          if (facts.impossible()) return;  // no option of the rule stands in the box
          Interval range = facts.range(expression);
          if (!range.low) range.low = facts.lower(Polynomial(expression));
          if (!range.high) range.high = facts.upper(Polynomial(expression));
          if (range.low && range.high && *range.low > -largest_value && *range.high < largest_value)
            return;
          if (complaints.empty())
            complaints.push_back({place,
                                  fmt::format("'{}' may exceed 62 bits at positions up to {}",
                                              to_string(expression, rules.variable_names(rule)),
                                              grundy::to_string(box.high)),
                                  "ask for a smaller box, or keep the expression smaller"});
        });
  } catch (const std::runtime_error&) {
    complaints.push_back(what_stopped(rules));
  }
  return complaints;
}

}  // namespace grundy::rules
