// Boards for tests: how they are built and what they are worth.
#pragma once
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "boards/solver.hpp"
#include "support/board_oracle.hpp"

namespace grundy::boards {

inline StructureSpec spec(const std::string& name, std::initializer_list<std::int64_t> numbers) {
  StructureSpec spec{name, {}};
  for (const std::int64_t number : numbers) spec.arguments.emplace_back(number);
  return spec;
}

inline Structure built(const std::string& name, std::initializer_list<std::int64_t> numbers) {
  auto structure = build(spec(name, numbers));
  EXPECT_TRUE(structure) << structure.error().message;
  return *std::move(structure);
}

inline BoardRules rules_called(const std::string& name) {
  for (const BoardRules& rules : catalogue())
    if (rules.name == name) return rules;
  ADD_FAILURE() << "there is no game " << name;
  return {};
}

inline BoardRules rules_of(const std::string& text) {
  auto rules = parse_rules(text, "test");
  EXPECT_TRUE(rules) << rules.error().message;
  return rules->front();
}

inline Game compiled(const BoardRules& rules, const Structure& structure) {
  auto game = compile(rules, structure);
  EXPECT_TRUE(game) << game.error().message;
  return *std::move(game);
}

inline std::unique_ptr<Solver> solver(const BoardRules& rules, const Structure& structure,
                                      Limits limits = {}) {
  if (limits.threads == 0) limits.threads = 1;
  return Solver::make(compiled(rules, structure), std::move(limits));
}

inline std::uint32_t nimber(const BoardRules& rules, const Structure& structure,
                            Engine engine = Engine::sums) {
  const auto found = solver(rules, structure)->nimber(compiled(rules, structure).start, engine);
  EXPECT_TRUE(found) << found.error().message;
  return *found;
}

inline std::uint32_t nimber(const std::string& game, const std::string& name,
                            std::initializer_list<std::int64_t> numbers) {
  return nimber(rules_called(game), built(name, numbers));
}

// The same structure as the oracle takes it.
inline oracle::PlainBoard plain(const Structure& structure, StructureKind kind) {
  const std::size_t n = structure.vertices;
  oracle::PlainBoard board{n, std::vector(n, std::vector<bool>(n))};
  if (kind == StructureKind::graph) {
    for (const auto& [u, v] : structure.edges) board.related[u][v] = board.related[v][u] = true;
    return board;
  }
  for (const auto& [below, above] : *structure.order) board.related[below][above] = true;
  for (std::size_t round = 0; round < n; ++round)
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        for (std::size_t c = 0; c < n; ++c)
          if (board.related[a][b] && board.related[b][c]) board.related[a][c] = true;
  return board;
}

struct Case {
  BoardRules rules;
  oracle::Options options;
};

// Every construct of the language, beside its definition.
inline std::vector<Case> cases() {
  return {
      {rules_called("node_kayles"), oracle::node_kayles},
      {rules_called("cram"), oracle::cram},
      {rules_called("kayles"), oracle::kayles},
      {rules_called("octal_033"), oracle::octal_033},
      {rules_called("chomp"), oracle::chomp},
      {rules_of("game lone(G: graph) (G) -> G - open(v) for v in G if degree(v) >= 1 and "
                "size(closed(v)) < 4"),
       oracle::few_neighbours},
      {rules_of("game triples(G: graph) (G) -> G - {u, v, w} for connected {u, v, w} in G"),
       oracle::triples},
  };
}

}  // namespace grundy::boards
