// methods/section.hpp: the outcomes of a box, one number for every line along an axis.
//
// Where every line along `axis` holds at most one P-position, these positions determine all
// outcomes. A row is such a line, given by the coordinates u of all other axes, in their order. Its
// entry is 1 + (coordinate of the P-position - box.low[axis]), or 0 without one.
//
// Layout. Interchangeable axes (a group) have equal values at all permutations, so only rows with
// every group of outer axes ascending are stored. The row u (sorted, from 0) has number
// sum_i offset(i)[u_i]; along the last outer axis the numbers are consecutive. Within a group of g
// axes of extent n the order is lexicographic: before the tuples that begin with v in place i there
// are C(n-1+g-1-i, g-i) - C(n-1-v+g-1-i, g-i) others with the same beginning. Entries have 16 bits
// when the extent along the axis is at most 65535, 24 when it is below 2^24, else 32.
//
// 10001^3 positions with three interchangeable axes take 100 MB.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/error.hpp"
#include "kernels/three_bytes.hpp"
#include "methods/values.hpp"

namespace grundy::family {

class Section {
 public:
  // The largest index in a row that an entry can hold.
  static constexpr double farthest = 0x1p32 - 2;

  // With no P-position in any row. The groups may contain `axis`. Errc::memory.
  static Result<Section> allocate(const Box& box, std::size_t axis, const AxisGroups& groups);

  static std::uint64_t memory_bytes(const Box& box, std::size_t axis, const AxisGroups& groups);

  const Box& box() const noexcept { return box_; }
  std::size_t axis() const noexcept { return axis_; }

  // The coordinate along axis() of the P-position of the row; u has no coordinate for axis().
  std::optional<std::int64_t> p_position(const Position& u) const;
  bool is_p(const Position& position) const;

  // Outcomes (0 = P, 1 = N): of a position, and of one and those that follow it along the last
  // axis.
  std::uint32_t at(const Position& position) const { return is_p(position) ? 0 : 1; }
  void read(const Position& start, std::span<std::uint32_t> outcomes) const;

  // See CellSource.
  static constexpr unsigned width() noexcept { return 1; }
  void copy(const Box& region, const CellSpan& to) const;

  // The entries of the row u and of those that follow it along the last outer axis. Requires at
  // least one outer axis.
  void copy_entries(const Position& u, std::span<std::uint32_t> entries) const;

  // Calls visit(images, entries) for stretches of stored rows. The P-positions of a stretch have
  // the ranks start + i * step + (entries[i] - 1) * (stride of axis()), where entries[i] > 0, for
  // each image. Each P-position occurs once in parts 0 .. parts() - 1, which threads may visit at
  // once.
  std::uint64_t parts() const noexcept;
  template <class Visit>
  void visit_p_stretches(std::uint64_t part, Visit visit) const;

  // For solvers, which fill it in.
  std::uint64_t stored_rows() const noexcept { return rows_; }
  unsigned entry_bytes() const noexcept { return entry_bytes_; }
  const std::vector<std::uint64_t>& offset(std::size_t outer) const { return offsets_[outer]; }
  // Requires sizeof(Entry) == entry_bytes().
  template <class Entry>
  std::span<Entry> entries() noexcept {
    return block_.as<Entry>();
  }
  std::span<std::byte> bytes() noexcept { return block_.as<std::byte>(); }

 private:
  // An image of a run's rows, from coordinate 0 on.
  using Image = SideBySide;
  // Rows of equal coordinates but the last, which runs from `first` to its extent.
  struct Run {
    std::uint64_t number;  // of the row with last coordinate 0
    std::int64_t first;
    std::vector<Image> at_first;   // of row `first`
    std::vector<Image> elsewhere;  // of all others
  };

  Section(const Box& box, std::size_t axis, const AxisGroups& groups);
  void add_group(const std::vector<std::size_t>& group);
  std::uint64_t number(const Position& sorted) const;
  void sort(Position& u) const;
  // Calls use(entries) with all entries, in the type in which they are stored.
  template <class Use>
  decltype(auto) with_entries(const Use& use) const noexcept {
    if (entry_bytes_ == 2) return use(block_.as<std::uint16_t>());
    if (entry_bytes_ == 3) return use(block_.as<kernels::ThreeBytes>());
    return use(block_.as<std::uint32_t>());
  }
  std::uint32_t entry(std::uint64_t number) const noexcept {
    return with_entries([&](auto entries) -> std::uint32_t { return entries[number]; });
  }

  // The runs of a part, one after the other, each by its first row.
  Position begin(std::uint64_t part) const;
  bool next(Position& sorted) const;
  void restart(Position& sorted, std::size_t slot) const;
  std::int64_t row_end() const { return extents_.empty() ? 1 : extents_.back(); }
  Run run_at(const Position& sorted) const;
  std::vector<Image> images(const Position& sorted, bool any_last) const;

  Box box_;
  std::size_t axis_ = 0;
  // By outer axis.
  std::vector<std::int64_t> lows_;
  std::vector<std::int64_t> extents_;
  std::vector<std::uint64_t> strides_;
  std::vector<std::optional<std::size_t>> before_;  // the one before in its group
  std::vector<std::vector<std::uint64_t>> offsets_;
  std::vector<std::vector<std::size_t>> groups_;  // every outer axis is in one
  std::uint64_t rows_ = 1;
  unsigned entry_bytes_ = 2;
  memory::Block block_;
};

template <class Visit>
void Section::visit_p_stretches(std::uint64_t part, Visit visit) const {
  constexpr std::int64_t most_rows = 1 << 14;  // with two coordinates a run has all rows
  Position sorted = begin(part);
  std::vector<std::uint32_t> entries;
  do {
    const Run run = run_at(sorted);
    for (std::int64_t y = run.first, end; y < row_end(); y = end) {
      end = y == run.first ? y + 1 : std::min(y + most_rows, row_end());
      entries.clear();
      for (std::int64_t row = y; row < end; ++row)
        entries.push_back(entry(run.number + static_cast<std::uint64_t>(row)));
      std::vector<Image> images = y == run.first ? run.at_first : run.elsewhere;
      for (Image& image : images) image.start += static_cast<std::uint64_t>(y) * image.step;
      visit(std::span<const Image>(images), std::span<const std::uint32_t>(entries));
    }
  } while (next(sorted));
}

}  // namespace grundy::family
