// search/genus.hpp: what misère play shows of a position beside heaps of 2.
//
// The genus of G is its nimber g, and the misère nimbers of G, G + 2, G + 2 + 2, ..: the misère
// nimber of a sum X is the m for which X + m is a misère P-position. By induction it is the mex of
// those of the options, and 1 where there are none. From G with k + 1 heaps of 2 play leads to an
// option of G with as many, to G with k of them, and to that with a heap of 1, which has the misère
// nimber that differs in the last bit. So
//
//   g(0) = mex of the options' g(0)
//   g(k + 1) = mex of the options' g(k + 1), of g(k), and of g(k) xor 1
//
// and genera of options tell that of a position. From some k on these numbers alternate, and are
// written up to the first two that do: 4^146 is 4, and then 1, 4, 6, 4, 6, ..
// J. H. Conway, On Numbers and Games (1976), ch. 12; Winning Ways, ch. 13.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "search/misere_search.hpp"

namespace grundy::lazy {

class Genus {
 public:
  // Of a position with options of these genera, and no others.
  static Genus of_options(const std::set<Genus>& options);
  // Of heaps of misère Nim. Requires a tame kind.
  static Genus of_tame(MisereKind kind);

  std::uint32_t nimber() const noexcept { return nimber_; }
  // Two or more; the last two go on alternating.
  const std::vector<std::uint32_t>& superscripts() const noexcept { return superscripts_; }
  // With so many heaps of 2.
  std::uint32_t misere_nimber(std::size_t twos) const noexcept;

  friend auto operator<=>(const Genus&, const Genus&) = default;

 private:
  Genus(std::uint32_t nimber, std::vector<std::uint32_t> superscripts)
      : nimber_(nimber), superscripts_(std::move(superscripts)) {}

  std::uint32_t nimber_;
  std::vector<std::uint32_t> superscripts_;
};

// "4^146"; numbers above 9 stand in parentheses.
std::string to_string(const Genus& genus);

}  // namespace grundy::lazy
