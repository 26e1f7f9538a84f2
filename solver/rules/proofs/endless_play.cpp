#include "rules/proofs/endless_play.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "rules/fold.hpp"

namespace grundy::rules {
namespace {

constexpr std::uint64_t most_positions = 1000;
constexpr std::int64_t values_without_end = 64;  // tried of a binder
constexpr std::uint64_t most_looks = 1'000'000;  // at parts of expressions and conditions
constexpr std::size_t most_moves_told = 8;

using Sum = std::vector<Position>;
using Values = std::span<const std::int64_t>;

// The box that is tried, of equal extents as far as ranges allow.
Box first_positions(const Rules& rules) {
  const auto box_of = [&](std::int64_t extent) {
    Box box;
    for (const Coordinate& coordinate : rules.coordinates) {
      const std::int64_t high = coordinate.low + extent - 1;
      box.low.push_back(coordinate.low);
      box.high.push_back(std::min(high, coordinate.high.value_or(high)));
    }
    return box;
  };
  std::int64_t extent = 2;
  while (std::cmp_less(extent, most_positions) &&
         box_of(extent + 1).volume().value_or(most_positions + 1) <= most_positions)
    ++extent;
  return box_of(extent);
}

// What rules say of one position, as far as there are looks left. Where a value cannot be told,
// none of 64 bits or one that would take too long, there is no option.
class Options {
 public:
  explicit Options(const Rules& rules) : rules_(rules) {}

  // Each with a rule that makes it.
  using Found = std::map<Sum, const OptionRule*>;
  Found of(const Position& position) {
    Found found;
    for (const Ending& ending : rules_.endings)
      if (holds(ending.when, position) != false) return found;
    for (const OptionRule& rule : rules_.options) add(rule, position, found);
    return found;
  }

 private:
  // `values`: the coordinates and as many binders as have values.
  void add(const OptionRule& rule, const std::vector<std::int64_t>& values, Found& found) {
    if (!look()) return;
    const std::size_t bound = values.size() - rules_.dimensions();
    if (bound == rule.binders.size()) {
      if (holds(rule.when, values) != true) return;
      if (auto sum = option(rule, values)) found.emplace(*std::move(sum), &rule);
      return;
    }
    std::vector<std::int64_t> more = values;
    more.push_back(0);
    for (const std::int64_t value : values_of(rule.binders[bound], values)) {
      more.back() = value;
      add(rule, more, found);
    }
  }

  std::vector<std::int64_t> values_of(const Binder& binder, Values values) {
    if (binder.set && binder.set->kind == NumberSet::Kind::listed) return binder.set->listed;
    if (binder.set) return binder.set->members(1, values_without_end);
    const auto low = value(binder.low, values);
    if (!low) return {};
    auto high = std::optional(*low + values_without_end);
    if (binder.high) high = value(*binder.high, values);
    std::vector<std::int64_t> all;
    for (std::int64_t k = *low; high && k <= *high && look(); ++k) all.push_back(k);
    return all;
  }

  std::optional<Sum> option(const OptionRule& rule, Values values) {
    Sum sum;
    for (const auto& summand : rule.summands) {
      Position position;
      for (std::size_t axis = 0; axis < summand.size(); ++axis) {
        const Coordinate& coordinate = rules_.coordinates[axis];
        const auto at = value(summand[axis], values);
        if (!at || *at < coordinate.low || *at > coordinate.high.value_or(*at)) return std::nullopt;
        position.push_back(*at);
      }
      sum.push_back(std::move(position));
    }
    std::ranges::sort(sum);
    return sum;
  }

  bool look() { return looks_ < most_looks && ++looks_ < most_looks; }

  std::optional<std::int64_t> value(const Expression& expression, Values values) {
    if (!look()) return std::nullopt;
    if (expression.op == Expression::Op::constant) return expression.value;
    if (expression.op == Expression::Op::variable)
      return values[static_cast<std::size_t>(expression.value)];
    auto result = value(expression.arguments.front(), values);
    for (std::size_t i = 1; i < expression.arguments.size() && result; ++i) {
      const auto next = value(expression.arguments[i], values);
      if (!next || (divides(expression.op) && *next < 1)) return std::nullopt;
      result = calculate(expression.op, *result, *next);
    }
    return result;
  }

  std::optional<bool> holds(const Condition& condition, Values values) {
    if (condition.op == Condition::Op::negation) {
      const auto part = holds(condition.parts.front(), values);
      return part ? std::optional(!*part) : std::nullopt;
    }
    if (!condition.sides.empty()) {
      const auto left = value(condition.sides[0], values);
      const auto right = value(condition.sides[1], values);
      if (!left || !right) return std::nullopt;
      return is_true(compare(condition.op, constant(*left), constant(*right)));
    }
    // A part that decides does so whatever the others are.
    const bool all = condition.op == Condition::Op::all_of;
    std::optional<bool> result = all;
    for (const Condition& part : condition.parts) {
      const auto one = holds(part, values);
      if (one == !all) return one;
      if (!one) result.reset();
    }
    return result;
  }

  const Rules& rules_;
  std::uint64_t looks_ = 0;
};

// Depth first: a position that is met again on the way from itself ends the search.
class Search {
 public:
  Search(const Rules& rules, const Box& box) : options_(rules), box_(box) {}

  // Whether play from there can come back to a position. Then the way ends with the move to it.
  bool visit(const Position& position) {
    const auto [mark, is_new] = is_left_.try_emplace(position, false);
    if (!is_new) return !mark->second;
    for (const auto& [option, rule] : options_.of(position)) {
      way_.push_back({position, option, rule->place});
      for (const Position& part : option)
        if (box_.contains(part) && visit(part)) {
          if (back_.empty()) back_ = part;
          return true;
        }
      way_.pop_back();
    }
    mark->second = true;
    return false;
  }

  EndlessPlay found() const {
    auto step = std::ranges::find(way_, back_, &Step::from);
    EndlessPlay play{step->place, {{back_}}};
    for (; step != way_.end(); ++step) {
      Sum sum = play.sums.back();
      sum.erase(std::ranges::find(sum, step->from));
      sum.insert(sum.end(), step->to.begin(), step->to.end());
      std::ranges::sort(sum);
      play.sums.push_back(std::move(sum));
    }
    return play;
  }

 private:
  struct Step {
    Position from;
    Sum to;
    Place place;
  };
  Options options_;
  const Box& box_;
  std::map<Position, bool> is_left_;  // of all met; false on the way to the one at hand
  std::vector<Step> way_;
  Position back_;
};

}  // namespace

std::optional<EndlessPlay> endless_play(const Rules& rules) {
  const Box box = first_positions(rules);
  Search search(rules, box);
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank)
    if (search.visit(box.position(rank))) return search.found();
  return std::nullopt;
}

std::string to_string(const EndlessPlay& play) {
  const std::size_t moves = play.sums.size() - 1;
  if (moves > most_moves_told) return fmt::format("it can come back after {} moves", moves);
  std::vector<std::string> sums;
  for (const Sum& sum : play.sums) {
    std::vector<std::string> positions;
    for (const Position& position : sum) positions.push_back(grundy::to_string(position));
    sums.push_back(fmt::format("{}", fmt::join(positions, " + ")));
  }
  return fmt::format("{}", fmt::join(sums, " -> "));
}

}  // namespace grundy::rules
