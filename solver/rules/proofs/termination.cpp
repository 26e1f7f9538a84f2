#include "rules/proofs/termination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/simplex.hpp"

namespace grundy::rules {
namespace {

using Weights = std::vector<std::int64_t>;

// Limits of the weights that are tried, and of their total.
constexpr std::int64_t largest_weight = 6;
constexpr std::int64_t largest_total = 12;

// Limit of linear programs in a search for weights. After it no weights are found.
constexpr std::size_t most_programs = 2000;

// How one summand of one rule changes the coordinates.
struct Change {
  const OptionRule* rule;
  Facts* facts;
  std::vector<Polynomial> delta;
  std::vector<Interval> range;
  bool fixed = true;  // the same vector at every option

  Change(const OptionRule& of, const std::vector<Expression>& summand, Facts& known)
      : rule(&of), facts(&known) {
    for (Variable axis = 0; axis < summand.size(); ++axis) {
      delta.push_back(Polynomial(summand[axis]) - Polynomial(variable(axis)));
      range.push_back({known.lower(delta.back()), known.upper(delta.back())});
      fixed = fixed && delta.back().as_constant();
    }
  }

  bool never_rises(std::size_t axis, bool ascending) const {
    return ascending ? range[axis].high && *range[axis].high <= 0
                     : range[axis].low && *range[axis].low >= 0;
  }
  bool always_falls(std::size_t axis, bool ascending) const {
    return ascending ? range[axis].high && *range[axis].high < 0
                     : range[axis].low && *range[axis].low > 0;
  }

  // Whether weights . delta <= limit at every option.
  bool at_most(const Weights& weights, std::int64_t limit, std::size_t& programs) const {
    Effort::draw(2 * weights.size());
    Wide high = 0;
    bool bounded = true;
    std::size_t moving = 0;
    for (std::size_t axis = 0; axis < weights.size(); ++axis) {
      if (weights[axis] == 0 || delta[axis].terms().empty()) continue;
      ++moving;
      const auto& end = weights[axis] > 0 ? range[axis].high : range[axis].low;
      bounded = bounded && end;
      if (end) high += Wide{weights[axis]} * *end;
    }
    if (bounded && high <= limit) return true;
    if (fixed || moving <= 1 || programs == 0) return false;
    --programs;
    Polynomial total;
    for (std::size_t axis = 0; axis < weights.size(); ++axis)
      total = total + Polynomial(weights[axis]) * delta[axis];
    const auto proved = facts->upper(total);
    return proved && *proved <= limit;
  }
};

// Every rule that can apply in a region, with its facts and changes.
class Moves {
 public:
  Moves(const Rules& rules, const Region& region) {
    facts_.reserve(rules.options.size());
    for (const OptionRule& rule : rules.options) {
      facts_.emplace_back(rules, rule, region);
      if (facts_.back().impossible()) continue;
      for (const auto& summand : rule.summands) changes_.emplace_back(rule, summand, facts_.back());
    }
  }
  const std::vector<Change>& changes() const { return changes_; }

  bool all_at_most(const Weights& weights, std::int64_t limit) const {
    // Fixed changes first: they cost a few multiplications, the others a linear program.
    for (const bool fixed : {true, false})
      for (const Change& change : changes_)
        if (change.fixed == fixed && !change.at_most(weights, limit, programs_)) return false;
    return true;
  }

 private:
  std::vector<Facts> facts_;
  std::vector<Change> changes_;
  mutable std::size_t programs_ = most_programs;
};

// Calls visit(weights) for every vector of `size` weights of the given total, until
// one call returns true.
template <class Visit>
bool for_each_composition(std::size_t size, std::int64_t total, Weights& prefix,
                          const Visit& visit) {
  if (prefix.size() + 1 == size) {
    if (total > largest_weight) return false;
    prefix.push_back(total);
    const bool done = visit(prefix);
    prefix.pop_back();
    return done;
  }
  for (std::int64_t weight = std::min(total, largest_weight); weight >= 0; --weight) {
    prefix.push_back(weight);
    const bool done = for_each_composition(size, total - weight, prefix, visit);
    prefix.pop_back();
    if (done) return true;
  }
  return false;
}

// A bound of coordinate `axis` from weights that no move raises: in play from a position of the box
// weights . x <= weights . high, and the other coordinates are at least low.
std::optional<std::int64_t> conserved_bound(const Moves& moves, const Box& box, std::size_t axis) {
  std::optional<std::int64_t> best;
  for (std::int64_t total = 1; total <= largest_total / 2; ++total) {
    Weights prefix;
    for_each_composition(box.dimensions(), total, prefix, [&](const Weights& weights) {
      if (weights[axis] == 0) return false;
      Wide room = Wide{weights[axis]} * box.high[axis];
      for (std::size_t other = 0; other < weights.size(); ++other)
        if (other != axis) room += Wide{weights[other]} * (box.high[other] - box.low[other]);
      const Wide bound = room / weights[axis];
      if (bound > std::numeric_limits<std::int64_t>::max() || (best && bound >= *best))
        return false;
      if (moves.all_at_most(weights, 0)) best = static_cast<std::int64_t>(bound);
      return false;
    });
  }
  return best;
}

struct Growth {
  std::optional<std::int64_t> reach;  // the highest value proved, if any
  const OptionRule* rule = nullptr;   // by which the coordinate leaves the box, if any
};

Growth growth(const Moves& moves, const Box& box, std::size_t axis) {
  Growth growth{box.high[axis], nullptr};
  for (const Change& change : moves.changes()) {
    if (change.never_rises(axis, true)) continue;
    const auto reach = change.facts->upper(change.delta[axis] + Polynomial(variable(axis)));
    if (reach && *reach <= box.high[axis]) continue;
    growth.rule = change.rule;
    growth.reach =
        reach && growth.reach ? std::optional(std::max(*growth.reach, *reach)) : std::nullopt;
  }
  return growth;
}

// How far moves raise the coordinate from any value while the others stay in the box.
std::optional<std::int64_t> reach_beside(const Rules& rules, const Box& box, std::size_t axis) {
  Region region = Region::within(box);
  region.high[axis] = rules.coordinates[axis].high;
  const Moves moves(rules, region);
  return growth(moves, box, axis).reach;
}

Complaint endless_growth(const Rules& rules, const OptionRule& rule, std::size_t axis) {
  const std::string& name = rules.coordinates[axis].name;
  return {
      rule.place,
      fmt::format("play might never end: '{}' may raise {} again and again, and nothing bounds it",
                  rule.text, name),
      fmt::format("give {} an upper end ('{} in {}..100'), or a condition that stops the rule",
                  name, name, rules.coordinates[axis].low)};
}

// Rounds of plain enlargement before a coordinate gets the range that any position allows.
constexpr int patience = 4;

// Of the changes that no scan order makes fall, one that may raise a coordinate: without it the
// others would be harmless.
const Change* culprit(const std::vector<const Change*>& open) {
  const auto rises = [](const Change* change) {
    for (std::size_t axis = 0; axis < change->delta.size(); ++axis)
      if (!change->never_rises(axis, true)) return true;
    return false;
  };
  const auto found = std::find_if(open.begin(), open.end(), rises);
  return found == open.end() ? open.front() : *found;
}

std::vector<ScanAxis> scan_order(const std::vector<Change>& changes, std::size_t dimensions,
                                 const Change*& stuck) {
  std::vector<ScanAxis> scan;
  std::vector<bool> placed(dimensions);
  std::vector<const Change*> open;
  open.reserve(changes.size());
  for (const Change& change : changes) open.push_back(&change);
  const auto place_next = [&] {
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      for (const bool ascending : {true, false}) {
        if (placed[axis] || !std::all_of(open.begin(), open.end(), [&](const Change* change) {
              return change->never_rises(axis, ascending);
            }))
          continue;
        scan.push_back({axis, ascending});
        placed[axis] = true;
        std::erase_if(open,
                      [&](const Change* change) { return change->always_falls(axis, ascending); });
        return true;
      }
    return false;
  };
  while (scan.size() < dimensions)
    if (!place_next()) break;
  stuck = open.empty() ? nullptr : culprit(open);
  if (!open.empty()) scan.clear();
  return scan;
}

Weights small_weights(const Moves& moves, const std::vector<Trend>& trends) {
  Weights found;
  for (std::int64_t total = 1; total <= largest_total && found.empty(); ++total) {
    Weights prefix;
    for_each_composition(trends.size(), total, prefix, [&](Weights weights) {
      for (std::size_t axis = 0; axis < weights.size(); ++axis)
        if (trends[axis].rises && !trends[axis].falls) weights[axis] = -weights[axis];
      if (!moves.all_at_most(weights, -1)) return false;
      found = std::move(weights);
      return true;
    });
  }
  return found;
}

// The rank in scan order: a scan that meets options first has falling ranks.
Weights scan_weights(const std::vector<ScanAxis>& scan, const Box& box) {
  if (scan.empty()) return {};
  Weights weights(box.dimensions());
  std::int64_t weight = 1;
  for (std::size_t i = scan.size(); i-- > 0;) {
    weights[scan[i].axis] = scan[i].ascending ? weight : -weight;
    if (__builtin_mul_overflow(weight, box.extent(scan[i].axis), &weight)) return {};
  }
  return weights;
}

Proved<Box> proved_closure(const Rules& rules, const Box& requested) {
  Box box = requested;
  std::vector<bool> settled(box.dimensions());
  std::optional<Moves> unbounded;  // made when first needed, as it is costly
  const auto everywhere = [&]() -> const Moves& {
    if (!unbounded) unbounded.emplace(rules, Region::everything(rules));
    return *unbounded;
  };
  std::vector<std::optional<std::optional<std::int64_t>>> conserved_bounds(box.dimensions());
  const auto conserved_on = [&](std::size_t axis) {
    auto& bound = conserved_bounds[axis];
    if (!bound) bound = conserved_bound(everywhere(), requested, axis);
    return *bound;
  };
  for (int round = 0;; ++round) {
    const Moves moves(rules, Region::within(box));
    Box larger = box;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
      if (settled[axis]) continue;
      const Growth here = growth(moves, box, axis);
      if (!here.rule) continue;
      const std::optional<std::int64_t> declared = rules.coordinates[axis].high;
      const auto conserved = conserved_on(axis);
      if (conserved && (!declared || *conserved < *declared)) {
        larger.high[axis] = *conserved;
        settled[axis] = true;
      } else if (here.reach && round < patience) {
        larger.high[axis] = *here.reach;
      } else if (const auto beside =
                     round < 2 * patience ? reach_beside(rules, box, axis) : std::nullopt) {
        larger.high[axis] = *beside;  // the next round checks whether that suffices
      } else if (const auto reach = growth(everywhere(), requested, axis).reach;
                 reach || declared) {
        larger.high[axis] = reach ? *reach : *declared;
        settled[axis] = true;
      } else {
        return endless_growth(rules, *here.rule, axis);
      }
    }
    if (larger == box) return box;
    box = std::move(larger);
  }
}

Proved<Descent> proved_descent(const Rules& rules, const Box& box) {
  const Moves moves(rules, Region::within(box));
  Descent descent;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    Trend trend;
    for (const Change& change : moves.changes()) {
      trend.rises = trend.rises || !change.never_rises(axis, true);
      trend.falls = trend.falls || !change.never_rises(axis, false);
    }
    descent.trends.push_back(trend);
  }
  const Change* stuck = nullptr;
  descent.scan = scan_order(moves.changes(), box.dimensions(), stuck);
  descent.weights = small_weights(moves, descent.trends);
  if (descent.weights.empty()) descent.weights = scan_weights(descent.scan, box);
  if (descent.weights.empty() && descent.scan.empty())
    return Complaint{
        stuck->rule->place,
        fmt::format("play might never end: nothing proves that it does after '{}'; no order of the "
                    "coordinates and no weights up to {} fall with every move",
                    stuck->rule->text, largest_weight),
        "make every move lower some coordinate, or end the game by a condition"};
  return descent;
}

}  // namespace

Proved<Box> closure(const Rules& rules, const Box& requested) {
  const Effort effort;
  try {
    return proved_closure(rules, requested);
  } catch (const std::runtime_error&) {
    return what_stopped(rules);
  }
}

Proved<Descent> descent(const Rules& rules, const Box& box) {
  const Effort effort;
  try {
    return proved_descent(rules, box);
  } catch (const std::runtime_error&) {
    return what_stopped(rules);
  }
}

std::uint64_t longest_play(const Box& box, const Descent& descent) {
  const Wide others = Wide{*box.volume()} - 1;  // no position comes again
  Wide falls = descent.weights.empty() ? others : 0;
  for (std::size_t axis = 0; axis < descent.weights.size(); ++axis)
    falls += Wide{std::abs(descent.weights[axis])} * (box.extent(axis) - 1);
  return static_cast<std::uint64_t>(std::min(falls, others));
}

}  // namespace grundy::rules
