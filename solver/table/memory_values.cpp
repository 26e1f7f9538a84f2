#include "table/memory_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "table/writer.hpp"

namespace grundy::table {

const CellView* MemoryValues::cells(Quantity quantity) const noexcept {
  const auto kept = arrays_of(info_.spec);
  const auto found = std::ranges::find(kept, quantity);
  return found == kept.end() ? nullptr
                             : &arrays_[static_cast<std::size_t>(found - kept.begin())].cells;
}

Status MemoryValues::check(Quantity quantity, const Position& position) const {
  const TableSpec& spec = info_.spec;
  if (quantity != spec.quantity && quantity != Quantity::outcome)
    return Error{Errc::usage, fmt::format("{}: the {} of positions is kept, not the {}", spec.game,
                                          to_string(spec.quantity), to_string(quantity))};
  if (spec.box.contains(position)) return {};
  return Error{Errc::usage,
               fmt::format("{}: {} is outside the box, which runs from {} to {}", spec.game,
                           grundy::to_string(position), grundy::to_string(spec.box.low),
                           grundy::to_string(spec.box.high))};
}

Result<std::uint32_t> MemoryValues::at(Quantity quantity,
                                       std::span<const std::int64_t> position) const {
  thread_local Position at;  // keeps its memory between calls
  at.assign(position.begin(), position.end());
  if (const Status inside = check(quantity, at); !inside) return inside.error();
  const CellView* const kept = cells(quantity);
  const CellView& any = kept ? *kept : *cells(Quantity::nimber);
  if (!info_.spec.where.empty() && any[at] == no_position(any.width))
    return Error{Errc::usage,
                 fmt::format("{} is no position of {}: where {}", grundy::to_string(at),
                             info_.spec.game, info_.spec.where)};
  if (kept) return any[at];
  return (*cells(Quantity::nimber))[at] == 0 ? 0u : 1u;
}

Result<unsigned> MemoryValues::width(Quantity quantity) const {
  if (const Status kept = check(quantity, info_.spec.box.low); !kept) return kept.error();
  return quantity == Quantity::outcome ? 1 : width_for(info_.result.max_value);
}

Status MemoryValues::read(Quantity quantity, const Box& region, const CellSpan& to) const {
  for (const Position& corner : {region.low, region.high})
    if (Status inside = check(quantity, corner); !inside) return inside;
  if (const CellView* const kept = cells(quantity))
    copy_cells(*kept, region, to);
  else
    nimbers_to_outcomes(*cells(Quantity::nimber), !info_.spec.where.empty(), region, to);
  return {};
}

namespace {

// The values of a part of the box, which are read at once.
struct PartOfValues {
  std::vector<std::byte> cells;
  CellView view;

  static Result<PartOfValues> read(const Values& values, Quantity quantity, const Box& box) {
    auto width = values.width(quantity);
    if (!width) return width.error();
    if (!values.info().spec.where.empty()) *width = 4;  // its no_position fits all narrower cells
    std::vector<std::byte> cells(*box.volume() * *width);
    const CellSpan to{cells.data(), *width, box};
    if (Status read = values.read(quantity, box, to); !read) return read.error();
    CellView view = to.view();
    return PartOfValues{std::move(cells), std::move(view)};
  }
};

// Where the P-position of each line along an axis is, for p_section.
class LinesOfValues {
 public:
  LinesOfValues(const TableSpec& spec, const ArrayFormat& section)
      : spec_(spec), section_(section), found_(*section.box.volume(), section.fill) {}

  void find(const CellView& outcomes) {
    const std::size_t axis = *spec_.section_axis;
    for_each_row(outcomes.box, [&](Position at) {
      for (; at.back() <= outcomes.box.high.back(); ++at.back()) {
        if (outcomes[at] != 0) continue;
        found_[section_.box.rank(without_axis(at, axis))] =
            static_cast<std::uint32_t>(at[axis] - spec_.box.low[axis]);
      }
    });
  }

  Status write(TableWriter& writer) const {
    for (std::uint64_t shard = 0; shard < section_.shards().size(); ++shard) {
      const auto packed = writer.pack_section_shard(shard, view_of(found_, section_.box));
      if (!packed) return packed.error();
      if (Status stored = writer.store_section(*packed); !stored) return stored;
    }
    return {};
  }

 private:
  const TableSpec& spec_;
  const ArrayFormat& section_;
  std::vector<std::uint32_t> found_;
};

Status write_all(TableWriter& writer, const Values& values) {
  const TableSpec& spec = writer.spec();
  std::optional<LinesOfValues> lines;
  if (writer.section()) lines.emplace(spec, *writer.section());
  for (std::uint64_t shard = 0; shard < writer.shards().size(); ++shard) {
    const Box box = writer.shards().box(shard);
    std::vector<PartOfValues> parts;
    std::vector<CellView> views;
    for (const Quantity quantity : writer.arrays()) {
      auto part = PartOfValues::read(values, quantity, box);
      if (!part) return part.error();
      views.push_back(part->view);
      parts.push_back(*std::move(part));
    }
    if (!views.empty())
      if (Status written = writer.write_shard(shard, views); !written) return written;
    if (!lines) continue;
    const auto outcomes = PartOfValues::read(values, Quantity::outcome, box);
    if (!outcomes) return outcomes.error();
    lines->find(outcomes->view);
  }
  if (lines)
    if (Status written = lines->write(writer); !written) return written;
  return writer.finish(values.info().result);
}

}  // namespace

Status write_values(const Values& values, const std::filesystem::path& path, TableSpec spec,
                    Existing existing) {
  auto writer = TableWriter::create(path, std::move(spec), existing);
  if (!writer) return writer.error();
  const Status written = write_all(*writer, values);
  if (written) return {};
  if (const Status removed = writer->discard(); !removed)
    return Error{written.error().code,
                 fmt::format("{}; and {}", written.error().message, removed.error().message)};
  return written;
}

}  // namespace grundy::table
