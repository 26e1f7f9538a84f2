// kernels/ray/unions.hpp: values where lines gather what lies below their positions.
//
// Some lines (kernels/ray/plane.hpp) know the positions on them. Others gather, of each position,
// what another line through it knows by then: of the positions before this one on that line. So
// they know what a player can leave who lowers several coordinates at once, each by any amount, and
// a union of sets replaces a walk over all these positions.
//
// The options of a position are what some of its lines know: its nimber is the least number in none
// of their sets, and its outcome is N if one of them knows a P-position. Then each line comes to
// know what it gathers, first those whose source still lacks the position.
//
// Sets are those of kernels/ray/nimbers.hpp, with room for every value that occurs. For an outcome
// a line has one byte: 0 if it knows nothing, 1 if it knows N-positions only, 2 if it knows a
// P-position. Costs a visit of each line and of its source, for every slice of a set that values up
// to the height of a position reach. Allocates nothing. All SIMD targets give the same. Calls may
// run at once if they share no lines.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/ray/nimbers.hpp"
#include "kernels/ray/plane.hpp"

namespace grundy::kernels {

struct Gatherer {
  std::size_t from;  // the line that it gathers from, a later one; or itself: from the positions
  bool has_options;
};

template <class Cell>
struct UnionPlane : Plane<Cell> {       // straight, without arms
  std::span<const Gatherer> gatherers;  // by line
};

template <class Cell>
struct NimberUnions : UnionPlane<Cell> {
  ValueSets sets;
  std::size_t slices;  // of a set
};

struct OutcomeUnions : UnionPlane<std::uint8_t> {  // cells are 0 = P, 1 = N
  std::uint8_t* known;                             // by line
  bool misere;
};

void solve_nimber_unions(const NimberUnions<std::uint8_t>& plane) noexcept;
void solve_nimber_unions(const NimberUnions<std::uint16_t>& plane) noexcept;
void solve_nimber_unions(const NimberUnions<std::uint32_t>& plane) noexcept;

void solve_outcome_unions(const OutcomeUnions& plane) noexcept;

}  // namespace grundy::kernels
