#include "run/stretch_sum.hpp"

#include <algorithm>
#include <array>

namespace grundy::sweep {

// A single line lies along no axis, as if along the axis of lines.
void StretchSum::add_image(const family::SideBySide& image, bool single) {
  const Position at = box_.position(image.start);
  std::size_t along = axis_;
  if (!single)
    along = static_cast<std::size_t>(
        std::ranges::find(strides_, static_cast<std::int64_t>(image.step)) - strides_.begin());
  Residues fixed{1, 1};
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    if (axis != along && axis != axis_) fixed = fixed * keys_.at(axis, at[axis] - box_.low[axis]);
  const auto known = std::ranges::find(along_, along, &Along::axis);
  if (known != along_.end())
    known->fixed = known->fixed + fixed;
  else
    along_.push_back({along, at[along] - box_.low[along], fixed, {}});
}

void StretchSum::add_entries(std::span<const std::uint32_t> entries, std::size_t first) {
  std::array<Residues, ProductSum::most> of_entries;
  for (std::size_t i = 0; i < entries.size(); ++i)
    of_entries[i] = entries[i] ? keys_.at(axis_, std::int64_t{entries[i]} - 1) : Residues{};
  for (Along& along : along_) {
    const auto index = along.first + static_cast<std::int64_t>(first);
    ProductSum sum;
    for (std::size_t i = 0; i < entries.size(); ++i)
      sum.add(of_entries[i], keys_.at(along.axis, index + static_cast<std::int64_t>(i)));
    along.moving = along.moving + sum.reduced();
  }
}

Residues StretchSum::sum(std::span<const family::SideBySide> images,
                         std::span<const std::uint32_t> entries) {
  along_.clear();
  const bool single = entries.size() == 1;
  for (const family::SideBySide& image : images) add_image(image, single);
  if (single) {
    if (entries[0] == 0) return {};
    return along_[0].fixed * keys_.at(axis_, std::int64_t{entries[0]} - 1);
  }
  for (std::size_t first = 0; first < entries.size(); first += ProductSum::most)
    add_entries(entries.subspan(first, std::min(ProductSum::most, entries.size() - first)), first);
  Residues sum;
  for (const Along& along : along_) sum = sum + along.fixed * along.moving;
  return sum;
}

}  // namespace grundy::sweep
