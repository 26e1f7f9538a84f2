// law/automata/terms.hpp: numbers and conditions of the rule language as sums of tracks and
// automata.
//
// A number is one of several sums of tracks, each where some relations hold: min and max by cases,
// quotients and remainders by tracks of their own. There is exactly one case and one choice of its
// own tracks for all values of the other tracks.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "law/automata/arithmetic.hpp"
#include "law/automata/dfa.hpp"
#include "rules/claim.hpp"

namespace grundy::automata {

struct Case {
  Linear value;
  std::vector<Dfa> where = {};
};
using Cases = std::vector<Case>;

// If a construct is outside what automata of this numeration can say, its translation is some valid
// object and outside() names it. So callers look at outside() once at the end.
class Terms {
 public:
  // Own tracks begin with `first_free`.
  Terms(Algebra& algebra, std::vector<std::string> names, Track first_free)
      : algebra_(algebra), names_(std::move(names)), next_(first_free) {}

  // What variables 0, 1, .. stand for, and the functions of a claim after them. `functions` must
  // outlive this.
  void set(std::vector<Linear> variables, std::span<const rules::Claim::Function> functions = {});

  Cases number(const rules::Expression& expression);
  // Without tracks of its own.
  Dfa condition(const rules::Condition& condition);
  // Relations that hold together where the condition does.
  std::vector<Dfa> conjuncts(const rules::Condition& condition);
  Dfa member(const rules::NumberSet& set, const Linear& number);

  Linear plus(const Linear& a, const Linear& b, std::int64_t times_b = 1);
  // Whether the relations hold together somewhere.
  bool are_consistent(const std::vector<Dfa>& where);
  Track fresh() { return next_++; }

  const std::optional<std::string>& outside() const noexcept { return outside_; }
  void set_outside(std::string construct);

 private:
  using Expression = rules::Expression;
  struct Natural {  // a number n >= 0 on a track, or -1 - n
    Track track;
    bool flipped;
    std::vector<Dfa> where;
  };

  // Empties `known_` as long as it lives.
  class Inner {
   public:
    explicit Inner(Terms& terms) : terms_(terms) { kept_.swap(terms.known_); }
    Inner(const Inner&) = delete;
    Inner& operator=(const Inner&) = delete;
    ~Inner() { kept_.swap(terms_.known_); }

   private:
    Terms& terms_;
    std::vector<std::pair<Expression, Cases>> kept_;
  };

  Cases operation(const Expression& expression);
  Cases joined(const Cases& a, const Cases& b, std::int64_t times_b);
  Cases scaled(const Expression& expression);
  Cases quotient(const Expression& expression);
  Cases extreme(const Expression& expression, bool is_greatest);
  Cases bits(Bits bits, const Cases& a, const Cases& b, const Expression& of);
  Cases function(const rules::Claim::Function& function);
  Cases counted(const rules::Claim::Function& function, std::int64_t modulus);
  const rules::Claim::Function* function_of(const Expression& expression) const;
  std::vector<Natural> naturals(const Case& one);
  Cases not_said(const Expression& expression);

  // Where `relation` holds of a number that is at least 0.
  template <class Relation>
  Dfa where_number(const Expression& expression, Relation relation);
  // The cases of a condition, without the tracks from `mark` on.
  Dfa closed(std::vector<std::vector<Dfa>> cases, Track mark);
  Dfa comparison(const rules::Condition& condition);
  std::optional<std::size_t> exponent(std::int64_t base) const;

  Algebra& algebra_;
  std::vector<std::string> names_;
  Track next_;
  std::vector<Linear> variables_;
  std::span<const rules::Claim::Function> functions_;
  // The numbers of the condition that is being read: equal ones have the same tracks.
  std::vector<std::pair<Expression, Cases>> known_;
  std::optional<std::string> outside_;
};

}  // namespace grundy::automata
