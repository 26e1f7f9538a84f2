#include "base/orbits.hpp"

#include <algorithm>
#include <array>

#include "base/sorted_rows.hpp"

namespace grundy {

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

// The images by the first so many groups.
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
