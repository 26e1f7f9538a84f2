// search/genus_search.hpp: genera of positions of one game, by what play from them can reach.
//
// Genera of sums do not follow from those of their parts, so each sum that can be reached is
// looked at: a multiset of positions, without those that cannot move. Sums of tame positions
// (search/misere_search.hpp) are Nim heaps, and not looked into. What was found is remembered.
//
// Memory: for a sum 4 bytes a position and about 30 more; for each option of a single position
// about as much. Not thread-safe.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "search/game_walk.hpp"
#include "search/genus.hpp"
#include "search/key_table.hpp"
#include "search/meter.hpp"
#include "search/misere_search.hpp"

namespace grundy::lazy {

class GenusSearch {
 public:
  // The meter must outlive the search.
  GenusSearch(std::shared_ptr<const rules::Rules> rules, Meter& meter);

  // Errors as in search/component_search.hpp; Errc::unsupported for rules with endings.
  Result<Genus> genus(const Position& position);
  Result<MisereKind> kind(const Position& position) { return kinds_.kind(position); }

 private:
  using Sum = std::vector<Id>;  // its positions that can move, by number, ascending

  struct Component {
    MisereKind kind;
    bool can_move;
    std::optional<std::vector<Sum>> options;  // listed when they are first asked for
  };

  Result<Id> component(const Position& position);
  Result<Sum> sum_of(const std::vector<Position>& positions);
  Status list_options(Id component);
  Result<Id> number_of(const Sum& sum);
  Result<bool> look_into(Id sum);
  std::optional<Genus> of_tame(const Sum& sum) const;

  std::shared_ptr<const rules::Rules> rules_;
  Meter& meter_;
  GameWalk walk_;
  MisereSearch kinds_;
  KeyTable<std::int64_t> positions_;
  std::vector<Component> components_;  // by number of their position
  KeyTable<Id> sums_;
  std::vector<const Genus*> genera_;  // by number of their sum; null: not known yet
  std::set<Genus> different_;
  std::vector<Id> stack_;
};

}  // namespace grundy::lazy
