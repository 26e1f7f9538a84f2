// rules/proofs/interval.hpp: intervals of integers, and what operations make of them.
//
// An end that is missing is not known, or does not fit 64 bits. Results contain every value that
// the operation has for arguments within the given intervals.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "rules/expression.hpp"
#include "rules/proofs/simplex.hpp"

namespace grundy::rules {

struct Interval {
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
};

// The number, if it fits 64 bits.
std::optional<std::int64_t> narrow(Wide value);
std::optional<std::int64_t> negated(std::optional<std::int64_t> value);

Interval sum(const Interval& a, const Interval& b);
Interval negated(const Interval& a);
Interval product(const Interval& a, const Interval& b);

// Of an operation with arguments. Unknown where some are outside its domain.
Interval interval_of(const Expression& operation, std::span<const Interval> arguments);

}  // namespace grundy::rules
