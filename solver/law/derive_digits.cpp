#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/machine.hpp"
#include "law/automata/numeration.hpp"
#include "law/derive.hpp"
#include "run/sweep.hpp"

namespace grundy::law {
namespace {

using automata::Numeration;
using Classes = std::vector<std::uint32_t>;

// Numerations to try, in turn.
constexpr std::array numerations{Numeration{2, 0}, Numeration{1, 1}, Numeration{3, 0},
                                 Numeration{2, 1}};
constexpr std::size_t most_learnt = 200;  // states
constexpr std::size_t most_letters = 64;
constexpr std::size_t least_tuples = 250;  // fewer say little about classes
constexpr std::size_t most_tuples = 1 << 16;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// Tuples of numbers below an end.
struct Words {
  std::size_t dimensions;
  std::int64_t end;  // of the numbers

  std::size_t count() const {
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < dimensions; ++axis) count *= static_cast<std::size_t>(end);
    return count;
  }
  std::size_t rank(const Position& tuple) const {
    std::size_t rank = 0;
    for (const std::int64_t n : tuple)
      rank = rank * static_cast<std::size_t>(end) + static_cast<std::size_t>(n);
    return rank;
  }
  Position tuple(std::size_t rank) const {
    Position tuple(dimensions);
    for (std::size_t axis = dimensions; axis-- > 0;) {
      tuple[axis] = static_cast<std::int64_t>(rank) % end;
      rank /= static_cast<std::size_t>(end);
    }
    return tuple;
  }
};

// Tuples are in one class if they have the same value, and so have the tuples whose digits begin
// with theirs, up to some count of further digits (J. Myhill 1957, A. Nerode 1958). As in
// derive_automaton.cpp, but for tuples of numbers, and digits that not all may follow each other.
class TupleLearner {
 public:
  TupleLearner(const Numeration& numeration, std::size_t dimensions)
      : numeration_(numeration), dimensions_(dimensions) {
    for (std::size_t axis = 0; axis < dimensions; ++axis) letters_ *= numeration.digits();
  }

  std::size_t letters() const { return letters_; }

  // The ends of the numbers of 0, 1, 2, .. digits, up to `high` + 1 and for not too many tuples.
  std::vector<std::int64_t> ends(std::int64_t high) const {
    std::vector<std::int64_t> all = {1};
    std::vector<std::size_t> digits = {1};  // of the least number with one more digit
    while (automata::number_of(numeration_, digits) <= high + 1 &&
           Words{dimensions_, automata::number_of(numeration_, digits)}.count() <= most_tuples) {
      all.push_back(automata::number_of(numeration_, digits));
      digits.push_back(0);
    }
    all.erase(all.begin());
    return all;
  }

  // `values` are those of the tuples of numbers below the last end.
  std::optional<Automaton> learn(std::vector<std::int64_t> ends, const Classes& values) const {
    const Words all{dimensions_, ends.back()};
    Classes classes = values;
    std::size_t count = renumber(classes);
    for (; ends.size() > 1; ends.pop_back()) {
      const Words words{dimensions_, ends.back()}, shorter{dimensions_, ends[ends.size() - 2]};
      if (shorter.count() < least_tuples) break;
      const Step step(*this, words, shorter);
      Classes finer(shorter.count());
      std::map<Classes, std::uint32_t> numbers;
      for (std::size_t rank = 0; rank < finer.size(); ++rank)
        finer[rank] = numbers
                          .try_emplace(step.with_next(classes, rank),
                                       static_cast<std::uint32_t>(numbers.size()))
                          .first->second;
      if (numbers.size() > most_learnt) break;
      if (numbers.size() == count) return automaton(step, classes, count, all, values);
      classes = std::move(finer);
      count = numbers.size();
    }
    return std::nullopt;
  }

 private:
  // Where digits lead: from tuples of one digit less to tuples.
  class Step {
   public:
    Step(const TupleLearner& learner, Words words, Words shorter)
        : learner_(learner), words_(words), shorter_(shorter) {
      const Numeration& numeration = learner.numeration_;
      for (std::int64_t n = 0; n < shorter.end; ++n) {
        auto digits = automata::digits_of(numeration, n);
        const std::size_t last = digits.empty() ? 0 : digits.back();
        digits.push_back(0);
        const std::int64_t first = automata::number_of(numeration, digits);
        after_.emplace_back();
        for (std::size_t digit = 0; digit < numeration.digits(); ++digit)
          after_.back().push_back(
              numeration.may_follow(last, digit) ? first + static_cast<std::int64_t>(digit) : -1);
      }
    }

    const Words& shorter() const { return shorter_; }
    std::uint32_t class_of(const Classes& classes, const Position& tuple) const {
      return classes[words_.rank(tuple)];
    }

    // The class of a tuple, and those of the tuples with one more digit.
    Classes with_next(const Classes& classes, std::size_t rank) const {
      const Position tuple = shorter_.tuple(rank);
      Classes own = {class_of(classes, tuple)};
      for (std::size_t letter = 0; letter < learner_.letters_; ++letter) {
        Position longer = tuple;
        std::size_t left = letter;
        bool is_word = true;
        for (std::int64_t& n : longer) {
          n = after_[static_cast<std::size_t>(n)][left % learner_.numeration_.digits()];
          left /= learner_.numeration_.digits();
          is_word = is_word && n >= 0;
        }
        own.push_back(is_word ? class_of(classes, longer) : none);
      }
      return own;
    }

   private:
    const TupleLearner& learner_;
    Words words_, shorter_;
    std::vector<std::vector<std::int64_t>> after_;  // [n][digit]; -1: no number
  };

  // Of classes each of which has a tuple of one digit less.
  std::optional<Automaton> automaton(const Step& step, const Classes& classes, std::size_t count,
                                     const Words& all, const Classes& values) const {
    Automaton made{numeration_, Classes(count), {}};
    made.next.resize(count);
    for (std::size_t rank = 0; rank < step.shorter().count(); ++rank) {
      const Classes own = step.with_next(classes, rank);
      if (!made.next[own[0]].empty()) continue;
      made.values[own[0]] = values[all.rank(step.shorter().tuple(rank))];
      for (std::size_t letter = 0; letter < letters_; ++letter)
        made.next[own[0]].push_back(own[letter + 1] == none ? own[0] : own[letter + 1]);
    }
    if (!why_no_automaton(made, dimensions_).empty()) return std::nullopt;
    return made;
  }

  // Numbers classes in the order of their first tuples.
  static std::size_t renumber(Classes& classes) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t& one : classes)
      one = numbers.try_emplace(one, static_cast<std::uint32_t>(numbers.size())).first->second;
    return numbers.size();
  }

  const Numeration& numeration_;
  std::size_t dimensions_;
  std::size_t letters_ = 1;
};

// The values of tuples of numbers below the end; 0 of tuples that are no positions.
Classes values_of(const Values& values, const Words& words) {
  Classes all(words.count());
  const Position& low = values.box().low;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const Position tuple = words.tuple(rank);
    if (std::ranges::equal(low, tuple, std::ranges::less_equal()))
      all[rank] = sweep::value_at(values.plan, values.solution, values.plan.quantity, tuple);
  }
  return all;
}

}  // namespace

Result<std::optional<Law>> derive_digits(const Question& question, const Values& values,
                                         const Limits& limits) {
  const Stopwatch watch;
  const rules::Rules& rules = question.rules;
  const auto& high = values.box().high;
  const bool may_have = std::ranges::all_of(rules.coordinates, [](const rules::Coordinate& one) {
    return one.low >= 0 && one.low <= 1 && !one.high;
  });
  if (values.solution.period) return std::optional<Law>();  // which tells more
  if (!may_have || !rules::is_true(rules.where) ||
      (question.quantity == Quantity::outcome && rules.has_sums()))
    return std::optional<Law>();
  for (const Numeration& numeration : numerations) {
    const TupleLearner learner(numeration, rules.dimensions());
    const auto ends = learner.ends(*std::ranges::min_element(high));
    if (learner.letters() > most_letters || ends.empty()) continue;
    auto automaton = learner.learn(ends, values_of(values, {rules.dimensions(), ends.back()}));
    const double left = limits.seconds - watch.seconds();
    if (!automaton || left <= 0) continue;
    Certified law{"automaton", "proved", {}};
    law.claim.quantity = question.quantity;
    law.claim.text = automaton_text(rules, question.quantity, *automaton);
    law.automaton = std::move(automaton);
    auto judged = judged_law(question, values, std::move(law), {left, limits.bytes});
    if (!judged || *judged) return judged;
  }
  return std::optional<Law>();
}

}  // namespace grundy::law
