#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "boards/game.hpp"

namespace grundy::boards {
namespace {

// Whether the tests of a move hold in the component that it is made in.
bool holds(const Game& game, const Game::Move& move, const AnySet& part) {
  return std::all_of(move.tests.begin(), move.tests.end(), [&](const Game::TestOfMove& test) {
    if (!test.is_connected)
      return compares((test.set & part).count(), test.comparison, test.number);
    const AnySet rest = part.without(test.set);
    return rest.empty() || component(game, rest) == rest;
  });
}

}  // namespace

std::string to_string(const Game& game, const AnySet& position) {
  std::vector<std::string> lost;
  game.start.without(position).for_each([&](std::size_t v) { lost.push_back(game.names[v]); });
  if (lost.empty()) return game.text;
  return fmt::format("{} - {{{}}})", game.text.substr(0, game.text.size() - 1),
                     fmt::join(lost, ", "));
}

AnySet component(const Game& game, const AnySet& set) {
  AnySet found;
  std::vector<std::size_t> open = {set.first()};
  while (!open.empty()) {
    const std::size_t v = open.back();
    open.pop_back();
    if (found.has(v)) continue;
    found.add(v);
    (game.neighbours[v] & set).for_each([&](std::size_t w) { open.push_back(w); });
  }
  return found;
}

std::uint64_t digest(const Game& game) {
  std::uint64_t digest = game.vertices;
  const auto add = [&](std::uint64_t part) {
    digest = (digest ^ part) * 0x9e3779b97f4a7c15;
    digest ^= digest >> 32;
  };
  add(game.start.hash());
  for (const AnySet& around : game.neighbours) add(around.hash());
  for (const Game::Move& move : game.moves) {
    add(move.needed.hash());
    add(move.removed.hash());
    for (const Game::TestOfMove& test : move.tests) {
      add(test.set.hash());
      add(test.is_connected ? 1 : 2 + static_cast<std::uint64_t>(test.comparison));
      add(test.number);
    }
  }
  return digest;
}

std::vector<AnySet> options(const Game& game, const AnySet& position) {
  std::vector<AnySet> parts;
  for (AnySet rest = position; !rest.empty(); rest = rest.without(parts.back()))
    parts.push_back(component(game, rest));
  std::vector<AnySet> options;
  std::set<AnySet> seen;
  for (const Game::Move& move : game.moves) {
    if (!position.contains(move.needed)) continue;
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const AnySet& candidate) {
      return candidate.contains(move.needed);
    });
    if (!part->meets(move.removed) || !holds(game, move, *part)) continue;
    const AnySet option = position.without(move.removed);
    if (seen.insert(option).second) options.push_back(option);
  }
  return options;
}

}  // namespace grundy::boards
