// ask/misere.hpp: sums under misère play, by theory where it holds.
//
// Tame positions (search/misere_search.hpp) behave like heaps of misère Nim, so a sum of them is
// won or lost by a count of heaps and one xor, however large it is.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ask/expression.hpp"
#include "ask/search_source.hpp"
#include "base/value.hpp"
#include "search/misere_search.hpp"

namespace grundy::query {

// What decides a sum of tame positions. Heaps of 2 and more are rich; a firm position of nimber 0
// or 1 counts as two of them, as 2 + 2 and 2 + 3 do.
class MisereSum {
 public:
  // Requires a tame kind.
  void add(lazy::MisereKind kind, std::uint64_t count = 1) noexcept;
  // One that was added.
  void remove(lazy::MisereKind kind) noexcept;

  // S: the xor is not 0; T: it is. Then how many heaps are rich: 0, 1, or 2 for more. T1 cannot be.
  // The player to move has lost in S0 and T2, and wins by moving there from anywhere else.
  std::string_view name() const noexcept;
  Outcome outcome() const noexcept;

 private:
  static std::uint64_t rich_heaps(lazy::MisereKind kind) noexcept;

  std::uint32_t nimber_ = 0;
  std::uint64_t rich_ = 0;
};

// Kinds of positions by search; remembers what it has searched. Not thread-safe.
class MisereTheory {
 public:
  // The meter must outlive it.
  explicit MisereTheory(lazy::Meter& meter) : meter_(meter) {}

  // Whether the theory speaks of this game: it has no endings.
  static bool covers(const rules::Rules& rules) noexcept;

  // Errors are those of lazy::MisereSearch.
  Result<lazy::MisereKind> kind(const std::shared_ptr<const rules::Rules>& rules,
                                const Position& position);

  // Derives some of what it remembers again, as SearchSource does.
  Status check(const std::shared_ptr<const rules::Rules>& rules,
               const std::vector<Position>& positions, std::chrono::steady_clock::time_point end);

 private:
  lazy::Meter& meter_;
  std::map<std::shared_ptr<const rules::Rules>, lazy::MisereSearch> searches_;
};

// The genus of a position, as far as a search finds it.

// "2^2052": the nimber of one position of the term, and the first misère nimbers of the position
// together with 0, 1, 2, .. heaps of 2: the m for which the sum with one more heap of m is a
// misère P-position (Conway, On Numbers and Games, ch. 12). What exceeds the limits of the search
// is `?`. Larger numbers than 9 are set in parentheses. Requires rules without endings.
std::string genus(const Term& term, SearchSource& search);

}  // namespace grundy::query
