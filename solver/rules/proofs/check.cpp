#include "rules/proofs/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "rules/expression.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/cycle.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/measure.hpp"
#include "rules/proofs/near_options.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::rules {
namespace {

// Sums of a few values within this limit fit 64 bits.
constexpr std::int64_t largest_value = std::int64_t{1} << 62;

// The box for which closure and descent are proved here. The plan proves them again for the box
// that is requested.
constexpr std::int64_t probe_extent = 25;

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
  for (const Stretch& stretch : rule.stretches) visit_expressions(stretch.count, visit);
}

bool mentions_binder(const Expression& expression, const Rules& rules, const OptionRule& rule) {
  for (Variable binder = 0; binder < rule.binders.size(); ++binder)
    if (mentions(expression, rules.dimensions() + binder)) return true;
  return false;
}

// The facts about a rule, made when first needed, as they cost linear programs.
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

// Calls visit(facts, expression, place, rule) for every expression of the game for which
// concerns(expression) is true, with facts that hold wherever it is evaluated. Conditions without
// binders are evaluated at every position.
template <class Concerns, class Visitor>
void visit_with_facts(const Rules& rules, const Region& region, const Concerns& concerns,
                      const Visitor& visit) {
  for (const OptionRule& rule : rules.options) {
    Effort::at(rule.place);
    LazyFacts facts(rules, rule, region);
    visit_expressions(rule.when, [&](const Expression& e) {
      if (!concerns(e)) return;
      const bool has_binder = mentions_binder(e, rules, rule);
      if (!has_binder || !facts.at_options().impossible())
        visit(has_binder ? facts.at_options() : facts.anywhere(), e, rule.place, rule);
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
          facts.at_options().is_bounded(i))
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

// What is wrong if the argument that an operation needs might be outside its domain.
std::string domain_message(const Expression& operation, const std::vector<std::string>& names) {
  const std::string text = to_string(operation, names);
  switch (operation.op) {
    case Expression::Op::power:
      return fmt::format("the exponent in '{}' might be negative", text);
    case Expression::Op::popcount:
      return fmt::format("the number in '{}' might be negative", text);
    case Expression::Op::element:
      return fmt::format("the array in '{}' has only the numbers 0 to {}", text,
                         operation.array.members().size() - 1);
    default:
      return fmt::format("the divisor in '{}' might be zero or negative", text);
  }
}

std::string domain_hint(const Expression& operation, const std::vector<std::string>& names) {
  const auto last = static_cast<std::int64_t>(operation.array.members().size()) - 1;
  const std::string condition =
      divides(operation.op) ? fmt::format("{} >= 1", to_string(operation.arguments[1], names))
      : operation.op == Expression::Op::power
          ? fmt::format("{} >= 0", to_string(operation.arguments[1], names))
      : operation.op == Expression::Op::element
          ? fmt::format("0 <= {} <= {}", to_string(operation.arguments[0], names), last)
          : fmt::format("{} >= 0", to_string(operation.arguments[0], names));
  return fmt::format("a condition such as 'when {}' helps", condition);
}

// Operations that are not defined everywhere must be looked at only where they are.
void check_domains(const Rules& rules, std::vector<Complaint>& complaints) {
  visit_with_facts(
      rules, Region::everything(rules),
      [](const Expression& expression) { return !domain(expression).empty(); },
      [&](Facts& facts, const Expression& expression, Place place, const OptionRule& rule) {
        const auto is_proved = [&](const Expression& at_least_zero) {
          const auto least = facts.lower(Polynomial(at_least_zero));
          return least && *least >= 0;
        };
        if (std::ranges::all_of(domain(expression), is_proved)) return;
        const auto names = rules.variable_names(rule);
        complaints.push_back(
            {place, domain_message(expression, names), domain_hint(expression, names)});
      });
}

// What is seen of play from positions next to the low ends of ranges.
struct NearPlay {
  std::optional<EndlessPlay> endless;
  bool may_go_on;  // it led far from a position to one that is nowhere less
};

NearPlay near_play(const Rules& rules);

// Reports a move by which the number of `falls` does not fall, from a position next to the low ends
// of ranges. False if none was found.
bool breaks_measure_nearby(const Rules& rules, std::vector<Complaint>& complaints);

// Where no proof is found, and no play that comes back or goes on and on, a walk through the box
// that is asked for will decide.
void check_ending_of_play(const Rules& rules, std::vector<Complaint>& complaints) {
  if (rules.falls && (measure_is_proved(rules) || breaks_measure_nearby(rules, complaints))) return;
  const Proved<Box> closed = closure(rules, rules.low_box(probe_extent));
  const auto* const unbounded = std::get_if<Complaint>(&closed);
  if (unbounded == nullptr &&
      std::holds_alternative<Descent>(descent(rules, std::get<Box>(closed))))
    return;
  const NearPlay play = near_play(rules);
  if (rules.falls && !play.endless) return;  // it is checked when a box is solved
  if (play.endless)
    complaints.push_back(complaint_about(*play.endless, rules));
  else if (unbounded != nullptr && play.may_go_on)
    complaints.push_back(*unbounded);
}

// The given place, or that of the first rule if none is given.
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
    check_domains(rules, complaints);
    check_binders(rules, complaints);
    if (complaints.empty() && rules.falls) check_domains(moves_against_measure(rules), complaints);
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
          if (facts.impossible()) return;  // the rule has no option in the box
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

// The search for endless play.

namespace {

constexpr std::uint64_t most_positions = 1000;

using Sum = NearOptions::Sum;

// The box that is searched, of equal extents as far as ranges allow.
Box first_positions(const Rules& rules) {
  std::int64_t extent = 2;
  while (std::cmp_less(extent, most_positions) &&
         rules.low_box(extent + 1).volume().value_or(most_positions + 1) <= most_positions)
    ++extent;
  return rules.low_box(extent);
}

// Depth first: a position met again on the path from itself ends the search.
class Search {
 public:
  Search(const Rules& rules, const Box& box) : options_(rules), box_(box) {}

  bool may_go_on() const { return may_go_on_; }

  // Whether play from `position` can come back to a position. If so, the path ends with that move.
  bool visit(const Position& position) {
    const auto [mark, is_new] = is_left_.try_emplace(position, false);
    if (!is_new) return !mark->second;
    for (const auto& [option, rule] : options_.of(position)) {
      path_.push_back({position, option, rule->place});
      for (const Position& part : option)
        if (is_near(part) && visit(part)) {
          if (back_.empty()) back_ = part;
          return true;
        }
      path_.pop_back();
    }
    mark->second = true;
    return false;
  }

  // The moves from the position that play comes back to.
  std::span<const Move> found() const {
    return {std::ranges::find(path_, back_, &Move::from), path_.end()};
  }

 private:
  // Play may lead out of the box and back.
  bool is_near(const Position& position) {
    const bool near = box_.contains(position) || is_left_.contains(position) ||
                      is_left_.size() < 2 * most_positions;
    if (!near)
      may_go_on_ = may_go_on_ || std::ranges::any_of(path_, [&](const Move& move) {
                     return is_nowhere_less(position, move.from);
                   });
    return near;
  }

  static bool is_nowhere_less(const Position& position, const Position& than) {
    return std::ranges::equal(position, than, std::ranges::greater_equal());
  }

  NearOptions options_;
  const Box& box_;
  std::map<Position, bool> is_left_;  // of all met; false on the way to the one at hand
  std::vector<Move> path_;
  Position back_;
  bool may_go_on_ = false;
};

bool breaks_measure_nearby(const Rules& rules, std::vector<Complaint>& complaints) {
  const Rules against = moves_against_measure(rules);
  const Box box = first_positions(rules);
  NearOptions options(against);
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position from = box.position(rank);
    const NearOptions::Found found = options.of(from);
    if (found.empty()) continue;
    complaints.push_back(broken_measure(rules, from, found.begin()->first));
    return true;
  }
  return false;
}

NearPlay near_play(const Rules& rules) {
  const Box box = first_positions(rules);
  Search search(rules, box);
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    if (search.visit(box.position(rank))) return {endless_play(search.found()), true};
  return {std::nullopt, search.may_go_on()};
}

}  // namespace

std::optional<EndlessPlay> endless_play(const Rules& rules) {
  return near_play(rules).endless;
}

}  // namespace grundy::rules
