// boards/board.hpp: the moves of a game on sets of W words, and what such sets fall apart into.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "boards/canon.hpp"
#include "boards/game.hpp"
#include "boards/set.hpp"

namespace grundy::boards {

// A game with sets of W words.
template <std::size_t W>
class Board {
 public:
  explicit Board(const Game& game)
      : canon_(game),
        neighbours_(game.vertices),
        by_least_(game.vertices),
        single_(game.vertices),
        least_removed_(game.least_removed),
        merges_twins_(game.merges_twins) {
    for (std::size_t v = 0; v < game.vertices; ++v)
      neighbours_[v] = narrowed<W>(game.neighbours[v]);
    for (const Game::Move& move : game.moves) {
      Move narrow{narrowed<W>(move.needed), narrowed<W>(move.removed), {}, {}};
      narrow.removed.for_each(
          [&](std::size_t v) { narrow.around = narrow.around | neighbours_[v]; });
      for (const Game::TestOfMove& test : move.tests)
        narrow.tests.push_back(
            {test.is_connected, narrowed<W>(test.set), test.comparison, test.number});
      by_least_[narrow.needed.first()].push_back(std::move(narrow));
    }
    for (std::size_t v = 0; v < game.vertices; ++v) {
      Set<W> alone;
      alone.add(v);
      for_each_rest(alone, [&](const Set<W>&, const Set<W>&) { single_[v] = 1; });
    }
  }

  // What each move leaves of a connected set, and a border that meets all its components.
  template <class Visit>
  void for_each_rest(const Set<W>& set, const Visit& visit) const {
    set.for_each([&](std::size_t v) {
      for (const Move& move : by_least_[v]) {
        if (!set.contains(move.needed) || !set.meets(move.removed)) continue;
        if (!move.tests.empty() && !holds(move, set)) continue;
        const Set<W> rest = set.without(move.removed);
        visit(rest, move.around & rest);
      }
    });
  }

  // A component of a set that is not empty. If all its components meet `border`, a short way
  // from one vertex of the border to the others tells that there is just one.
  Set<W> component(const Set<W>& set, const Set<W>& border = {}) const noexcept {
    const bool has_border = !border.empty();
    Set<W> result, fresh;
    fresh.add(has_border ? border.first() : set.first());
    while (!fresh.empty()) {
      result = result | fresh;
      if (has_border && result.contains(border)) return set;
      Set<W> around;
      fresh.for_each([&](std::size_t v) { around = around | neighbours_[v]; });
      fresh = (around & set).without(result);
    }
    return result;
  }

  // Vertices and edges: a measure of how long a set is searched.
  std::uint32_t weight(const Set<W>& set) const noexcept {
    std::size_t ends = 0;
    set.for_each([&](std::size_t v) { ends += (neighbours_[v] & set).count(); });
    return static_cast<std::uint32_t>(set.count() + ends / 2);
  }
  // The weight of a part of the set, from that of the set.
  std::uint32_t weight_of_rest(Set<W> set, const Set<W>& rest,
                               std::uint32_t weight) const noexcept {
    set.without(rest).for_each([&](std::size_t v) {
      set.remove(v);
      weight -= static_cast<std::uint32_t>(1 + (neighbours_[v] & set).count());
    });
    return weight;
  }

  // Without all but one of vertices with the same closed neighbourhood. What is left is connected.
  Set<W> without_twins(Set<W> set) const {
    if (!merges_twins_) return set;
    const Set<W> all = set;
    all.for_each([&](std::size_t v) {
      if (!set.has(v)) return;
      Set<W> mine = neighbours_[v] & set;
      mine.add(v);
      mine.for_each([&](std::size_t w) {
        if (w <= v) return;
        Set<W> other = neighbours_[w] & set;
        other.add(w);
        if (other == mine) set.remove(w);
      });
    });
    return set;
  }

  const Canon<W>& canon() const noexcept { return canon_; }
  std::uint32_t single(std::size_t v) const noexcept { return single_[v]; }
  // Play on that many vertices takes at most this many moves, and no nimber is larger.
  std::uint32_t most(std::size_t vertices) const noexcept {
    return static_cast<std::uint32_t>(vertices / least_removed_);
  }

 private:
  struct Test {
    bool is_connected;
    Set<W> set;
    Comparison comparison;
    std::size_t number;
  };
  struct Move {
    Set<W> needed;
    Set<W> removed;
    Set<W> around;  // the neighbours of `removed`
    std::vector<Test> tests;
  };

  bool holds(const Move& move, const Set<W>& set) const {
    return std::all_of(move.tests.begin(), move.tests.end(), [&](const Test& test) {
      if (!test.is_connected)
        return compares((test.set & set).count(), test.comparison, test.number);
      const Set<W> rest = set.without(test.set);
      return rest.empty() || component(rest) == rest;
    });
  }

  Canon<W> canon_;
  std::vector<Set<W>> neighbours_;
  std::vector<std::vector<Move>> by_least_;  // by the least vertex that a move needs
  std::vector<std::uint32_t> single_;        // the nimber of one vertex
  std::size_t least_removed_;
  bool merges_twins_;
};

}  // namespace grundy::boards
