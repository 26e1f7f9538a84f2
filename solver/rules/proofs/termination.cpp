#include "rules/proofs/termination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>

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

// The rational weights as integers, scaled; nothing beyond 64 bits.
std::optional<Weights> scaled(const std::vector<Rational>& weights) {
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  Wide scale = 1;
  for (const Rational& weight : weights) {
    if (weight.denominator() > most) return std::nullopt;
    scale *= weight.denominator() / std::gcd(static_cast<std::int64_t>(scale),
                                             static_cast<std::int64_t>(weight.denominator()));
    if (scale > most) return std::nullopt;
  }
  Weights integers;
  for (const Rational& weight : weights) {
    const Wide factor = scale / weight.denominator();
    if (weight.numerator() > most / factor || weight.numerator() < -most / factor)
      return std::nullopt;
    integers.push_back(static_cast<std::int64_t>(weight.numerator() * factor));
  }
  return integers;
}

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
    try {
      Polynomial total;
      for (std::size_t axis = 0; axis < weights.size(); ++axis)
        total = total + Polynomial(weights[axis]) * delta[axis];
      const auto proved = facts->upper(total);
      return proved && *proved <= limit;
    } catch (const std::overflow_error&) {
      return false;
    }
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
      fmt::format("play might never end: '{}' may raise {}, and no bound of {} was found",
                  rule.text, name, name),
      fmt::format("a condition that stops the rule helps; so does an upper end ('{} in {}..100'), "
                  "but then options beyond it are no moves",
                  name, rules.coordinates[axis].low)};
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

// Linear programs for weights have no more cells than this, so that they stay short.
constexpr std::size_t most_cells = 100'000;

// Inequalities about weights such that weights . delta <= -gap at every option, for each change, by
// Farkas' lemma: some sum of the facts about the rule says so. The unknowns are the weights (of
// either sign: two for each), a gap from 0 to 1 for each change, and the factors of the facts.
class WeightProgram {
 public:
  WeightProgram(const std::vector<const Change*>& changes, std::size_t dimensions)
      : dimensions_(dimensions), unknowns_(2 * dimensions + changes.size()) {
    std::vector<LinearForms> all;
    std::size_t rows = changes.size();
    for (const Change* change : changes) {
      auto linear = change->facts->linear_forms(change->delta);
      if (!linear) return;
      unknowns_ += linear->inequalities.size();
      rows += linear->forms[0].size() + 1;
      all.push_back(*std::move(linear));
    }
    if (rows * unknowns_ > most_cells) return;
    std::size_t first_factor = 2 * dimensions + changes.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
      add(all[i], 2 * dimensions + i, first_factor);
      first_factor += all[i].inequalities.size();
    }
    exists_ = true;
  }

  bool exists() const { return exists_; }
  std::size_t unknowns() const { return unknowns_; }
  std::size_t gap(std::size_t change) const { return 2 * dimensions_ + change; }
  // The weight of an axis is the difference of these.
  static std::size_t added(std::size_t axis) { return 2 * axis; }
  static std::size_t subtracted(std::size_t axis) { return 2 * axis + 1; }

  void require_at_most(std::int64_t limit, std::size_t unknown) {
    Inequality inequality{std::vector<Rational>(unknowns_), limit};
    inequality.coefficients[unknown] = 1;
    require(std::move(inequality));
  }
  void require_at_least(std::int64_t limit, std::size_t unknown) {
    Inequality inequality{std::vector<Rational>(unknowns_), -limit};
    inequality.coefficients[unknown] = -1;
    require(std::move(inequality));
  }

  Optimum maximize(const std::vector<Rational>& objective) const {
    return rules::maximize(objective, inequalities_);
  }

  std::vector<Rational> weights(const Optimum& optimum) const {
    std::vector<Rational> weights;
    for (std::size_t axis = 0; axis < dimensions_; ++axis)
      weights.push_back(optimum.point[added(axis)] - optimum.point[subtracted(axis)]);
    return weights;
  }

 private:
  void require(Inequality inequality) { inequalities_.push_back(std::move(inequality)); }

  // The weight of an axis times `factor`, in a row over all unknowns.
  static void set_weight(std::vector<Rational>& row, std::size_t axis, const Rational& factor) {
    row[added(axis)] = factor;
    row[subtracted(axis)] = -factor;
  }

  void add(const LinearForms& linear, std::size_t gap, std::size_t first_factor) {
    for (std::size_t column = 0; column < linear.forms[0].size(); ++column) {
      Inequality falls{std::vector<Rational>(unknowns_), 0};
      for (std::size_t axis = 0; axis < dimensions_; ++axis)
        set_weight(falls.coefficients, axis, linear.forms[axis][column]);
      for (std::size_t fact = 0; fact < linear.inequalities.size(); ++fact)
        falls.coefficients[first_factor + fact] = -linear.inequalities[fact].coefficients[column];
      require(std::move(falls));
    }
    Inequality total{std::vector<Rational>(unknowns_), 0};
    for (std::size_t axis = 0; axis < dimensions_; ++axis)
      set_weight(total.coefficients, axis, linear.constants[axis]);
    for (std::size_t fact = 0; fact < linear.inequalities.size(); ++fact)
      total.coefficients[first_factor + fact] = linear.inequalities[fact].limit;
    total.coefficients[gap] = 1;
    require(std::move(total));
    require_at_most(1, gap);
  }

  std::size_t dimensions_;
  std::size_t unknowns_;
  std::vector<Inequality> inequalities_;
  bool exists_ = false;
};

std::vector<const Change*> pointers(const std::vector<Change>& changes) {
  std::vector<const Change*> all;
  for (const Change& change : changes) all.push_back(&change);
  return all;
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

// One list of weights that orders the positions of the box like several, the first ones first.
// Empty if their sums spread too far for layers of equal weight.
Weights joined(const std::vector<Weights>& ranking, const Box& box) {
  constexpr std::int64_t most_layers = 64;  // for each value of the longest coordinate
  Weights total(box.dimensions());
  Wide scale = 1;
  for (std::size_t i = ranking.size(); i-- > 0;) {
    Wide spread = 0;
    for (std::size_t axis = 0; axis < total.size(); ++axis) {
      const Wide weight = total[axis] + scale * ranking[i][axis];
      if (weight != static_cast<std::int32_t>(weight)) return {};
      total[axis] = static_cast<std::int64_t>(weight);
      spread += (weight < 0 ? -weight : weight) * (box.extent(axis) - 1);
    }
    scale = spread + 1;
    if (scale > std::numeric_limits<std::int32_t>::max()) return {};
  }
  std::int64_t longest = 1;
  for (std::size_t axis = 0; axis < total.size(); ++axis)
    if (total[axis] != 0) longest = std::max(longest, box.extent(axis));
  return scale <= Wide{most_layers} * longest ? total : Weights{};
}

// Weights that fall with every move, composed of several in lexicographic order: each falls with
// some of the moves, and rises with none of those for which no earlier one falls.
Weights ranking_weights(const Moves& moves, const Box& box) {
  std::vector<const Change*> open = pointers(moves.changes());
  std::vector<Weights> ranking;
  try {
    while (!open.empty()) {
      const WeightProgram program(open, box.dimensions());
      if (!program.exists()) return {};
      std::vector<Rational> gaps(program.unknowns());
      for (std::size_t i = 0; i < open.size(); ++i) gaps[program.gap(i)] = 1;
      const Optimum best = program.maximize(gaps);
      if (best.kind != Optimum::Kind::finite || !best.value.positive()) return {};
      const auto weights = scaled(program.weights(best));
      if (!weights) return {};
      ranking.push_back(*weights);
      std::vector<const Change*> left;
      for (std::size_t i = 0; i < open.size(); ++i)
        if (!best.point[program.gap(i)].positive()) left.push_back(open[i]);
      open = std::move(left);
    }
    return joined(ranking, box);
  } catch (const std::overflow_error&) {
    return {};
  }
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
  // Small weights are tried one after the other, so first it is found out whether there are any.
  const Weights ranking = descent.scan.empty() ? ranking_weights(moves, box) : Weights();
  if (!descent.scan.empty() || !ranking.empty())
    descent.weights = small_weights(moves, descent.trends);
  if (descent.weights.empty()) descent.weights = scan_weights(descent.scan, box);
  if (!descent.is_proved()) descent.weights = ranking;
  if (!descent.is_proved())
    return Complaint{
        stuck->rule->place,
        fmt::format("no proof was found that play ends after '{}': no order of the coordinates and "
                    "no weights fall with every move",
                    stuck->rule->text),
        "make every move lower some coordinate, or end the game by a condition"};
  return descent;
}

// The innermost min or max of an expression, if there is one.
const Expression* choice_in(const Expression& expression) {
  for (const Expression& argument : expression.arguments)
    if (const Expression* const choice = choice_in(argument)) return choice;
  const bool is_choice =
      expression.op == Expression::Op::minimum || expression.op == Expression::Op::maximum;
  return is_choice ? &expression : nullptr;
}

const Expression* choice_in(const Condition& condition) {
  for (const Expression& side : condition.sides)
    if (const Expression* const choice = choice_in(side)) return choice;
  for (const Condition& part : condition.parts)
    if (const Expression* const choice = choice_in(part)) return choice;
  return nullptr;
}

const Expression* choice_in(const OptionRule& rule) {
  for (const auto& summand : rule.summands)
    for (const Expression& coordinate : summand)
      if (const Expression* const choice = choice_in(coordinate)) return choice;
  return choice_in(rule.when);
}

// Appends rules whose options together are those of `rule`, in each of which every min and max is
// one of its arguments. Keeps some if the cases are more than `most`.
void add_cases(const OptionRule& rule, std::size_t most, std::vector<OptionRule>& cases) {
  const Expression* const found = choice_in(rule);
  if (!found || found->arguments.size() > most) return cases.push_back(rule);
  const Expression choice = *found;
  const bool least = choice.op == Expression::Op::minimum;
  for (const Expression& chosen : choice.arguments) {
    OptionRule one = replaced(rule, choice, chosen);
    std::vector<Condition> all{std::move(one.when)};
    for (const Expression& other : choice.arguments)
      all.push_back(
          compare(least ? Condition::Op::less_equal : Condition::Op::greater_equal, chosen, other));
    one.when = join(Condition::Op::all_of, std::move(all));
    add_cases(one, most / choice.arguments.size(), cases);
  }
}

// The rules with min and max by cases; nothing if there are none.
std::optional<Rules> by_cases(const Rules& rules) {
  constexpr std::size_t most_cases = 32;  // of a rule
  constexpr std::size_t most_rules = 512;
  Rules split = rules;
  split.options.clear();
  for (const OptionRule& rule : rules.options) add_cases(rule, most_cases, split.options);
  if (split.options.size() == rules.options.size() || split.options.size() > most_rules)
    return std::nullopt;
  return split;
}

// What prove(rules) says; if that is a complaint, what it says of them by cases.
template <class Prove>
auto proved(const Rules& rules, const Prove& prove) -> decltype(prove(rules)) {
  const Effort effort;
  const auto attempt = [&](const Rules& of) -> decltype(prove(rules)) {
    const Effort::Share share(16);
    try {
      return prove(of);
    } catch (const std::runtime_error&) {
      return what_stopped(of);
    }
  };
  auto first = attempt(rules);
  if (!std::holds_alternative<Complaint>(first)) return first;
  const auto split = by_cases(rules);
  if (!split) return first;
  auto second = attempt(*split);
  return std::holds_alternative<Complaint>(second) ? first : second;
}

// All positions there are, if their ranges end.
std::optional<Box> all_positions(const Rules& rules) {
  Box box;
  for (const Coordinate& coordinate : rules.coordinates) {
    if (!coordinate.high) return std::nullopt;
    box.low.push_back(coordinate.low);
    box.high.push_back(*coordinate.high);
  }
  return box;
}

}  // namespace

Proved<Box> closure(const Rules& rules, const Box& requested) {
  auto closed = proved(rules, [&](const Rules& of) { return proved_closure(of, requested); });
  if (std::holds_alternative<Complaint>(closed))
    if (const auto all = all_positions(rules)) return *all;
  return closed;
}

Proved<Descent> descent(const Rules& rules, const Box& box) {
  return proved(rules, [&](const Rules& of) { return proved_descent(of, box); });
}

std::uint64_t longest_play(const Box& box, const Descent& descent) {
  const Wide others = Wide{*box.volume()} - 1;  // no position comes again
  Wide falls = descent.weights.empty() ? others : 0;
  for (std::size_t axis = 0; axis < descent.weights.size(); ++axis)
    falls += Wide{std::abs(descent.weights[axis])} * (box.extent(axis) - 1);
  return static_cast<std::uint64_t>(std::min(falls, others));
}

}  // namespace grundy::rules
