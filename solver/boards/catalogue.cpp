#include <cassert>

#include "boards/rules.hpp"

namespace grundy::boards {
namespace {

constexpr std::string_view games_text = R"(
# G. Sicherman and others; T. J. Schaefer, "On the complexity of some two-person
# perfect-information games", J. Comput. Syst. Sci. 16 (1978).
game node_kayles(G: graph)
  "Take a vertex and all its neighbours."
  (G) -> G - closed(v)  for v in G

# Cram on a grid (G. Flanigan, M. Gardner 1974); on graphs also called Arc Kayles.
game cram(G: graph)
  "Take two neighbours."
  (G) -> G - {u, v}  for edge (u, v) in G

game arc_kayles(G: graph)
  "Take an edge with its two ends."
  (G) -> G - {u, v}  for edge (u, v) in G

# F. Schuh (1952), D. Gale (1974). The least elements are poisoned and stay.
game chomp(P: poset)
  "Eat an element with all above it, but no least one."
  (P) -> P - up(x)  for x in P  if size(down(x)) > 1

# Octal game 0.33 on graphs: L. Beaudou, P. Coupechoux, A. Dailly, S. Gravier, J. Moncel, A. Parreau,
# E. Sopena, "Octal games on graphs: the game 0.33 on subdivided stars and bistars" (2018).
game octal_033(G: graph)
  "Take one vertex or two neighbours so that the rest stays connected."
  (G) -> G - {v}     for v in G            if connected(G - {v})
  (G) -> G - {u, v}  for edge (u, v) in G  if connected(G - {u, v})

game kayles(G: graph)
  "Take one vertex or two neighbours."
  (G) -> G - {v}     for v in G
  (G) -> G - {u, v}  for edge (u, v) in G
)";

}  // namespace

std::span<const BoardRules> catalogue() {
  static const std::vector<BoardRules> games = [] {
    auto parsed = parse_rules(games_text, "catalogue of boards");
    assert(parsed);
    return parsed ? *std::move(parsed) : std::vector<BoardRules>();
  }();
  return games;
}

}  // namespace grundy::boards
