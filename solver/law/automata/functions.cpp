// law/automata/functions.cpp: sets of numbers, and the functions of claims, as relations of digits.
#include <fmt/format.h>

#include <utility>

#include "law/automata/terms.hpp"

namespace grundy::automata {

using rules::Claim;
using rules::Expression;
using rules::NumberSet;

Dfa Terms::member(const NumberSet& set, const Linear& number) {
  using Kind = NumberSet::Kind;
  Dfa any = Algebra::always(false);
  if (set.kind == Kind::listed) {
    for (const std::int64_t one : set.listed)
      any =
          algebra_.either(any, compared(algebra_, plus(number, Linear::number(one), -1), Is::zero));
    return any;
  }
  const Linear least = plus(Linear::number(1), number, -1);
  if (set.kind == Kind::odd || set.kind == Kind::even)
    return algebra_.both(
        compared(algebra_, least, Is::at_most_zero),
        is_multiple(algebra_, plus(number, Linear::number(set.kind == Kind::odd ? 1 : 0)), 2));
  const bool is_fibonacci = algebra_.numeration() == Numeration::quadratic(1);
  const auto step = set.kind == Kind::powers ? exponent(set.base) : std::nullopt;
  if (set.kind == Kind::fibonacci ? !is_fibonacci : !step) {
    set_outside("a set of numbers such as squares, primes, or powers of several bases");
    return any;
  }
  const Track mark = next_;
  std::vector<std::vector<Dfa>> cases;
  for (Natural& n : naturals({number})) {
    if (n.flipped) continue;
    n.where.push_back(step ? powers(algebra_, n.track, *step) : fibonacci(algebra_, n.track));
    cases.push_back(std::move(n.where));
  }
  return closed(std::move(cases), mark);
}

template <class Relation>
Dfa Terms::where_number(const Expression& expression, Relation relation) {
  const Inner inner(*this);
  const Track mark = next_;
  std::vector<std::vector<Dfa>> cases;
  for (const Case& one : number(expression))
    for (Natural& n : naturals(one)) {
      if (n.flipped) continue;
      n.where.push_back(relation(n.track));
      cases.push_back(std::move(n.where));
    }
  return closed(std::move(cases), mark);
}

// Modulo a constant.
Cases Terms::counted(const Claim::Function& function, std::int64_t modulus) {
  const bool is_sum = function.kind == Claim::Function::Kind::digit_sum;
  const auto step = exponent(function.base);
  constexpr std::int64_t most_counted = 64;
  if (!step || (is_sum && *step != 1) || modulus > most_counted) {
    set_outside(fmt::format("`{}`", rules::name_of(function)));
    return {{Linear::number(0)}};
  }
  Cases all;
  for (std::int64_t k = 0; k < modulus; ++k) {
    Dfa where = where_number(function.of.front(), [&](Track n) {
      return is_sum ? digit_sum_is(algebra_, n, modulus, k)
                    : valuation_is(algebra_, n, *step, modulus, k);
    });
    if (k == 0) {  // of negative numbers
      const Dfa others =
          where_number(function.of.front(), [&](Track n) { return algebra_.numbers({n}); });
      where = algebra_.either(where, algebra_.negation(others));
    }
    all.push_back({Linear::number(k), {std::move(where)}});
  }
  return all;
}

Cases Terms::function(const Claim::Function& function) {
  using Kind = Claim::Function::Kind;
  const Expression& first = function.of.front();
  switch (function.kind) {
    case Kind::exclusive: {
      Cases all = number(first);
      for (std::size_t i = 1; i < function.of.size(); ++i)
        all = bits(Bits::exclusive, all, number(function.of[i]), function.of[i]);
      return all;
    }
    case Kind::member: {
      const Inner inner(*this);
      const Track mark = next_;
      std::vector<std::vector<Dfa>> cases;
      for (const Case& one : number(first)) {
        cases.push_back(one.where);
        cases.back().push_back(member(function.set, one.value));
      }
      const Dfa is_in = closed(std::move(cases), mark);
      return {{Linear::number(1), {is_in}}, {Linear::number(0), {algebra_.negation(is_in)}}};
    }
    case Kind::power_part: {
      const auto step = exponent(function.base);
      if (!step || *step != 1) break;
      Cases all;
      for (const Case& one : number(first))
        for (Natural& n : naturals(one)) {
          const Track part = fresh();
          if (!n.flipped) n.where.push_back(power_part(algebra_, n.track, part));
          all.push_back({n.flipped ? Linear::number(0) : Linear::track(part), std::move(n.where)});
        }
      return all;
    }
    default:
      break;
  }
  set_outside(fmt::format("`{}`", rules::name_of(function)));
  return {{Linear::number(0)}};
}

}  // namespace grundy::automata
