#include "base/counts.hpp"

#include <algorithm>
#include <array>

#include "base/cell_window.hpp"
#include "kernels/counting.hpp"

namespace grundy {
namespace {

// Up to this many different values are faster to count one after the other.
constexpr std::uint32_t few_values = 16;

template <class Value>
void count_few(std::span<const Value> values, std::uint32_t end, std::uint64_t times,
               std::span<std::uint64_t> histogram) {
  std::array<std::uint32_t, few_values> counts;
  kernels::count_each(values, std::span(counts).first(end));
  for (std::uint32_t v = 0; v < end; ++v) histogram[v] += counts[v] * times;
}

// Histograms end with the largest value that they count.
template <class Value>
void count_nimbers(std::span<const Value> values, std::uint32_t most, std::uint64_t times,
                   Counts& into) {
  const std::uint32_t last = std::min(most, Counts::histogram_end - 1);
  if (last >= into.histogram.size()) into.histogram.resize(last + std::size_t{1});
  std::uint64_t* const histogram = into.histogram.data();
  const std::uint64_t zeros = histogram[0];
  if (most < few_values)
    count_few(values, most + 1, times, into.histogram);
  else if (most == last)
    for (const Value value : values) histogram[value] += times;
  else
    for (const Value value : values)
      if (value <= last) histogram[value] += times;
  into.p_positions += histogram[0] - zeros;
}

}  // namespace

void Counts::add(const Counts& part) {
  positions += part.positions;
  p_positions += part.p_positions;
  max_value = std::max(max_value, part.max_value);
  histogram.resize(std::max(histogram.size(), part.histogram.size()));
  for (std::size_t v = 0; v < part.histogram.size(); ++v) histogram[v] += part.histogram[v];
  digest.add(part.digest);
}

template <class Value>
void count_values(Quantity quantity, std::span<const Value> values, std::uint64_t times,
                  Counts& into) {
  if (values.empty()) return;
  into.positions += values.size() * times;
  if (quantity == Quantity::outcome) {
    const auto p = static_cast<std::uint64_t>(std::ranges::count(values, Value{0}));
    into.p_positions += times * p;
    into.max_value = std::max<std::uint32_t>(into.max_value, p < values.size());
    return;
  }
  const std::uint32_t most = kernels::largest(values);
  into.max_value = std::max(into.max_value, most);
  if (quantity == Quantity::nimber) count_nimbers(values, most, times, into);
}

template <class Value>
Residues sum_along(const DigestKeys& keys, Quantity quantity, std::size_t axis, std::int64_t first,
                   std::span<const Value> values) {
  if (quantity != Quantity::outcome) return keys.sum_along(axis, first, values);
  std::array<std::uint8_t, kernels::digest_stretch> weights;
  Residues sum;
  while (!values.empty()) {
    const auto part = values.first(std::min(values.size(), weights.size()));
    std::ranges::transform(part, weights.begin(), [](Value value) {
      return static_cast<std::uint8_t>(digest_weight(Quantity::outcome, value));
    });
    const std::span<const std::uint8_t> of_part = std::span(weights).first(part.size());
    sum = sum + keys.sum_along(axis, first, of_part);
    values = values.subspan(part.size());
    first += static_cast<std::int64_t>(part.size());
  }
  return sum;
}

template <class Value>
void count_row(const DigestKeys& keys, Quantity quantity, const Position& start,
               std::span<const Value> values, Counts& into) {
  count_values(quantity, values, 1, into);
  into.digest.add(keys.of_row(start) *
                  sum_along(keys, quantity, start.size() - 1, start.back(), values));
}

void count_positions(const DigestKeys& keys, Quantity quantity, const Position& start,
                     std::span<std::uint32_t> values, Counts& into) {
  const std::uint32_t weightless = quantity == Quantity::outcome ? 1 : 0;
  std::vector<std::uint32_t> counted;
  for (std::uint32_t& value : values)
    if (value == no_position(sizeof value))
      value = weightless;
    else
      counted.push_back(value);
  count_values<std::uint32_t>(quantity, counted, 1, into);
  into.digest.add(keys.of_row(start) *
                  sum_along<std::uint32_t>(keys, quantity, start.size() - 1, start.back(), values));
}

template void count_values(Quantity, std::span<const std::uint8_t>, std::uint64_t, Counts&);
template void count_values(Quantity, std::span<const std::uint16_t>, std::uint64_t, Counts&);
template void count_values(Quantity, std::span<const std::uint32_t>, std::uint64_t, Counts&);
template Residues sum_along(const DigestKeys&, Quantity, std::size_t, std::int64_t,
                            std::span<const std::uint32_t>);
template void count_row(const DigestKeys&, Quantity, const Position&, std::span<const std::uint8_t>,
                        Counts&);
template void count_row(const DigestKeys&, Quantity, const Position&,
                        std::span<const std::uint16_t>, Counts&);
template void count_row(const DigestKeys&, Quantity, const Position&,
                        std::span<const std::uint32_t>, Counts&);

Orbits::Orbits(const DigestKeys& keys, std::size_t dimensions, const AxisGroups& groups)
    : keys_(keys), groups_(groups) {
  std::vector<bool> grouped(dimensions);
  for (const auto& group : groups)
    for (const std::size_t axis : group) grouped[axis] = true;
  for (std::size_t axis = 0; axis < dimensions; ++axis)
    if (!grouped[axis]) groups_.push_back({axis});
  std::ranges::sort(groups_, {}, [](const auto& group) { return group.back(); });
}

Orbits::Images Orbits::arrangements(std::span<const std::size_t> axes,
                                    std::span<const std::size_t> from,
                                    const Position& sorted) const {
  std::array<std::int64_t, max_dimensions> room;
  const std::span coordinates = std::span(room).first(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) coordinates[i] = sorted[from[i]];
  Images all{{}, 0};
  do {
    Residues key{1, 1};
    for (std::size_t i = 0; i < axes.size(); ++i) key = key * keys_.along(axes[i], coordinates[i]);
    all = {all.key + key, all.count + 1};
  } while (std::ranges::next_permutation(coordinates).found);
  return all;
}

// The images by exchanges within the first `groups` groups.
Orbits::Images Orbits::around(const Position& position, std::size_t groups) const {
  Images all{{1, 1}, 1};
  for (const auto& group : std::span(groups_).first(groups))
    all = all * arrangements(group, group, position);
  return all;
}

void Orbits::count_row(Quantity quantity, const Position& start,
                       std::span<const std::uint32_t> values, Counts& into) const {
  const std::span<const std::size_t> group = groups_.back();
  Position at = start;
  if (group.size() > 1 && start.back() == first_sorted(start, groups_) && !values.empty()) {
    const Images images = around(start, groups_.size());
    into.digest.add(images.key, digest_weight(quantity, values.front()));
    count_values(quantity, values.first(1), images.count, into);
    values = values.subspan(1);
    ++at.back();
  }
  if (values.empty()) return;
  const Images others = around(start, groups_.size() - 1);
  Residues sum;
  std::uint64_t images = 0;
  std::array<std::size_t, max_dimensions> room;
  for (std::size_t t = 0; t < group.size(); ++t) {
    const auto rest = std::span(room).first(group.size() - 1);
    std::ranges::copy(group.first(t), rest.begin());
    std::ranges::copy(group.subspan(t + 1), rest.begin() + static_cast<std::ptrdiff_t>(t));
    const Images arranged = arrangements(rest, group.first(rest.size()), start);
    sum = sum + arranged.key * sum_along(keys_, quantity, group[t], at.back(), values);
    images += arranged.count;
  }
  into.digest.add(others.key * sum);
  count_values(quantity, values, others.count * images, into);
}

}  // namespace grundy
