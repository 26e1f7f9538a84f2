#include "law/automata/points.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace grundy::automata {
namespace {

// The digits of a track, out of letters.
std::int64_t number_on(const Algebra& algebra, const std::vector<std::size_t>& word,
                       std::size_t track) {
  std::vector<std::size_t> digits;
  for (const std::size_t letter : word) digits.push_back(algebra.digit(letter, track));
  return number_of(algebra.numeration(), digits);
}

}  // namespace

bool has(const Algebra& algebra, const Dfa& dfa, const std::vector<std::int64_t>& numbers) {
  std::vector<std::vector<std::size_t>> digits;
  std::size_t length = 0;
  for (const std::int64_t n : numbers) {
    digits.push_back(digits_of(algebra.numeration(), n));
    length = std::max(length, digits.back().size());
  }
  State state = 0;
  for (std::size_t i = length; i-- > 0;) {
    std::size_t letter = 0;
    for (auto word = digits.rbegin(); word != digits.rend(); ++word)
      letter = letter * algebra.numeration().digits() +
               (i < word->size() ? (*word)[word->size() - 1 - i] : 0);
    state = dfa.next[state * dfa.letters + letter];
  }
  return dfa.accepts[state];
}

std::optional<std::vector<std::int64_t>> shortest(const Algebra& algebra, const Dfa& dfa) {
  constexpr State nowhere = ~State{0};
  std::vector<std::pair<State, std::size_t>> before(dfa.states(), {nowhere, 0});
  std::queue<State> open;
  const auto word_to = [&](State state) {
    std::vector<std::size_t> word;
    for (; state != 0; state = before[state].first) word.push_back(before[state].second);
    std::ranges::reverse(word);
    return word;
  };
  open.push(0);
  for (; !open.empty(); open.pop()) {
    const State state = open.front();
    if (dfa.accepts[state]) {
      std::vector<std::int64_t> numbers;
      for (std::size_t track = 0; track < dfa.tracks.size(); ++track)
        numbers.push_back(number_on(algebra, word_to(state), track));
      return numbers;
    }
    for (std::size_t letter = 0; letter < dfa.letters; ++letter) {
      const State to = dfa.next[state * dfa.letters + letter];
      if (to == 0 || before[to].first != nowhere) continue;
      before[to] = {state, letter};
      open.push(to);
    }
  }
  return std::nullopt;
}

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
