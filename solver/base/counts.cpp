#include "base/counts.hpp"

#include <algorithm>
#include <array>

#include "kernels/counting.hpp"

namespace grundy {
namespace {

// As many values are counted faster one after the other.
constexpr std::uint32_t few_values = 16;

template <class Value>
void count_few(std::span<const Value> values, std::uint32_t end, std::uint64_t times,
               std::span<std::uint64_t> histogram) {
  std::array<std::uint32_t, few_values> counts;
  kernels::count_each(values, std::span(counts).first(end));
  for (std::uint32_t v = 0; v < end; ++v) histogram[v] += counts[v] * times;
}

// A histogram ends with the largest value that it counts.
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

}  // namespace grundy
