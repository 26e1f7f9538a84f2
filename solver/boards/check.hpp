// boards/check.hpp: what a search has found, derived again by the definition.
//
// Options are listed by options(), without symmetries. A nimber is wrong
// if an option is known to have it; and if all options are known, it must be their mex.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "boards/game.hpp"
#include "boards/search.hpp"
#include "boards/table.hpp"

namespace grundy::boards {

template <std::size_t W>
class Check {
 public:
  Check(const Game& game, const Board<W>& board, Table<W>& table)
      : game_(game), board_(board), table_(table) {}

  // Whether nothing that is known of the options contradicts the facts.
  bool agrees(const Set<W>& position, Facts facts) {
    AnySet set;
    std::copy(position.words.begin(), position.words.end(), set.words.begin());
    std::vector<bool> hit(game_.vertices + 1);
    bool all_known = true;
    for (const AnySet& option : options(game_, set)) {
      const auto nimber = nimber_of(option);
      if (!nimber) all_known = false;
      if (nimber && *nimber < hit.size()) hit[*nimber] = true;
    }
    const auto mex =
        static_cast<std::uint32_t>(std::find(hit.begin(), hit.end(), false) - hit.begin());
    const std::uint32_t bound = facts.bound();
    if (bound < hit.size() && hit[bound]) return false;
    if (!all_known) return true;
    if (facts.is_exact()) return facts.nimber() == mex;
    for (std::uint32_t n = 0; n < Facts::recorded; ++n)
      if (facts.is_hit(n) && (n >= hit.size() || !hit[n])) return false;
    return mex <= bound;
  }

 private:
  std::optional<std::uint32_t> nimber_of(AnySet set) {
    std::uint32_t nimber = 0;
    while (!set.empty()) {
      const AnySet part = component(game_, set);
      set = set.without(part);
      const auto found = nimber_of_part(part);
      if (!found) return {};
      nimber ^= *found;
    }
    return nimber;
  }

  std::optional<std::uint32_t> nimber_of_part(const AnySet& part) {
    if (part.count() == 1) return options(game_, part).size();
    const auto form = board_.canon()(board_.without_twins(narrowed<W>(part)));
    if (form.set.count() == 1) return board_.single(form.set.first());
    if (form.mirrored) return 0;
    const auto facts = table_.find(form.set, form.set.hash());
    if (!facts || !facts->is_exact()) return {};
    return facts->nimber();
  }

  const Game& game_;
  const Board<W>& board_;
  Table<W>& table_;
};

}  // namespace grundy::boards
