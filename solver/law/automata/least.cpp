#include "law/automata/least.hpp"

#include <utility>

namespace grundy::automata {
namespace {

std::int64_t value_at(const Linear& sum, const std::vector<std::int64_t>& point) {
  std::int64_t value = sum.constant;
  for (const auto& [track, factor] : sum.factors) value += factor * point[track];
  return value;
}

// The points of the relation at which the sum is least, found by halving what it may be.
Dfa least_of(Algebra& algebra, Dfa relation, const Linear& sum) {
  const auto at_most = [&](std::int64_t end) {
    Linear rest = sum;
    rest.constant -= end;
    return algebra.both(relation, compared(algebra, rest, Is::at_most_zero));
  };
  const auto point = shortest(algebra, relation);
  if (!point) return relation;
  std::int64_t low = sum.constant;  // tracks and factors are not negative
  std::int64_t high = value_at(sum, *point);
  while (low < high && !algebra.is_spent()) {
    const std::int64_t middle = low + (high - low) / 2;
    if (is_empty(at_most(middle)))
      low = middle + 1;
    else
      high = middle;
  }
  return at_most(low);
}

}  // namespace

std::optional<Position> least_point(Algebra& algebra, Dfa relation,
                                    const std::vector<Linear>& coordinates) {
  Linear all;
  for (const Linear& coordinate : coordinates) all = sum(algebra, all, coordinate);
  relation = least_of(algebra, std::move(relation), all);
  for (const Linear& coordinate : coordinates)
    relation = least_of(algebra, std::move(relation), coordinate);
  const auto point = shortest(algebra, relation);
  if (algebra.is_spent() || !point) return std::nullopt;
  Position position;
  for (const Linear& coordinate : coordinates) position.push_back(value_at(coordinate, *point));
  return position;
}

}  // namespace grundy::automata
