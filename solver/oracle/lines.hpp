// oracle/lines.hpp: what an expression can be as one of its variables goes on without end.
//
// For an integer t >= 0 that is not known, an expression is kept between two lines in t.
// Coefficients are counted in units of 2^-20 and rounded outwards; one that does not fit is no
// line. So what follows from the lines is true of the numbers. Any thread may call all of this.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "rules/expression.hpp"

namespace grundy::oracle {

__extension__ using Wide = __int128;  // of GCC and Clang; ISO C++ has none

// at + slope * t, both in units.
struct Line {
  Wide at = 0;
  Wide slope = 0;

  friend bool operator==(const Line&, const Line&) = default;
};

// Where a line is missing the expression may be anything on that side.
struct Between {
  std::optional<Line> lower;
  std::optional<Line> upper;
};

// The numbers number + step * t.
Between exactly(std::int64_t number, std::int64_t step = 0);

// Both hold.
Between both(const Between& a, const Between& b);

// By variable.
using Lines = std::vector<Between>;

Between between(const rules::Expression& expression, const Lines& variables);

// A last t, or one of these.
inline constexpr std::int64_t never = -1;
inline constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();

// The last t at which a number may be at most 0, for all that its lower line says.
std::int64_t last_at_most_zero(const Between& number);
// The last t at which a <= b is possible.
std::int64_t last_at_most(const Between& a, const Between& b);
// The last t at which the condition may hold.
std::int64_t last_that_holds(const rules::Condition& condition, const Lines& variables);

// The least and greatest integer that the number can be at t = 0, or the ends of 64 bits.
std::int64_t least_at_first(const Between& number);
std::int64_t greatest_at_first(const Between& number);

}  // namespace grundy::oracle
