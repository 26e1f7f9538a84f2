// methods/period.hpp: sequences that repeat themselves.
//
// Let each term follow by one rule from the `window` terms before it. If a window equals an earlier
// one, so do the terms that follow, for ever: one repetition is a proof. And if the sequence
// repeats itself, so do its windows. A search whenever the sequence has doubled finds the period at
// most twice as late as possible.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "base/executor.hpp"

namespace grundy::family {

// Term n equals term n + length from n = preperiod on; both are the least such numbers.
struct Period {
  std::uint64_t preperiod = 0;
  std::uint64_t length = 1;

  friend bool operator==(const Period&, const Period&) = default;
};

// Term n + length equals term n + saltus, from n = preperiod on.
struct ArithmeticPeriod {
  std::uint64_t preperiod = 0;
  std::uint64_t length = 1;
  std::uint64_t saltus = 0;
};

// The period, if the last `window` terms occur earlier too. O(terms) time, 4 * window bytes.
// Requires 1 <= window < 2^32.
template <class Cell>
std::optional<Period> find_period(std::span<const Cell> terms, std::uint64_t window);

// Writes the terms from `known` on. Requires preperiod + length <= known. Calls goes_on(count)
// before that many terms are written, from any worker. If it returns false they are not written.
template <class Cell>
void repeat(std::span<Cell> terms, std::uint64_t known, const Period& period,
            parallel::Executor& executor, const std::function<bool(std::uint64_t)>& goes_on);

}  // namespace grundy::family
