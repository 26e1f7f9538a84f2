// base/counts.hpp: what a box holds in all: start reading here.
//
// Values are counted by rows along the last axis, each read once or twice while it is in a cache.
// base/digest.hpp defines the digest.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/digest.hpp"
#include "base/keys.hpp"
#include "base/value.hpp"

namespace grundy {

// Of any part of a box, of one quantity; sums of parts are in any order the same.
struct Counts {
  static constexpr std::uint32_t histogram_end = 1 << 16;

  std::uint64_t positions = 0;
  std::uint64_t p_positions = 0;
  std::uint32_t max_value = 0;
  std::vector<std::uint64_t> histogram;  // [v] = positions of nimber v < histogram_end
  Digest digest;

  void add(const Counts& part);
};

// Folds in the values of `start` and of those that follow it along the last axis. For outcomes
// nimbers do as well: all but 0 are N. The remoteness does not tell who wins: then the P-positions
// are left to the caller. Value: uint8_t .. uint32_t.
template <class Value>
void count_row(const DigestKeys& keys, Quantity quantity, const Position& start,
               std::span<const Value> values, Counts& into);

// The histogram, the greatest value and, if they tell, the P-positions, each position standing for
// `times` of them; no digest.
template <class Value>
void count_values(Quantity quantity, std::span<const Value> values, std::uint64_t times,
                  Counts& into);

// DigestKeys::sum_along with the weights of values.
template <class Value>
Residues sum_along(const DigestKeys& keys, Quantity quantity, std::size_t axis, std::int64_t first,
                   std::span<const Value> values);

}  // namespace grundy
