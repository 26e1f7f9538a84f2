#include "rules/proofs/game_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "rules/expression.hpp"

namespace grundy::rules {
namespace {

constexpr std::size_t fewest_games = 3;  // two are in order either way, by the sign of the weight
constexpr std::size_t most_games = 4;

// The number of each game in the new order.
using Order = std::vector<std::int64_t>;

Condition is_of(std::int64_t number) {
  return compare(Condition::Op::equal, variable(0), constant(number));
}

// The rules of one game each, in the new order.
Rules renumbered(const Rules& rules, const Order& order) {
  Rules result = rules;
  result.options.clear();
  for (std::int64_t game = 0; std::cmp_less(game, order.size()); ++game)
    for (const OptionRule& rule : rules.options) {
      OptionRule of_game = replaced(rule, variable(0), constant(game));
      if (is_false(of_game.when)) continue;
      const auto number_of = [&](std::int64_t old) { return order[static_cast<std::size_t>(old)]; };
      of_game.when = join(Condition::Op::all_of, {is_of(number_of(game)), of_game.when});
      for (auto& summand : of_game.summands) summand[0] = constant(number_of(summand[0].value));
      result.options.push_back(std::move(of_game));
    }
  return result;
}

}  // namespace

std::optional<Box> closure_in_another_order(const Rules& rules, const Box& requested,
                                            const ClosureOf& closure_of) {
  if (rules.first_written() == 0) return std::nullopt;
  const std::size_t games = rules.joint->members.size();
  if (games < fewest_games || games > most_games || requested.high[0] != 0) return std::nullopt;
  Order order(games);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  while (std::next_permutation(order.begin(), order.end())) {
    if (order.front() > order.back()) continue;  // one of two that are each other's mirror image
    Box with_those_before = requested;
    with_those_before.high[0] = order.front();
    const auto closed = closure_of(renumbered(rules, order), with_those_before);
    if (const Box* const box = std::get_if<Box>(&closed)) {
      Box found = *box;
      found.high[0] = static_cast<std::int64_t>(games) - 1;
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace grundy::rules
