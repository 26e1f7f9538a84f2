// kernels/ray/nimbers.hpp: nimbers where all moves are rays, from the value sets of lines.
//
// For every line (kernels/ray/plane.hpp) a set keeps the nimbers found on it so far. The nimber of
// a position is the least number in none of the sets of its lines; it then joins all of them. That
// costs a few vectors for each line, however many options there are.
//
// Sets are cut into slices of 256 values: set l, slice s is the `slice_words` 64-bit words
// from words[s * stride + l * slice_words]; value v is bit v % 64 of word v / 64 % 4 of slice
// v / 256. What positions near one another need of near lines, the same few slices, thus
// stands close together, and slices that no value reaches are never touched.
//
// Where no two directions have a line in common, `strip_rows` rows are solved at once, which takes
// two thirds of the instructions (strips-inl.hpp). What is left of the rows goes by diagonals.
//
// A stage knows some values only: a stretch of slices. Stages of ascending values, one after the
// other on all positions, give what one that knows all values does. For a position's nimber is in
// the first stage in which some line has it not, and in that stage it depends on nothing but the
// values of that stage that earlier positions have. So sets need room for one stage at a time, or
// stages are solved on different machines, each a little behind the one before.
//
// Directions may repeat: sets are only or-ed into. All SIMD targets give the same. Allocates
// nothing. Calls may run at once if they share no lines.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/ray/plane.hpp"

namespace grundy::kernels {

inline constexpr std::size_t slice_words = 4;
inline constexpr std::size_t slice_values = 64 * slice_words;
inline constexpr std::int64_t strip_rows = 4;

struct ValueSets {
  std::uint64_t* words;  // 32-byte boundaries
  std::size_t stride;    // words from slice to slice, a multiple of slice_words
  std::size_t end = 0;   // of a stage: words from slice 0 to the one behind the last
};

template <class Cell>
struct NimberPlane : Plane<Cell> {
  static constexpr bool some_values = false;
  ValueSets sets;  // with room for every value that occurs
};

// The cell of a position whose value no stage has found yet. Values are less.
template <class Cell>
inline constexpr Cell open_cell = std::numeric_limits<Cell>::max();

template <class Cell>
struct NimberStage : Plane<Cell> {
  static constexpr bool some_values = true;
  ValueSets sets;
  std::uint32_t first_value;  // of slice 0; a multiple of slice_values
};

void solve_ray_nimbers(const NimberPlane<std::uint8_t>& plane) noexcept;
void solve_ray_nimbers(const NimberPlane<std::uint16_t>& plane) noexcept;
void solve_ray_nimbers(const NimberPlane<std::uint32_t>& plane) noexcept;

// Solves those of the open positions whose value is in the stage, and returns how many. Arms are
// for planes of all values only.
std::uint64_t solve_ray_stage(const NimberStage<std::uint16_t>& stage) noexcept;
std::uint64_t solve_ray_stage(const NimberStage<std::uint32_t>& stage) noexcept;

// Adds the values of the stage that cells have to the sets of their lines: what solving them did,
// where only the cells were kept. It may come before positions that lie below are solved. No two
// positions of a line have the same value, so what it adds is no value of theirs.
void mark_ray_stage(const NimberStage<std::uint16_t>& stage) noexcept;
void mark_ray_stage(const NimberStage<std::uint32_t>& stage) noexcept;

}  // namespace grundy::kernels
