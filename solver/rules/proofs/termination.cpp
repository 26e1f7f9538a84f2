#include "rules/proofs/termination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include "rules/proofs/cases.hpp"
#include "rules/proofs/closure.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/game_order.hpp"
#include "rules/proofs/weight_program.hpp"

namespace grundy::rules {
namespace {

// Limit of the total of weights that are tried.
constexpr std::int64_t largest_total = 12;

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
  const auto closure_of = [](const Rules& rules_of, const Box& box) {
    return proved(rules_of, [&](const Rules& of) { return proved_closure(of, box); });
  };
  auto closed = closure_of(rules, requested);
  if (std::holds_alternative<Complaint>(closed))
    if (const auto other = closure_in_another_order(rules, requested, closure_of)) return *other;
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
