#include "rules/language/symmetry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>

#include "rules/language/grammar.hpp"

namespace grundy::rules {
namespace {

using Op = Expression::Op;
using Compare = Condition::Op;
using Renaming = std::vector<Variable>;  // the new number of every variable

Expression renamed(const Expression& e, const Renaming& to) {
  if (e.op == Expression::Op::variable) return variable(to[static_cast<Variable>(e.value)]);
  Expression result{e.op, e.value, {}};
  for (const Expression& argument : e.arguments) result.arguments.push_back(renamed(argument, to));
  return result;
}

Condition renamed(const Condition& c, const Renaming& to) {
  Condition result{c.op, {}, {}};
  for (const Expression& side : c.sides) result.sides.push_back(renamed(side, to));
  for (const Condition& part : c.parts) result.parts.push_back(renamed(part, to));
  return result;
}

OptionRule renamed(const OptionRule& rule, const Renaming& to) {
  OptionRule result = rule;
  for (Binder& binder : result.binders) {
    binder.low = renamed(binder.low, to);
    if (binder.high) binder.high = renamed(*binder.high, to);
  }
  result.when = renamed(rule.when, to);
  // What stood at coordinate x now stands at the coordinate that x became.
  for (std::size_t s = 0; s < rule.summands.size(); ++s)
    for (std::size_t axis = 0; axis < rule.summands[s].size(); ++axis)
      result.summands[s][to[axis]] = renamed(rule.summands[s][axis], to);
  return result;
}

Ending renamed(const Ending& ending, const Renaming& to) {
  return {ending.outcome, renamed(ending.when, to), ending.place};
}

// Keys: equal for things that mean the same up to the order of what commutes.

std::string bracketed(char sign, int op, std::vector<std::string> parts, bool commutes) {
  if (commutes) std::sort(parts.begin(), parts.end());
  std::string key = fmt::format("{}{}", sign, op);
  for (const std::string& part : parts) key += part + ",";
  return key + ")";
}

std::string key(const Expression& e, const Renaming& to) {
  if (e.op == Op::constant) return fmt::format("#{}", e.value);
  if (e.op == Op::variable) return fmt::format("${}", to[static_cast<Variable>(e.value)]);
  std::vector<std::string> parts;
  for (const Expression& argument : e.arguments) parts.push_back(key(argument, to));
  const bool commutes =
      e.op == Op::add || e.op == Op::multiply || e.op == Op::minimum || e.op == Op::maximum;
  return bracketed('(', static_cast<int>(e.op), std::move(parts), commutes);
}

std::string key(const Condition& c, const Renaming& to) {
  std::vector<std::string> parts;
  for (const Expression& side : c.sides) parts.push_back(key(side, to));
  for (const Condition& part : c.parts) parts.push_back(key(part, to));
  const bool ordered = c.op == Compare::less || c.op == Compare::less_equal ||
                       c.op == Compare::greater || c.op == Compare::greater_equal;
  return bracketed('?', static_cast<int>(c.op), std::move(parts), !ordered);
}

std::string key(const NumberSet& set) {
  std::string key = fmt::format("{{{}:{}", static_cast<int>(set.kind), set.base);
  for (const std::int64_t member : set.listed) key += fmt::format(" {}", member);
  return key;
}

std::string key(const Binder& binder, const Renaming& to) {
  if (binder.set) return key(*binder.set);
  return key(binder.low, to) + ".." + (binder.high ? key(*binder.high, to) : "");
}

std::string key(const OptionRule& rule, const Renaming& to, std::size_t dimensions) {
  std::vector<std::string> binders(rule.binders.size()), summands;
  for (std::size_t b = 0; b < rule.binders.size(); ++b)
    binders[to[dimensions + b] - dimensions] = key(rule.binders[b], to);
  for (const auto& summand : rule.summands) {
    std::vector<std::string> coordinates;
    for (const Expression& e : summand) coordinates.push_back(key(e, to));
    summands.push_back(bracketed('[', 0, std::move(coordinates), false));
  }
  return bracketed('f', 0, std::move(binders), false) + key(rule.when, to) +
         bracketed('s', 0, std::move(summands), true);
}

Renaming identity(std::size_t variables) {
  Renaming to(variables);
  std::iota(to.begin(), to.end(), Variable{0});
  return to;
}

// The least key over all orders of the binders.
std::string key(const OptionRule& rule, std::size_t dimensions) {
  Renaming to = identity(dimensions + rule.binders.size());
  const auto first = to.begin() + static_cast<std::ptrdiff_t>(dimensions);
  std::string least = key(rule, to, dimensions);
  while (std::next_permutation(first, to.end())) least = std::min(least, key(rule, to, dimensions));
  return least;
}

std::string key(const Ending& ending, std::size_t dimensions) {
  return std::to_string(static_cast<int>(ending.outcome)) + key(ending.when, identity(dimensions));
}

// A measure of size: numbers, names, operations and members of sets.
std::size_t nodes(const Expression& e) {
  std::size_t sum = 1;
  for (const Expression& argument : e.arguments) sum += nodes(argument);
  return sum;
}

std::size_t nodes(const Condition& c) {
  std::size_t sum = 1;
  for (const Expression& side : c.sides) sum += nodes(side);
  for (const Condition& part : c.parts) sum += nodes(part);
  return sum;
}

std::size_t nodes(const OptionRule& rule) {
  std::size_t sum = nodes(rule.when);
  for (const Binder& binder : rule.binders) {
    sum += nodes(binder.low) + (binder.high ? nodes(*binder.high) : 0);
    if (binder.set) sum += binder.set->listed.size();
  }
  for (const auto& summand : rule.summands)
    for (const Expression& e : summand) sum += nodes(e);
  return sum;
}

std::size_t nodes(const Ending& ending) {
  return nodes(ending.when);
}

// Exchanges of neighbours generate all permutations of a group.
std::vector<std::pair<std::size_t, std::size_t>> exchanges(const Rules& rules) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& group : rules.symmetric)
    for (std::size_t i = 1; i < group.size(); ++i) pairs.emplace_back(group[i - 1], group[i]);
  return pairs;
}

// Closes the list under the exchanges, orbit by orbit.
template <class Item>
std::optional<Place> write_out(const Rules& rules, std::vector<Item>& items) {
  std::unordered_set<std::string> seen;
  std::vector<Item> all;
  std::size_t size = 0;
  const auto add = [&](Item item) {
    if (!seen.insert(key(item, rules.dimensions())).second) return;
    size += nodes(item);
    all.push_back(std::move(item));
  };
  for (Item& original : items) {
    const Place place = original.place;
    std::size_t next = all.size();
    for (add(std::move(original)); next < all.size(); ++next)
      for (const auto& [a, b] : exchanges(rules)) {
        Renaming to = identity(rules.dimensions() + max_binders);
        std::swap(to[a], to[b]);
        add(renamed(all[next], to));
        if (all.size() > max_rules || size > max_nodes) return place;
      }
  }
  items = std::move(all);
  return std::nullopt;
}

}  // namespace

std::optional<Place> write_out_symmetry(Rules& rules) {
  const auto place = write_out(rules, rules.options);
  return place ? place : write_out(rules, rules.endings);
}

}  // namespace grundy::rules
