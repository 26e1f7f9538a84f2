// quotient/monoid.hpp: finite commutative monoids with a subset, which answer misère sums.
//
// Positions X and Y of a set closed under sums and options are indistinguishable if X + Z and
// Y + Z have the same winner for every Z of the set. The classes form a commutative monoid Q. Those
// of P-positions are its P-portion. (Q, P) is the misère quotient of the set. A map of positions to
// their classes, the pretending function, then tells the winner of every sum: it multiplies.
//
// T. E. Plambeck, "Taming the wild in impartial combinatorial games", Integers 5 (2005), G5.
// T. E. Plambeck, A. N. Siegel, "Misère quotients for impartial games", J. Combin. Theory A 115
// (2008) 593-622.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grundy::quotient {

using Element = std::uint32_t;
inline constexpr Element identity = 0;

// Elements are 0 .. order - 1, of which 0 is the identity.
class Monoid {
 public:
  // product[a * order + b] is a b; Requires a commutative and associative product.
  Monoid(std::vector<Element> product, std::vector<bool> is_lost);

  // That of positions which nobody can move: the identity, an N-position.
  static Monoid trivial() { return {{identity}, {false}}; }

  std::size_t order() const noexcept { return is_lost_.size(); }
  Element product(Element a, Element b) const noexcept { return product_[a * order() + b]; }
  Element power(Element a, std::uint64_t exponent) const noexcept;
  // Whether positions of this class are P-positions.
  bool is_lost(Element a) const noexcept { return is_lost_[a]; }

 private:
  std::vector<Element> product_;
  std::vector<bool> is_lost_;
};

// Whether for any two elements some third one makes just one of the products a P-position. Then,
// and if every element is the class of some position, no smaller monoid tells the same outcomes.
bool is_reduced(const Monoid& monoid);

// Whether the product is commutative and associative, with the identity 0, and all elements are
// products of these. By Light's test, which takes order^2 steps for each of these elements (A. H.
// Clifford, G. B. Preston, The Algebraic Theory of Semigroups 1 (1961), section 1.2).
bool is_generated_by(const Monoid& monoid, const std::vector<Element>& generators);

}  // namespace grundy::quotient
