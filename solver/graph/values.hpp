// graph/values.hpp: the values of all vertices, their counts and fingerprint.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "graph/graph.hpp"
#include "graph/work.hpp"

namespace grundy::graph {

struct Question {
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  // Cycles are allowed: who can neither win nor be made to lose plays on for ever, a draw.
  bool loopy = false;
};

// What is asked where no quantity is named: nimbers, outcomes under misère play, and remoteness
// where cycles are allowed.
Question question_of(std::optional<Quantity> quantity, Convention convention, bool loopy);

inline constexpr std::uint32_t draw = std::numeric_limits<std::uint32_t>::max();

struct Values {
  Question question;
  // By vertex: the nimber if that was the question, else the remoteness, or draw.
  Array<std::uint32_t> cells;
  // Vertices of one layer can be solved at once: layer 0 has no options, and a vertex of
  // layer k has one of layer k - 1 and none of a higher one. Loopy: those of equal remoteness.
  std::uint32_t layers = 0;

  bool is_draw(Vertex v) const noexcept {
    return question.quantity != Quantity::nimber && cells[v] == draw;
  }
  // Requires that it is no draw. The last move is made by the winner, under misère play by the
  // loser, so the parity of the remoteness tells who wins.
  Outcome outcome(Vertex v) const noexcept {
    if (question.quantity == Quantity::nimber) return cells[v] == 0 ? Outcome::P : Outcome::N;
    return outcome_of(cells[v], question.convention);
  }

  static constexpr Outcome outcome_of(std::uint32_t remoteness, Convention convention) noexcept {
    const Outcome without_options = outcome_without_options(convention);
    return remoteness % 2 == 0 ? without_options : other(without_options);
  }
};

// Errc::usage for nimbers of misère play or of graphs with cycles.
Status check(const Question& question);

// Linear in vertices and edges, in parallel. Errors: those of check(); Errc::corrupt, naming a
// cycle, if there is one and the question is not loopy.
Result<Values> solve(const Graph& graph, const Question& question, const Work& work);

// Counts and fingerprint of a graph's values.

struct Statistics {
  std::uint64_t p_positions = 0;
  std::uint64_t n_positions = 0;
  std::uint64_t draws = 0;
  std::uint32_t max_value = 0;  // nimber or remoteness, of vertices that are no draws
  // [v] = vertices of nimber v, for those below 65,536; empty for other quantities.
  std::vector<std::uint64_t> histogram;
  // As base/digest.hpp says, of a box with one coordinate, the number of the vertex. Among outcomes
  // a draw has the weight 2, among remotenesses 2^32 - 1.
  Digest digest;
};

Statistics statistics(const Values& values);

// Several tokens on one graph, a disjunctive sum.
//
// A move takes one token along an edge; tokens do not mind each other and may share a vertex.

struct TokenMove {
  std::size_t token;  // 0 is the first
  Vertex from;
  Vertex to;
};

struct TokenSum {
  std::uint32_t nimber = 0;
  std::vector<TokenMove> winning;  // by token, then by `to`; a repeated edge is one move

  Outcome outcome() const noexcept { return nimber == 0 ? Outcome::P : Outcome::N; }
};

// Requires nimbers.
TokenSum sum_of(const Graph& graph, const Values& nimbers, std::span<const Vertex> tokens);

}  // namespace grundy::graph
