#include "methods/section.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace grundy::family {
namespace {

std::size_t to_index(std::int64_t value) {
  return static_cast<std::size_t>(value);
}

// More than any machine has, but far from overflowing 64-bit integers.
constexpr double most_section_bytes = 0x1p56;

unsigned bytes_of_entry(const Box& box, std::size_t axis) {
  const std::int64_t largest = box.extent(axis);
  if (largest <= std::numeric_limits<std::uint16_t>::max()) return 2;
  return largest < std::int64_t{1} << 24 ? 3 : 4;
}

// The groups without `axis`, with outer axes numbered as if `axis` was not there.
AxisGroups outer_groups(const AxisGroups& groups, std::size_t axis, std::size_t outer) {
  AxisGroups result;
  std::vector<bool> grouped(outer, false);
  for (const auto& group : groups) {
    auto& members = result.emplace_back();
    for (const std::size_t member : group)
      if (member != axis) members.push_back(member - (member > axis ? 1 : 0));
    for (const std::size_t member : members) grouped[member] = true;
  }
  for (std::size_t slot = 0; slot < outer; ++slot)
    if (!grouped[slot]) result.push_back({slot});
  std::erase_if(result, [](const auto& group) { return group.empty(); });
  return result;
}

}  // namespace

Section::Section(const Box& box, std::size_t axis, const AxisGroups& groups)
    : box_(box), axis_(axis) {
  const auto strides = box.strides();
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    if (i == axis) continue;
    lows_.push_back(box.low[i]);
    extents_.push_back(box.extent(i));
    strides_.push_back(static_cast<std::uint64_t>(strides[i]));
  }
  before_.resize(extents_.size());
  offsets_.resize(extents_.size());
  groups_ = outer_groups(groups, axis, extents_.size());
  std::sort(groups_.begin(), groups_.end(),
            [](const auto& a, const auto& b) { return a.back() > b.back(); });
  for (const auto& group : groups_) add_group(group);
  entry_bytes_ = bytes_of_entry(box, axis);
}

// The rows so far are repeated for each tuple of the new group. Where one place of a sorted tuple
// goes from v to v + 1, the tuples that are passed are those of the later places with all values
// above v: the next place has the least of them, m > v, and the places after it have values of m or
// more, which is above m - 1.
void Section::add_group(const std::vector<std::size_t>& group) {
  const std::size_t values = to_index(extents_[group[0]]);
  // Without a second list: with two coordinates there are as many values as rows.
  if (group.size() == 1) {
    auto& offset = offsets_[group[0]];
    offset.resize(values);
    for (std::size_t v = 0; v < values; ++v) offset[v] = v * rows_;
    rows_ *= values;
    return;
  }
  std::vector<std::uint64_t> passed(values, rows_);
  for (std::size_t i = group.size(); i-- > 0;) {
    if (i > 0) before_[group[i]] = group[i - 1];
    auto& offset = offsets_[group[i]];
    offset.resize(values);
    std::exclusive_scan(passed.begin(), passed.end(), offset.begin(), std::uint64_t{0});
    rows_ += offset.back();
    passed.back() = 0;  // no value is above the last
    std::inclusive_scan(passed.rbegin(), passed.rend(), passed.rbegin());
  }
}

std::uint64_t Section::memory_bytes(const Box& box, std::size_t axis, const AxisGroups& groups) {
  const std::uint64_t entry_bytes = bytes_of_entry(box, axis);
  double rows = 1;
  double offsets = 0;
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (i != axis) offsets += static_cast<double>(box.extent(i)) * sizeof(std::uint64_t);
  for (const auto& group : outer_groups(groups, axis, box.dimensions() - 1)) {
    const std::size_t member = group[0] + (group[0] >= axis ? 1 : 0);
    for (std::size_t i = 0; i < group.size(); ++i)
      rows *= static_cast<double>(box.extent(member) + static_cast<std::int64_t>(i)) /
              static_cast<double>(i + 1);
  }
  return static_cast<std::uint64_t>(
      std::min(rows * static_cast<double>(entry_bytes) + offsets, most_section_bytes));
}

Result<Section> Section::allocate(const Box& box, std::size_t axis, const AxisGroups& groups) {
  if (memory_bytes(box, axis, groups) >= static_cast<std::uint64_t>(most_section_bytes))
    return Error{Errc::memory, "a section of this box exceeds any memory; ask for a smaller box"};
  Section section(box, axis, groups);
  auto block = memory::Block::zeros(section.rows_ * section.entry_bytes_);
  if (!block) return block.error();
  section.block_ = std::move(*block);
  return section;
}

std::uint64_t Section::number(const Position& sorted) const {
  std::uint64_t number = 0;
  for (std::size_t slot = 0; slot < sorted.size(); ++slot)
    number += offsets_[slot][to_index(sorted[slot])];
  return number;
}

void Section::sort(Position& u) const {
  for (const auto& group : groups_)
    for (std::size_t end = 1; end < group.size(); ++end)
      for (std::size_t i = end; i > 0 && u[group[i]] < u[group[i - 1]]; --i)
        std::swap(u[group[i]], u[group[i - 1]]);
}

std::optional<std::int64_t> Section::p_position(const Position& u) const {
  Position sorted = u;
  for (std::size_t slot = 0; slot < sorted.size(); ++slot) sorted[slot] -= lows_[slot];
  sort(sorted);
  const std::uint32_t found = entry(number(sorted));
  if (found == 0) return std::nullopt;
  return box_.low[axis_] + found - 1;
}

bool Section::is_p(const Position& position) const {
  Position u = position;
  u.erase(u.begin() + static_cast<std::ptrdiff_t>(axis_));
  return p_position(u) == position[axis_];
}

void Section::read(const Position& start, std::span<std::uint32_t> outcomes) const {
  std::fill(outcomes.begin(), outcomes.end(), std::uint32_t{1});
  const std::size_t last = start.size() - 1;
  Position u = start;
  u.erase(u.begin() + static_cast<std::ptrdiff_t>(axis_));
  if (axis_ == last) {
    const auto p = p_position(u);
    if (p && *p >= start[last] && *p < start[last] + static_cast<std::int64_t>(outcomes.size()))
      outcomes[to_index(*p - start[last])] = 0;
    return;
  }
  for (std::uint32_t& outcome : outcomes) {
    if (p_position(u) == start[axis_]) outcome = 0;
    ++u.back();
  }
}

void Section::copy(const Box& region, const CellSpan& to) const {
  fill_region(to, region, 1);
  const CellView target = to.view();
  // The entry of the region's first position, which is 1 or more. Entry 0 minus it wraps around,
  // far above the last one.
  const auto low = static_cast<std::uint64_t>(region.low[axis_] - box_.low[axis_] + 1);
  const auto extent = static_cast<std::uint64_t>(region.extent(axis_));
  const auto put_p = [&](std::uint64_t entry, std::int64_t line) {
    if (entry - low >= extent) return;
    const std::int64_t cell = line + static_cast<std::int64_t>(entry - low) * target.strides[axis_];
    std::fill_n(to.cells + cell * to.width, to.width, std::byte{0});
  };
  const std::int64_t first = target.offset(region.low);
  if (lows_.empty()) return put_p(entry(0), first);
  Box lines = region;
  for (Position* corner : {&lines.low, &lines.high})
    corner->erase(corner->begin() + static_cast<std::ptrdiff_t>(axis_));
  const std::size_t last = axis_ + 1 == region.dimensions() ? axis_ - 1 : region.dimensions() - 1;
  std::vector<std::uint32_t> entries(to_index(region.extent(last)));
  Position start = region.low;
  for_each_row(lines, [&](const Position& u) {
    copy_entries(u, entries);
    for (std::size_t slot = 0; slot < u.size(); ++slot) start[slot + (slot >= axis_)] = u[slot];
    const std::int64_t line = target.offset(start);
    for (std::size_t i = 0; i < entries.size(); ++i)
      put_p(entries[i], line + static_cast<std::int64_t>(i) * target.strides[last]);
  });
}

// With the other members of its group ascending, the last coordinate takes the place after those
// that are not larger. It is the same place for all y between two members.
void Section::copy_entries(const Position& u, std::span<std::uint32_t> entries) const {
  const std::int64_t begin = u.back() - lows_.back();
  const std::int64_t end = begin + static_cast<std::int64_t>(entries.size());
  Position sorted = u;
  for (std::size_t slot = 0; slot < lows_.size(); ++slot) sorted[slot] -= lows_[slot];
  sorted.back() = row_end() - 1;
  sort(sorted);
  const auto& group = groups_.front();  // the last axis is in the first group
  for (std::size_t place = group.size(); place-- > 0;) {
    const std::size_t slot = group[place];
    const std::int64_t first = place == 0 ? 0 : sorted[group[place - 1]];
    const std::int64_t last = place + 1 == group.size() ? row_end() : sorted[group[place + 1]];
    sorted[slot] = 0;
    const std::uint64_t start = number(sorted);
    const std::uint64_t* const offsets = offsets_[slot].data();
    with_entries([&](auto all) {
      for (std::int64_t y = std::max(first, begin); y < std::min(last, end); ++y)
        entries[to_index(y - begin)] = all[start + offsets[y]];
    });
    if (place > 0) sorted[slot] = sorted[group[place - 1]];
  }
}

std::uint64_t Section::parts() const noexcept {
  return extents_.size() < 2 ? 1 : to_index(extents_[0]);
}

void Section::restart(Position& sorted, std::size_t slot) const {
  for (; slot < sorted.size(); ++slot) sorted[slot] = before_[slot] ? sorted[*before_[slot]] : 0;
}

Position Section::begin(std::uint64_t part) const {
  Position sorted(extents_.size(), 0);
  if (sorted.size() < 2) return sorted;
  sorted[0] = static_cast<std::int64_t>(part);
  restart(sorted, 1);
  return sorted;
}

bool Section::next(Position& sorted) const {
  if (sorted.size() < 3) return false;
  for (std::size_t slot = sorted.size() - 2; slot > 0; --slot)
    if (++sorted[slot] < extents_[slot]) {
      restart(sorted, slot + 1);
      return true;
    }
  return false;
}

Section::Run Section::run_at(const Position& sorted) const {
  if (sorted.empty()) return {0, 0, {{0, 0}}, {}};
  Position from_zero = sorted;
  from_zero.back() = 0;
  return {number(from_zero), sorted.back(), images(sorted, false), images(sorted, true)};
}

// All different orders of every group. With any_last the last coordinate stands for any number that
// is larger than the others of its group.
std::vector<Section::Image> Section::images(const Position& sorted, bool any_last) const {
  const std::int64_t any = row_end();
  Position values = sorted;
  if (any_last) values.back() = any;
  std::vector<Image> images{{0, 0}};
  for (const auto& group : groups_) {
    std::vector<Image> longer;
    Position order;
    for (const std::size_t slot : group) order.push_back(values[slot]);
    do {
      Image own{0, 0};
      for (std::size_t i = 0; i < group.size(); ++i)
        if (order[i] == any && any_last && group.back() + 1 == values.size())
          own.step = strides_[group[i]];
        else
          own.start += strides_[group[i]] * static_cast<std::uint64_t>(order[i]);
      for (const Image& image : images)
        longer.push_back({image.start + own.start, image.step + own.step});
    } while (std::next_permutation(order.begin(), order.end()));
    images = std::move(longer);
  }
  return images;
}

}  // namespace grundy::family
