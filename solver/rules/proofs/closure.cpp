#include "rules/proofs/closure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "rules/proofs/weight_program.hpp"

namespace grundy::rules {
namespace {

// Limit of the total of weights that are tried for a bound.
constexpr std::int64_t largest_sum_of_bound = 6;

// A bound of coordinate `axis` from weights that no move raises: in play from a position of the box
// weights . x <= weights . high, and the other coordinates are at least low.
std::optional<std::int64_t> conserved_bound(const Moves& moves, const Box& box, std::size_t axis) {
  std::optional<std::int64_t> best;
  for (std::int64_t total = 1; total <= largest_sum_of_bound; ++total) {
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
      fmt::format("play might never end: '{}' may raise {}, and no bound of {} was found",
                  rule.text, name, name),
      fmt::format("a condition that stops the rule helps; so does an upper end ('{} in {}..100'), "
                  "but then options beyond it are no moves",
                  name, rules.coordinates[axis].low)};
}

// The least bound of a coordinate from any weights that no move raises: see conserved_bound.
// Weights of coordinates whose range has an upper end may be negative.
std::optional<std::int64_t> least_conserved_bound(const Rules& rules, const Moves& moves,
                                                  const Box& box, std::size_t axis) {
  try {
    WeightProgram program(pointers(moves.changes()), box.dimensions());
    if (!program.exists()) return std::nullopt;
    std::vector<Rational> room(program.unknowns());
    for (std::size_t other = 0; other < box.dimensions(); ++other) {
      if (other == axis) continue;
      const Rational low(box.low[other]);
      room[program.added(other)] = low - Rational(box.high[other]);
      if (const auto end = rules.coordinates[other].high)
        room[program.subtracted(other)] = low - Rational(*end);
      else
        program.require_at_most(0, program.subtracted(other));
    }
    program.require_at_most(1, program.added(axis));
    program.require_at_most(0, program.subtracted(axis));
    program.require_at_least(1, program.added(axis));
    const Optimum least = program.maximize(room);
    if (least.kind != Optimum::Kind::finite) return std::nullopt;
    const Wide bound = Wide{box.high[axis]} + (-least.value).floor();
    if (bound > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return static_cast<std::int64_t>(bound);
  } catch (const std::overflow_error&) {
    return std::nullopt;
  }
}

// A bound of a coordinate that few moves raise: weights without it fall with each of these moves,
// and no move raises them. `box` holds what play reaches of the other coordinates.
std::optional<std::int64_t> counted_bound(const Rules& rules, const Moves& moves,
                                          const Box& requested, const Box& box, std::size_t axis) {
  constexpr std::int64_t largest_sum = 3;
  constexpr std::int64_t most_rounds = 64;
  const auto rises = [&](const Change& change) { return !change.never_rises(axis, true); };
  std::size_t programs = most_programs;
  std::optional<Wide> raises;
  for (std::int64_t total = 1; total <= largest_sum; ++total) {
    Weights prefix;
    for_each_composition(box.dimensions(), total, prefix, [&](const Weights& weights) {
      if (weights[axis] != 0) return false;
      Wide room = 0;
      for (std::size_t other = 0; other < weights.size(); ++other)
        room += Wide{weights[other]} * (requested.high[other] - requested.low[other]);
      if (raises && room >= *raises) return false;
      const auto& changes = moves.changes();
      if (std::ranges::all_of(changes, [&](const Change& change) {
            return change.at_most(weights, rises(change) ? -1 : 0, programs);
          }))
        raises = room;
      return false;
    });
  }
  if (!raises) return std::nullopt;
  Region region = Region::within(box);
  region.high[axis] = rules.coordinates[axis].high;
  std::optional<std::int64_t> step = 0;  // no move raises the coordinate by more
  const Moves beside(rules, region);
  for (const Change& change : beside.changes())
    if (rises(change))
      step = step && change.range[axis].high
                 ? std::optional(std::max(*step, *change.range[axis].high))
                 : std::nullopt;
  std::int64_t reach = requested.high[axis];
  if (step) {
    const Wide far = Wide{reach} + *raises * *step;
    if (far > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return static_cast<std::int64_t>(far);
  }
  for (Wide round = 0; round < *raises; ++round) {
    region.high[axis] = reach;
    Box within = box;
    within.high[axis] = reach;
    const auto next = growth(Moves(rules, region), within, axis).reach;
    if (!next || round == most_rounds) return std::nullopt;
    reach = *next;
  }
  return reach;
}

// Rounds of plain enlargement before a coordinate gets the range that any position allows.
constexpr int patience = 4;

}  // namespace

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
      } else if (const auto least = least_conserved_bound(rules, everywhere(), requested, axis)) {
        larger.high[axis] = *least;
        settled[axis] = true;
      } else if (const auto counted = counted_bound(rules, everywhere(), requested, box, axis)) {
        larger.high[axis] = *counted;  // as long as the others stay where they are
      } else {
        return endless_growth(rules, *here.rule, axis);
      }
    }
    if (larger == box) return box;
    box = std::move(larger);
  }
}

}  // namespace grundy::rules
