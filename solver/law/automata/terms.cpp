#include "law/automata/terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "law/automata/products.hpp"

namespace grundy::automata {
namespace {

using rules::Claim;
using rules::Condition;
using rules::Expression;
using rules::NumberSet;

constexpr std::size_t most_cases = 256;

bool is_natural(const Linear& number) {
  return number.constant >= 0 &&
         std::ranges::all_of(number.factors, [](const auto& factor) { return factor.second >= 0; });
}

std::optional<Track> plain_track(const Linear& number) {
  if (number.constant != 0 || number.factors.size() != 1 || number.factors.begin()->second != 1)
    return std::nullopt;
  return number.factors.begin()->first;
}

std::vector<Dfa> together(std::vector<Dfa> a, const std::vector<Dfa>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

void Terms::set(std::vector<Linear> variables, std::span<const Claim::Function> functions) {
  variables_ = std::move(variables);
  functions_ = functions;
  known_.clear();
}

void Terms::set_outside(std::string construct) {
  if (!outside_) outside_ = std::move(construct);
}

Linear Terms::plus(const Linear& a, const Linear& b, std::int64_t times_b) {
  return sum(algebra_, a, b, times_b);
}

Cases Terms::not_said(const Expression& expression) {
  set_outside(fmt::format("`{}`", rules::to_string(expression, names_)));
  return {{Linear::number(0)}};
}

std::optional<std::size_t> Terms::exponent(std::int64_t base) const {
  if (!algebra_.numeration().is_base()) return std::nullopt;
  std::size_t exponent = 0;
  for (; base > 1 && base % algebra_.numeration().p == 0; ++exponent)
    base /= algebra_.numeration().p;
  return base == 1 && exponent > 0 ? std::optional(exponent) : std::nullopt;
}

bool Terms::are_consistent(const std::vector<Dfa>& where) {
  return where.size() < 2 || algebra_.is_spent() || !is_empty(algebra_.all_of(where));
}

Cases Terms::joined(const Cases& a, const Cases& b, std::int64_t times_b) {
  Cases all;
  for (const Case& one : a)
    for (const Case& other : b) {
      Case both{plus(one.value, other.value, times_b), together(one.where, other.where)};
      if (one.where.empty() || other.where.empty() || are_consistent(both.where))
        all.push_back(std::move(both));
    }
  if (all.size() <= most_cases) return all;
  set_outside("a number of many cases");
  return {{Linear::number(0)}};
}

Cases Terms::scaled(const Expression& expression) {
  const Cases a = number(expression.arguments[0]), b = number(expression.arguments[1]);
  const bool first = a.size() == 1 && a[0].where.empty() && a[0].value.is_constant();
  const bool second = b.size() == 1 && b[0].where.empty() && b[0].value.is_constant();
  if (!first && !second) return not_said(expression);
  const std::int64_t factor = first ? a[0].value.constant : b[0].value.constant;
  return joined({{Linear::number(0)}}, first ? b : a, factor);
}

// e = divisor * q + r, with q or ~q on a track of its own.
Cases Terms::quotient(const Expression& expression) {
  const std::int64_t divisor =
      expression.arguments[1].op == Expression::Op::constant ? expression.arguments[1].value : 0;
  if (divisor < 1) return not_said(expression);
  if (const Claim::Function* counted = function_of(expression.arguments[0]))
    if (expression.op == Expression::Op::modulo &&
        (counted->kind == Claim::Function::Kind::valuation ||
         counted->kind == Claim::Function::Kind::digit_sum))
      return this->counted(*counted, divisor);
  const std::int64_t up = expression.op == Expression::Op::ceil_divide ? divisor - 1 : 0;
  const bool is_rest = expression.op == Expression::Op::modulo;
  Cases all;
  for (Case one : number(expression.arguments[0])) {
    one.value = plus(one.value, Linear::number(up));
    if (is_rest) {
      const Linear rest = Linear::track(fresh());
      one.where.push_back(is_multiple(algebra_, plus(one.value, rest, -1), divisor));
      one.where.push_back(
          compared(algebra_, plus(rest, Linear::number(1 - divisor)), Is::at_most_zero));
      all.push_back({rest, std::move(one.where)});
      continue;
    }
    const auto add = [&](const Linear& q, std::vector<Dfa> where) {
      const Linear rest = plus(one.value, q, -divisor);
      where.push_back(compared(algebra_, plus(Linear::number(0), rest, -1), Is::at_most_zero));
      where.push_back(
          compared(algebra_, plus(rest, Linear::number(1 - divisor)), Is::at_most_zero));
      all.push_back({q, std::move(where)});
    };
    const Linear q = Linear::track(fresh());
    add(q, one.where);
    if (!is_natural(one.value)) add(plus(Linear::number(-1), q, -1), one.where);
  }
  return all;
}

Cases Terms::extreme(const Expression& expression, bool is_greatest) {
  Cases all = number(expression.arguments.front());
  for (std::size_t i = 1; i < expression.arguments.size(); ++i) {
    Cases chosen;
    const Cases others = number(expression.arguments[i]);
    for (const Case& a : all)
      for (const Case& b : others) {
        const Linear over = plus(a.value, b.value, -1);
        std::vector<Dfa> where = together(a.where, b.where);
        const Dfa a_is_least = compared(algebra_, over, Is::at_most_zero);
        where.push_back(a_is_least);
        chosen.push_back({is_greatest ? b.value : a.value, where});
        where.back() = algebra_.negation(a_is_least);
        chosen.push_back({is_greatest ? a.value : b.value, std::move(where)});
      }
    all = std::move(chosen);
    if (all.size() > most_cases) return not_said(expression);
  }
  return all;
}

std::vector<Terms::Natural> Terms::naturals(const Case& one) {
  if (const auto track = plain_track(one.value)) return {{*track, false, one.where}};
  std::vector<Natural> all;
  const auto add = [&](bool flipped) {
    const Track track = fresh();
    Linear rest = plus(one.value, Linear::track(track), flipped ? 1 : -1);
    if (flipped) rest.constant += 1;
    all.push_back({track, flipped, one.where});
    all.back().where.push_back(compared(algebra_, rest, Is::zero));
  };
  add(false);
  if (!is_natural(one.value)) add(true);
  return all;
}

Cases Terms::bits(Bits bits, const Cases& a, const Cases& b, const Expression& of) {
  const Numeration& numeration = algebra_.numeration();
  if (!numeration.is_base() || !std::has_single_bit(numeration.digits())) return not_said(of);
  Cases all;
  for (const Case& one : a)
    for (const Case& other : b)
      for (const Natural& x : naturals(one))
        for (Natural y : naturals(other)) {
          if (x.track == y.track) {
            y.track = fresh();
            y.where.push_back(compared(
                algebra_, plus(Linear::track(x.track), Linear::track(y.track), -1), Is::zero));
          }
          const Linear z = Linear::track(fresh());
          const bool in_order = x.track < y.track;
          const Flips flips{in_order ? x.flipped : y.flipped, in_order ? y.flipped : x.flipped};
          Case found{z, together(x.where, y.where)};
          found.where.push_back(bitwise(algebra_, bits, flips, std::min(x.track, y.track),
                                        std::max(x.track, y.track), *plain_track(z)));
          if (is_flipped(bits, flips)) found.value = plus(Linear::number(-1), z, -1);
          all.push_back(std::move(found));
        }
  if (all.size() <= most_cases) return all;
  return not_said(of);
}

const Claim::Function* Terms::function_of(const Expression& expression) const {
  if (expression.op != Expression::Op::variable) return nullptr;
  const auto v = static_cast<std::size_t>(expression.value);
  return v < variables_.size() ? nullptr : &functions_[v - variables_.size()];
}

Dfa Terms::closed(std::vector<std::vector<Dfa>> cases, Track mark) {
  Dfa any = Algebra::always(false);
  for (std::vector<Dfa>& parts : cases) {
    std::vector<Track> kept;
    for (const Dfa& part : parts)
      for (const Track track : part.tracks)
        if (track < mark) kept.push_back(track);
    any = algebra_.either(any, algebra_.exists(std::move(parts), kept));
  }
  return any;
}

Cases Terms::number(const Expression& expression) {
  if (outside_ || algebra_.is_spent()) return {{Linear::number(0)}};
  if (expression.arguments.empty()) return operation(expression);
  const auto known = std::ranges::find(known_, expression, &std::pair<Expression, Cases>::first);
  if (known != known_.end()) return known->second;
  Cases cases = operation(expression);
  known_.emplace_back(expression, cases);
  return cases;
}

Cases Terms::operation(const Expression& expression) {
  using Op = Expression::Op;
  const auto argument = [&](std::size_t i) { return number(expression.arguments[i]); };
  switch (expression.op) {
    case Op::constant:
      return {{plus(Linear::number(0), Linear::number(expression.value))}};
    case Op::variable:
      if (const Claim::Function* const function = function_of(expression))
        return this->function(*function);
      return {{variables_[static_cast<std::size_t>(expression.value)]}};
    case Op::add:
      return joined(argument(0), argument(1), 1);
    case Op::subtract:
      return joined(argument(0), argument(1), -1);
    case Op::multiply:
      return scaled(expression);
    case Op::floor_divide:
    case Op::ceil_divide:
    case Op::modulo:
      return quotient(expression);
    case Op::minimum:
    case Op::maximum:
      return extreme(expression, expression.op == Op::maximum);
    case Op::bit_and:
      return bits(Bits::conjunction, argument(0), argument(1), expression);
    case Op::bit_or:
      return bits(Bits::disjunction, argument(0), argument(1), expression);
    case Op::bit_xor:
      return bits(Bits::exclusive, argument(0), argument(1), expression);
    default:
      return not_said(expression);
  }
}

// By what is at most 0: a < b unless b - a is, and a > b unless a - b is.
Dfa Terms::comparison(const Condition& condition) {
  using Op = Condition::Op;
  const Inner inner(*this);
  const Track mark = next_;
  const Op op = condition.op;
  const bool swapped = op == Op::less || op == Op::greater_equal;
  const bool negated = op == Op::not_equal || op == Op::less || op == Op::greater;
  const Is is = op == Op::equal || op == Op::not_equal ? Is::zero : Is::at_most_zero;
  std::vector<std::vector<Dfa>> cases;
  for (Difference& difference :
       differences(*this, condition.sides[swapped ? 1 : 0], condition.sides[swapped ? 0 : 1])) {
    const Dfa holds = compared(*this, algebra_, difference, is);
    difference.where.push_back(negated ? algebra_.negation(holds) : holds);
    cases.push_back(std::move(difference.where));
  }
  return closed(std::move(cases), mark);
}

Dfa Terms::condition(const Condition& condition) {
  using Op = Condition::Op;
  if (outside_ || algebra_.is_spent()) return {};
  if (condition.op == Op::negation) return algebra_.negation(this->condition(condition.parts[0]));
  if (condition.op != Op::all_of && condition.op != Op::any_of) return comparison(condition);
  const bool all = condition.op == Op::all_of;
  Dfa result = Algebra::always(all);
  for (const Condition& part : condition.parts)
    result = all ? algebra_.both(result, this->condition(part))
                 : algebra_.either(result, this->condition(part));
  return result;
}

std::vector<Dfa> Terms::conjuncts(const Condition& condition) {
  std::vector<Dfa> all;
  if (condition.op == Condition::Op::all_of) {
    for (const Condition& part : condition.parts) all = together(std::move(all), conjuncts(part));
  } else {
    all.push_back(this->condition(condition));
  }
  return all;
}

}  // namespace grundy::automata
