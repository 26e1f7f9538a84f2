// search/genus.hpp: genera of positions: their nimbers, and misère nimbers beside heaps of 2.
//
// The genus of G is its nimber g, and the misère nimbers of G, G + 2, G + 2 + 2, ..: the misère
// nimber of a sum X is the m for which X + m is a misère P-position. By induction it is the mex of
// those of the options, and 1 if there are none. Moves from G with k + 1 heaps of 2 lead to an
// option of G with the same heaps, to G with k of them, and to G with k of them and a heap of 1.
// The latter has the misère nimber that differs in the last bit. So
//
//   g(0) = mex of the options' g(0)
//   g(k + 1) = mex of the options' g(k + 1), of g(k), and of g(k) xor 1
//
// and the genus of a position follows from those of its options. From some k on these numbers
// alternate. They are written up to the first two that do: 4^146 is 4, and then 1, 4, 6, 4, 6, ..
// J. H. Conway, On Numbers and Games (1976), ch. 12; Winning Ways, ch. 13.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "search/game_walk.hpp"
#include "search/key_table.hpp"
#include "search/meter.hpp"
#include "search/misere_search.hpp"

namespace grundy::lazy {

class Genus {
 public:
  // The genus of a position whose options have exactly these genera.
  static Genus of_options(const std::set<Genus>& options);
  // The genus of a sum of Nim heaps of this kind, which must be tame.
  static Genus of_tame(MisereKind kind);

  std::uint32_t nimber() const noexcept { return nimber_; }
  // Two or more; the last two alternate without end.
  const std::vector<std::uint32_t>& superscripts() const noexcept { return superscripts_; }
  // The misère nimber beside that many heaps of 2.
  std::uint32_t misere_nimber(std::size_t twos) const noexcept;

  friend auto operator<=>(const Genus&, const Genus&) = default;

 private:
  Genus(std::uint32_t nimber, std::vector<std::uint32_t> superscripts)
      : nimber_(nimber), superscripts_(std::move(superscripts)) {}

  std::uint32_t nimber_;
  std::vector<std::uint32_t> superscripts_;
};

// "4^146"; numbers above 9 are in parentheses.
std::string to_string(const Genus& genus);

// Genera of positions of one game, by search.
//
// Genera of sums do not follow from those of their parts. So the search expands every sum that play
// can reach: a multiset of positions, without those that cannot move. Sums of tame positions
// (search/misere_search.hpp) are not expanded, as they behave like Nim heaps. All results are kept.
//
// Memory: for a sum 4 bytes a position and about 30 more; for each option of a single position
// about the same. Not thread-safe.

class GenusSearch {
 public:
  // The meter must outlive the search.
  GenusSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter);

  // Errors as for MisereSearch::kind.
  Result<Genus> genus(const Position& position);
  Result<MisereKind> kind(const Position& position) { return kinds_.kind(position); }

 private:
  using Sum = std::vector<Id>;  // its positions that can move, by number, ascending

  struct Component {
    MisereKind kind;
    bool can_move;
    std::optional<std::vector<Sum>> options;  // listed when first needed
  };

  Result<Id> component(const Position& position);
  Result<Sum> sum_of(const std::vector<Position>& positions);
  Status list_options(Id component);
  Result<Id> number_of(const Sum& sum);
  Result<bool> expand(Id sum);
  std::optional<Genus> of_tame(const Sum& sum) const;

  std::shared_ptr<const rules::Rules> rules_;
  Meter& meter_;
  GameWalk walk_;
  MisereSearch kinds_;
  KeyTable<std::int64_t> positions_;
  std::vector<Component> components_;  // by number of their position
  KeyTable<Id> sums_;
  std::vector<const Genus*> genera_;  // by number of the sum; null: not known yet
  std::set<Genus> different_;
  std::vector<Id> stack_;
};

}  // namespace grundy::lazy
