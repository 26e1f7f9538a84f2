// methods/pieces/pieces_game.hpp: which rules leave a heap in parts, and how large their nimbers
// get.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "methods/heap_moves.hpp"
#include "rules/rules.hpp"

namespace grundy::pieces {

struct PiecesGame {
  std::vector<family::HeapMove> moves;
  std::uint64_t heaps;
  std::uint64_t nimbers;  // sets have room for so many: a power of two, at least 64
};

// Rules without endings, for heaps 0 .. heaps - 1. Nothing, with a reason, for rules of another
// form: among three parts each must have the same least size and equal ones must be allowed.
// Solves the first heaps to see how large nimbers get; later ones may still turn out larger.
std::optional<PiecesGame> recognise_pieces(const rules::Rules& rules, std::uint64_t heaps,
                                           std::string& why_not);

}  // namespace grundy::pieces
