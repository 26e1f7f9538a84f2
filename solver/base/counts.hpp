// base/counts.hpp: counts and digest of the values of a box. Start reading here.
//
// Values are counted by rows along the last axis, each read once or twice while it is in a cache.
// Orbits counts a box from its sorted positions alone. base/digest.hpp defines the digest.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "base/digest.hpp"
#include "base/value.hpp"

namespace grundy {

// Counts of a part of a box, for one quantity. Parts can be added in any order.
struct Counts {
  static constexpr std::uint32_t histogram_end = 1 << 16;

  std::uint64_t positions = 0;
  std::uint64_t p_positions = 0;
  std::uint32_t max_value = 0;
  std::vector<std::uint64_t> histogram;  // [v] = positions of nimber v < histogram_end
  Digest digest;

  void add(const Counts& part);
};

// Adds the values of `start` and of the positions that follow it along the last axis. For outcomes
// the values may also be nimbers: all but 0 are N. Remoteness does not determine who wins, so
// callers must count the P-positions then. Value is uint8_t, uint16_t or uint32_t.
template <class Value>
void count_row(const DigestKeys& keys, Quantity quantity, const Position& start,
               std::span<const Value> values, Counts& into);

// The same for a row in which tuples that are no positions hold no_position(4). They are not
// counted. Changes their values.
void count_positions(const DigestKeys& keys, Quantity quantity, const Position& start,
                     std::span<std::uint32_t> values, Counts& into);

// Adds everything but the digest, with each value counted `times` times.
template <class Value>
void count_values(Quantity quantity, std::span<const Value> values, std::uint64_t times,
                  Counts& into);

// DigestKeys::sum_along with the weights of the values.
template <class Value>
Residues sum_along(const DigestKeys& keys, Quantity quantity, std::size_t axis, std::int64_t first,
                   std::span<const Value> values);

// Counts of a box from its sorted positions alone.
//
// If coordinates may be exchanged, a sorted position stands for its images, which have the same
// coordinates in other orders within each group of axes. Keys are products over the axes
// (base/digest.hpp), so the keys of all images are summed before they are multiplied by the value.
// Along a row of sorted positions the last coordinate c is greater than the others of its group. In
// an image it is on some axis t of the group, and the others are arranged on the remaining axes.
// Let A(t) be the sum over these arrangements. Then the digest of the row is the sum over t of A(t)
// * (sum of along(t, c) * value). All of it is exact.
//
// Immutable; any number of threads may use it.
class Orbits {
 public:
  // Requires equal ranges of the box along the axes of a group. `keys` must outlive the object.
  Orbits(const DigestKeys& keys, std::size_t dimensions, const AxisGroups& groups);

  // Like the function count_row, for all images of `start`, a sorted position, and of those that
  // follow it along the last axis.
  void count_row(Quantity quantity, const Position& start, std::span<const std::uint32_t> values,
                 Counts& into) const;

 private:
  struct Images {
    Residues key;  // the sum of their keys
    std::uint64_t count = 1;

    friend Images operator*(const Images& a, const Images& b) noexcept {
      return {a.key * b.key, a.count * b.count};
    }
  };

  // All orders of the sorted position's coordinates along `from`, placed on `axes`, which are as
  // many.
  Images arrangements(std::span<const std::size_t> axes, std::span<const std::size_t> from,
                      const Position& sorted) const;
  Images around(const Position& position, std::size_t groups) const;

  const DigestKeys& keys_;
  // With a group for each axis that is in none. The group of the last axis comes last.
  AxisGroups groups_;
};

}  // namespace grundy
