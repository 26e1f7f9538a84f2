// support/board_oracle.hpp: nimbers of boards by their definition.
//
// A position is a set of vertices, its nimber the mex of those of all its options. Nothing falls
// apart, nothing is symmetric, nothing is pruned. Shares no code with solver/boards.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace grundy::oracle {

// Up to 32 vertices; related[u][v]: neighbours of a graph, or u below v in a poset.
struct PlainBoard {
  std::size_t vertices = 0;
  std::vector<std::vector<bool>> related;
};

using Vertices = std::uint32_t;
using Options = std::function<std::vector<Vertices>(const PlainBoard&, Vertices)>;

inline bool is_in(Vertices set, std::size_t v) {
  return (set >> v & 1) != 0;
}

inline std::uint32_t nimber(const PlainBoard& board, const Options& options, Vertices position,
                            std::map<Vertices, std::uint32_t>& known) {
  if (const auto found = known.find(position); found != known.end()) return found->second;
  std::set<std::uint32_t> reached;
  for (const Vertices option : options(board, position))
    reached.insert(nimber(board, options, option, known));
  std::uint32_t mex = 0;
  while (reached.contains(mex)) ++mex;
  return known[position] = mex;
}

inline std::uint32_t nimber(const PlainBoard& board, const Options& options) {
  std::map<Vertices, std::uint32_t> known;
  return nimber(board, options, (Vertices{1} << board.vertices) - 1, known);
}

// Who wins, and after how many plies if the winner hurries and the loser delays.
struct PlainEnding {
  bool mover_wins = false;
  std::uint32_t plies = 0;
};

inline PlainEnding ending(const PlainBoard& board, const Options& options, bool misere,
                          Vertices position, std::map<Vertices, PlainEnding>& known) {
  if (const auto found = known.find(position); found != known.end()) return found->second;
  PlainEnding result{misere, 0};
  std::uint32_t soonest_win = 0, latest_loss = 0;
  for (const Vertices option : options(board, position)) {
    const PlainEnding after = ending(board, options, misere, option, known);
    if (after.mover_wins)
      latest_loss = std::max(latest_loss, after.plies + 1);
    else if (soonest_win == 0 || after.plies + 1 < soonest_win)
      soonest_win = after.plies + 1;
  }
  if (soonest_win > 0)
    result = {true, soonest_win};
  else if (latest_loss > 0)
    result = {false, latest_loss};
  return known[position] = result;
}

inline std::vector<Vertices> node_kayles(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options;
  for (std::size_t v = 0; v < board.vertices; ++v) {
    if (!is_in(position, v)) continue;
    Vertices left = position;
    for (std::size_t w = 0; w < board.vertices; ++w)
      if (w == v || board.related[v][w]) left &= ~(Vertices{1} << w);
    options.push_back(left);
  }
  return options;
}

inline std::vector<Vertices> cram(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options;
  for (std::size_t u = 0; u < board.vertices; ++u)
    for (std::size_t v = 0; v < u; ++v)
      if (is_in(position, u) && is_in(position, v) && board.related[u][v])
        options.push_back(position & ~(Vertices{1} << u | Vertices{1} << v));
  return options;
}

inline std::vector<Vertices> kayles(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options = cram(board, position);
  for (std::size_t v = 0; v < board.vertices; ++v)
    if (is_in(position, v)) options.push_back(position & ~(Vertices{1} << v));
  return options;
}

// `related` is an order without equality. The least elements are poisoned.
inline std::vector<Vertices> chomp(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options;
  for (std::size_t v = 0; v < board.vertices; ++v) {
    if (!is_in(position, v)) continue;
    bool is_least = true;
    Vertices left = position & ~(Vertices{1} << v);
    for (std::size_t w = 0; w < board.vertices; ++w) {
      if (board.related[w][v]) is_least = false;
      if (board.related[v][w]) left &= ~(Vertices{1} << w);
    }
    if (!is_least) options.push_back(left);
  }
  return options;
}

// The vertices that are joined to v within the position.
inline Vertices joined(const PlainBoard& board, Vertices position, std::size_t v) {
  Vertices found = Vertices{1} << v;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t a = 0; a < board.vertices; ++a)
      for (std::size_t b = 0; b < board.vertices; ++b)
        if (is_in(found, a) && is_in(position, b) && !is_in(found, b) && board.related[a][b]) {
          found |= Vertices{1} << b;
          grows = true;
        }
  }
  return found;
}

// One vertex or two neighbours, so that the rest of their component is connected or nothing.
inline std::vector<Vertices> octal_033(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options;
  for (const Vertices option : kayles(board, position)) {
    std::size_t taken = 0;
    while (!is_in(position & ~option, taken)) ++taken;
    const Vertices rest = joined(board, position, taken) & option;
    std::size_t first = 0;
    while (first < board.vertices && !is_in(rest, first)) ++first;
    if (rest == 0 || joined(board, rest, first) == rest) options.push_back(option);
  }
  return options;
}

// The neighbours of a vertex that has one or two: `G - open(v)`.
inline std::vector<Vertices> few_neighbours(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options;
  for (std::size_t v = 0; v < board.vertices; ++v) {
    if (!is_in(position, v)) continue;
    Vertices around = 0;
    for (std::size_t w = 0; w < board.vertices; ++w)
      if (is_in(position, w) && board.related[v][w]) around |= Vertices{1} << w;
    const int degree = __builtin_popcount(around);
    if (degree == 1 || degree == 2) options.push_back(position & ~around);
  }
  return options;
}

// Three vertices that are connected.
inline std::vector<Vertices> triples(const PlainBoard& board, Vertices position) {
  std::vector<Vertices> options;
  for (std::size_t a = 0; a < board.vertices; ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (std::size_t c = 0; c < b; ++c) {
        const Vertices three = Vertices{1} << a | Vertices{1} << b | Vertices{1} << c;
        if ((three & ~position) == 0 && joined(board, three, a) == three)
          options.push_back(position & ~three);
      }
  return options;
}

}  // namespace grundy::oracle
