// quotient/definition.hpp: whether a monoid tells the outcomes of all sums, by their definition.
//
// Given are kinds of positions: a class of the monoid, and the classes of all options. A sum of
// positions of these kinds, X, has the class F(X), the product of theirs. The monoid is right about
// all sums, however large, if for every X that can be moved
//
//   F(X) lost       <=>  no option X' of X has F(X') lost
//
// and the identity is not lost. This is decided as follows.
//
// (1) Let F(X) be lost, and an option too, by a move of a position of kind h to an option of class
// x. The rest of X has some class q. So (1) fails only if q F(h) and q x are lost for some q.
//
// (2) Let F(X) not be lost. For each kind h let S(h) be the set of classes z for which neither
// z F(h) nor any z x is lost, x running over the options of h. Let S(X) be the set of z for which
// z F(X) is not lost, and no move in X leads from a sum of X and a position of class z to one that
// is lost. Then
//
//   S(X + h) = {z : z F(h) in S(X), z F(X) in S(h)},     S(nothing) = {z : z not lost}.
//
// (2) fails if and only if S(X) has the identity for some X that is not nothing. So all pairs
// (F(X), S(X)) are enumerated. Pairs whose set is empty stay empty when more is added, and a pair
// within another of the same class fails only if that fails. Both are left out. What remains is
// finite, since the monoid is.
//
// The pairs (F(X), classes of all options of X) are the transition algebra of A. N. Siegel, "The
// structure and classification of misère quotients" (2007); S(X) is what (2) needs of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "quotient/monoid.hpp"
#include "search/meter.hpp"

namespace grundy::quotient {

struct Kind {
  Element value = identity;
  std::vector<Element> options;  // ascending, none twice
  friend auto operator<=>(const Kind&, const Kind&) = default;
};

// A sum of which the monoid is wrong, or of which it is wrong about an option.
struct Contradiction {
  // Of (1): kind `kind` beside a position of class `beside`, and its option of class `option`.
  // Of (2): `sum` alone, kinds by number.
  std::vector<std::size_t> sum;
  std::size_t kind = 0;
  Element beside = identity;
  Element option = identity;
};

class Definition {
 public:
  explicit Definition(std::shared_ptr<const Monoid> monoid)
      : monoid_(std::move(monoid)), found_(monoid_->order()) {}

  // Adds one kind to those that sums may have; its number is how many came before. Not if that
  // leads to a contradiction or an error. A kind without options must have the identity as its
  // class. Errors: Errc::memory and Errc::interrupted by the meter.
  Result<std::optional<Contradiction>> add(const Kind& kind, lazy::Meter& meter);

 private:
  using Set = std::vector<std::uint64_t>;

  static constexpr std::size_t nothing = ~std::size_t{0};
  struct Pair {
    Element value;
    Set set;
    std::size_t before, kind;  // the pair to which this kind was added; or nothing
  };

  Result<std::optional<Contradiction>> extend(std::size_t number, lazy::Meter& meter);
  std::optional<Contradiction> lost_beside(std::size_t number) const;
  Set set_of(const Kind& kind) const;
  Set added(const Pair& pair, std::size_t kind) const;
  bool is_within_another(Element value, const Set& set) const;
  Result<bool> keep(Pair pair, const lazy::Meter& meter);
  Contradiction stuck(std::size_t pair) const;

  void remove_last_kind(std::size_t pairs);

  std::shared_ptr<const Monoid> monoid_;
  std::vector<Kind> kinds_;
  std::vector<Set> sets_;  // S of each kind
  std::vector<Pair> pairs_;
  std::vector<std::vector<std::size_t>> found_;  // the pairs of each class
  std::uint64_t bytes_ = 0;
};

}  // namespace grundy::quotient
