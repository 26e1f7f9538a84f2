#include "rules/proofs/interleaved.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

#include "rules/expression.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/substitute.hpp"

namespace grundy::rules {
namespace {

// Of the joint game: the number of the game, then the heap.
constexpr Variable heap = 1;

// The rules of game `own` alone, in which n = (m - shift) / games.
class OfOneGame {
 public:
  OfOneGame(std::int64_t games, std::int64_t own) : games_(games), shift_(games - 1 - own) {
    coordinates_ = {constant(own),
                    *combine(Expression::Op::floor_divide, {variable(0), constant(games)})};
  }

  OptionRule operator()(OptionRule rule) {
    coordinates_.resize(2);
    for (Variable binder = 0; binder < rule.binders.size(); ++binder)
      coordinates_.push_back(variable(binder + 1));
    for (Binder& binder : rule.binders) {
      binder.low = at(binder.low, coordinates_);
      if (binder.high) binder.high = at(*binder.high, coordinates_);
    }
    rule.when = join(Condition::Op::all_of, {is_of_it(), at(rule.when, coordinates_)});
    for (auto& summand : rule.summands) summand = {heap_of(summand)};
    for (Stretch& stretch : rule.stretches) {
      stretch.count = at(stretch.count, coordinates_);
      stretch.step = {games_ * stretch.step[heap]};
    }
    return rule;
  }

  Ending operator()(Ending ending) const {
    ending.when = join(Condition::Op::all_of, {is_of_it(), at(ending.when, coordinates_)});
    return ending;
  }

 private:
  Condition is_of_it() const {
    return compare(Condition::Op::equal,
                   *combine(Expression::Op::modulo, {variable(0), constant(games_)}),
                   constant(shift_));
  }

  // games * heap + its number. Where the heap is linear in n no division is left.
  Expression heap_of(const std::vector<Expression>& summand) const {
    const Polynomial number(games_ - 1 - summand[0].value);
    const Polynomial all = Polynomial(games_) * Polynomial(summand[heap]) + number;
    const auto split = all.split(heap);
    const auto slope = split ? split->coefficient.as_constant() : std::nullopt;
    if (!slope) return at(all.expression(), coordinates_);
    const Polynomial m(variable(0));
    return (Polynomial(*slope / games_) * (m - Polynomial(shift_)) +
            Polynomial(at(split->rest.expression(), coordinates_)))
        .expression();
  }

  std::int64_t games_;
  std::int64_t shift_;
  std::vector<Expression> coordinates_;  // in terms of m, then the binders
};

}  // namespace

std::optional<Rules> interleaved(const Rules& joint) try {
  if (!joint.joint || joint.dimensions() != 2) return std::nullopt;
  const auto games = static_cast<std::int64_t>(joint.joint->members.size());
  Rules one = joint;
  one.joint->is_interleaved = true;
  one.where = Condition();
  one.options.clear();
  one.endings.clear();
  one.coordinates = {joint.coordinates[heap]};
  Coordinate& m = one.coordinates[0];
  if (__builtin_mul_overflow(m.low, games, &m.low)) return std::nullopt;
  if (m.high && (__builtin_mul_overflow(*m.high, games, &*m.high) ||
                 __builtin_add_overflow(*m.high, games - 1, &*m.high)))
    return std::nullopt;
  for (std::int64_t own = 0; own < games; ++own) {
    OfOneGame of_it(games, own);
    for (const OptionRule& rule : joint.options) {
      OptionRule made = of_it(rule);
      if (!is_false(made.when)) one.options.push_back(std::move(made));
    }
    for (const Ending& ending : joint.endings) {
      Ending made = of_it(ending);
      if (!is_false(made.when)) one.endings.push_back(std::move(made));
    }
  }
  return one;
} catch (const std::runtime_error&) {
  return std::nullopt;
}

Position interleaved(const Rules& joint, const Position& position) {
  const auto games = static_cast<std::int64_t>(joint.joint->members.size());
  return {games * position[heap] + games - 1 - position[0]};
}

}  // namespace grundy::rules
