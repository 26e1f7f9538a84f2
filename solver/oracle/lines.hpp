// oracle/lines.hpp: linear bounds of an expression as one of its variables grows without end.
//
// An expression that depends on an unknown integer t >= 0 lies between two lines in t. Coefficients
// are in units of 2^-20, rounded outwards; a line whose coefficients overflow is left out. So the
// bounds always hold. Any thread may call all of this.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "rules/expression.hpp"

namespace grundy::oracle {

__extension__ using Wide = __int128;  // of GCC and Clang; ISO C++ has none

// at + slope * t, both in units of 2^-20.
struct Line {
  Wide at = 0;
  Wide slope = 0;

  friend bool operator==(const Line&, const Line&) = default;
};

// Bounds of an expression; a missing line means no bound on that side.
struct Between {
  std::optional<Line> lower;
  std::optional<Line> upper;
};

// The numbers number + step * t.
Between exactly(std::int64_t number, std::int64_t step = 0);

// The tighter line on each side, of two bounds that both hold.
Between both(const Between& a, const Between& b);

using Lines = std::vector<Between>;  // by variable

// The bounds of an expression, given those of its variables.
Between between(const rules::Expression& expression, const Lines& variables);

// The functions below return a last t, or one of these.
inline constexpr std::int64_t never = -1;
inline constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();

// The last t at which a number may be at most 0, according to its lower line.
std::int64_t last_at_most_zero(const Between& number);
// The last t at which a <= b is possible.
std::int64_t last_at_most(const Between& a, const Between& b);
// The last t at which the condition may hold.
std::int64_t last_that_holds(const rules::Condition& condition, const Lines& variables);

// The least and greatest integer that the number can be at t = 0; without a line, the end of the
// range of 64-bit integers.
std::int64_t least_at_first(const Between& number);
std::int64_t greatest_at_first(const Between& number);

}  // namespace grundy::oracle
