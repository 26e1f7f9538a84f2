// kernels/generic/columns.hpp: straight-line integer code over columns of positions.
//
// A register is a column of `lanes` 64-bit integers, one per position; register r is
// columns[r * lanes .. r * lanes + lanes). An instruction computes one whole column, so
// its dispatch is paid once per `lanes` positions. Sums, differences and products wrap
// modulo 2^64; comparisons and logic give 0 or 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace grundy::kernels {

inline constexpr std::size_t lanes = 64;

using Register = std::uint16_t;

enum class Op : std::uint8_t {
  add,
  subtract,
  multiply,
  floor_divide,  // by a divisor of at least 1; by anything less the quotient is 0
  ceil_divide,   // likewise
  modulo,        // likewise, the remainder is 0
  minimum,
  maximum,
  less,
  less_equal,
  equal,
  logical_and,
  logical_or,
  logical_not,  // of `left`
  root,  // of `left`: the greatest integer whose square is at most it; -1 where it is negative
  // Likewise the greatest integer whose power is at most `left`; the power is `right`, 2 to 64.
  higher_root,
  bit_and,
  bit_or,
  bit_xor,
  power_of_two,  // of `left`: 0 where that is less than 0 or more than 62
  power,         // of the base `left`, at least 1; 0 where the exponent `right` is negative
  popcount,      // of `left`
  gcd,
  // Of the array at the address `right`: its length, then its members. Member number `left`, from
  // 0; 0 outside.
  element,
};

struct Instruction {
  Op op;
  Register out;
  Register left;
  Register right;
};

// Runs the code on the first `width` lanes; the others of the registers it writes hold anything
// afterwards. Requires width <= lanes and every register inside `columns`. SIMD, see
// kernels/isa.hpp. Any thread may call it on columns of its own.
void evaluate(std::span<const Instruction> code, std::span<std::int64_t> columns,
              std::size_t width) noexcept;

}  // namespace grundy::kernels
