#include <fmt/format.h>

#include <algorithm>

#include "boards/game.hpp"

namespace grundy::boards {
namespace {

// More would not fit into caches, nor come to an end.
constexpr std::size_t most_moves = 1 << 18;

bool removes_up_sets(const BoardRules& rules) {
  return std::all_of(rules.rules.begin(), rules.rules.end(), [](const RemovalRule& rule) {
    return rule.binder == RemovalRule::Binder::vertex && rule.removed.kind == SetTerm::Kind::up;
  });
}

class Compiler {
 public:
  Compiler(const BoardRules& rules, const Structure& structure)
      : rules_(rules), structure_(structure) {}

  Result<Game> compile() {
    game_.text = fmt::format("{}({})", rules_.name, structure_.text);
    game_.vertices = structure_.vertices;
    for (std::size_t v = 0; v < structure_.vertices; ++v)
      game_.names.push_back(name_of(structure_, v));
    if (Status status = relate(); !status) return status.error();
    for (const RemovalRule& rule : rules_.rules)
      if (Status status = add_moves(rule); !status) return status.error();
    if (structure_.lattice) {
      game_.lattice = structure_.lattice;
      game_.reflects = rules_.kind == StructureKind::graph;
    }
    prove();
    set_start();
    return std::move(game_);
  }

 private:
  // Neighbours; for posets the closure of the order by Warshall's algorithm.
  Status relate() {
    const std::size_t n = structure_.vertices;
    game_.neighbours.assign(n, {});
    if (rules_.kind == StructureKind::graph) {
      for (const auto& [u, v] : structure_.edges) {
        game_.neighbours[u].add(v);
        game_.neighbours[v].add(u);
      }
      return {};
    }
    if (!structure_.order)
      return Error{
          Errc::usage,
          fmt::format("{} is played on posets, and {} has no order; path, grid, hypercube, "
                      "product and file have one",
                      rules_.name, structure_.text)};
    up_.assign(n, {});
    for (std::size_t v = 0; v < n; ++v) up_[v].add(v);
    for (const auto& [below, above] : *structure_.order) up_[below].add(above);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t v = 0; v < n; ++v)
        if (up_[v].has(k)) up_[v] = up_[v] | up_[k];
    down_.assign(n, {});
    for (std::size_t v = 0; v < n; ++v) up_[v].for_each([&](std::size_t w) { down_[w].add(v); });
    for (std::size_t v = 0; v < n; ++v) {
      if ((up_[v] & down_[v]).count() > 1)
        return Error{Errc::usage,
                     fmt::format("{} is no poset: its order has a cycle", structure_.text)};
      game_.neighbours[v] = up_[v] | down_[v];
      game_.neighbours[v].remove(v);
    }
    return {};
  }

  Status add_moves(const RemovalRule& rule) {
    switch (rule.binder) {
      case RemovalRule::Binder::vertex:
        for (std::size_t v = 0; v < structure_.vertices; ++v)
          if (!add_move(rule, {v})) return too_many();
        return {};
      case RemovalRule::Binder::edge:
        for (std::size_t u = 0; u < structure_.vertices; ++u)
          if (!add_pairs(rule, u)) return too_many();
        return {};
      case RemovalRule::Binder::connected:
        break;
    }
    for (std::size_t v = 0; v < structure_.vertices; ++v)
      if (!grow(rule, {v}, game_.neighbours[v], AnySet())) return too_many();
    return {};
  }

  // Both ways round: the rule may treat the ends of an edge differently.
  bool add_pairs(const RemovalRule& rule, std::size_t u) {
    bool fits = true;
    game_.neighbours[u].for_each([&](std::size_t v) {
      const bool same = rule.removed.kind == SetTerm::Kind::members && rule.tests.empty() &&
                        rule.removed.names.size() == 2;
      if (same && v < u) return;
      fits = fits && add_move(rule, {u, v});
    });
    return fits;
  }

  // Each connected set once: grown from its least vertex, where a vertex that was passed over is
  // never taken later (D. Avis and K. Fukuda, "Reverse search for enumeration", 1996).
  bool grow(const RemovalRule& rule, std::vector<std::size_t> chosen, AnySet border,
            AnySet passed) {
    if (chosen.size() == rule.names) return add_move(rule, chosen);
    for (std::size_t v = 0; v < structure_.vertices; ++v) {
      if (v <= chosen.front() || !border.has(v) || passed.has(v)) continue;
      if (std::find(chosen.begin(), chosen.end(), v) != chosen.end()) continue;
      auto more = chosen;
      more.push_back(v);
      if (!grow(rule, std::move(more), border | game_.neighbours[v], passed)) return false;
      passed.add(v);
    }
    return true;
  }

  AnySet set_of(const SetTerm& term, const std::vector<std::size_t>& bound) const {
    AnySet set;
    for (const std::size_t name : term.names) {
      const std::size_t v = bound[name];
      switch (term.kind) {
        case SetTerm::Kind::members:
          set.add(v);
          break;
        case SetTerm::Kind::closed:
          set = game_.neighbours[v];
          set.add(v);
          break;
        case SetTerm::Kind::open:
          set = game_.neighbours[v];
          break;
        case SetTerm::Kind::up:
          set = up_[v];
          break;
        case SetTerm::Kind::down:
          set = down_[v];
          break;
      }
    }
    return set;
  }

  bool add_move(const RemovalRule& rule, const std::vector<std::size_t>& bound) {
    Game::Move move;
    for (const std::size_t v : bound) move.needed.add(v);
    move.removed = set_of(rule.removed, bound);
    // As long as only up-sets are removed, all that is below a vertex stays.
    const bool down_stays = rules_.kind == StructureKind::poset && removes_up_sets(rules_);
    for (const Test& test : rule.tests) {
      const AnySet set = set_of(test.set, bound);
      const auto number = static_cast<std::size_t>(test.number);
      if (down_stays && !test.is_connected && test.set.kind == SetTerm::Kind::down) {
        if (!compares(set.count(), test.comparison, number)) return true;
        continue;
      }
      move.tests.push_back({test.is_connected, set, test.comparison, number});
    }
    if (game_.moves.size() == most_moves) return false;
    game_.moves.push_back(std::move(move));
    return true;
  }

  Error too_many() const {
    return {Errc::unsupported,
            fmt::format("{} has more than {} moves, the most of a board", game_.text, most_moves)};
  }

  AnySet closed(std::size_t v) const {
    AnySet set = game_.neighbours[v];
    set.add(v);
    return set;
  }

  bool is_untested() const {
    return std::all_of(game_.moves.begin(), game_.moves.end(),
                       [](const Game::Move& move) { return move.tests.empty(); });
  }

  void prove() {
    game_.merges_twins = game_.mirrors = is_untested();
    game_.least_removed = most_vertices;
    for (const Game::Move& move : game_.moves) {
      const bool one = move.needed.count() == 1;
      const AnySet around = one ? closed(move.needed.first()) : AnySet();
      if (!one || move.removed != around) game_.merges_twins = false;
      const bool is_edge = move.needed.count() == 2 && move.needed == move.removed;
      if (!is_edge && !(one && around.contains(move.removed))) game_.mirrors = false;
      // Of other neighbours there may be none left.
      const std::size_t sure = (move.removed & move.needed).count();
      game_.least_removed = std::min(game_.least_removed, std::max<std::size_t>(sure, 1));
    }
    if (game_.moves.empty()) game_.least_removed = 1;
  }

  // What no move speaks of means nothing, unless a test looks at it.
  void set_start() {
    for (std::size_t v = 0; v < structure_.vertices; ++v) game_.start.add(v);
    if (!is_untested()) return;
    game_.start = {};
    for (const Game::Move& move : game_.moves)
      game_.start = game_.start | move.needed | move.removed;
  }

  const BoardRules& rules_;
  const Structure& structure_;
  Game game_;
  std::vector<AnySet> up_;  // each with itself
  std::vector<AnySet> down_;
};

}  // namespace

Result<Game> compile(const BoardRules& rules, const Structure& structure) {
  return Compiler(rules, structure).compile();
}

}  // namespace grundy::boards
