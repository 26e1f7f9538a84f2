#include "view/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/cell_window.hpp"
#include "rules/language/parser.hpp"

namespace grundy::plot {
namespace {

constexpr std::int64_t piece_positions = 1 << 22;

Status check_stop(const Asked& asked) {
  if (asked.stop != nullptr && *asked.stop) return Error{Errc::interrupted, "stopped"};
  return {};
}

Result<std::vector<std::uint32_t>> read_cells(const table::Values& values, Quantity quantity,
                                              const Box& region) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(*region.volume()));
  const CellSpan to{reinterpret_cast<std::byte*>(cells.data()), sizeof(std::uint32_t), region};
  if (Status done = values.read(quantity, region, to); !done) return done.error();
  return cells;
}

Result<Kind> kind_of(const Asked& asked) {
  const std::size_t axes = asked.slice.axes.size();
  if (asked.kind == Kind::histogram) return Kind::histogram;
  if (axes > 2)
    return Error{Errc::usage,
                 fmt::format("{} axes are left, and one or two can be drawn: fix others with "
                             "--slice, or draw a histogram",
                             axes)};
  const Kind fits = axes == 1 ? Kind::sequence : Kind::slice;
  if (asked.kind && *asked.kind != fits)
    return Error{Errc::usage, fmt::format("a {} has {}, and the slice has {}",
                                          *asked.kind == Kind::slice ? "slice" : "sequence",
                                          *asked.kind == Kind::slice ? "two axes" : "one axis",
                                          axes == 1 ? "one" : "two")};
  const std::uint64_t positions = asked.slice.region.volume().value_or(most_drawn + 1);
  if (positions > most_drawn)
    return Error{Errc::usage,
                 fmt::format("the slice has {} positions, and at most {} are drawn: choose fewer "
                             "with --slice, such as 0:999",
                             positions, most_drawn)};
  const Box box = asked.slice.remaining();
  if (fits == Kind::slice && (box.extent(0) < 2 || box.extent(1) < 2))
    return Error{Errc::usage, "a slice needs two positions at least along each axis"};
  return fits;
}

// "three_pile: outcome, c = 5".
std::string title_of(const table::TableInfo& info, const Asked& asked) {
  const auto& spec = info.spec;
  std::string title = fmt::format("{}: {}", spec.game, to_string(asked.quantity));
  for (std::size_t axis = 0; axis < spec.box.dimensions(); ++axis)
    if (std::ranges::find(asked.slice.axes, axis) == asked.slice.axes.end())
      title += fmt::format(", {} = {}", spec.coordinates[axis], asked.slice.region.low[axis]);
  return title + (spec.convention == Convention::misere ? ", misere play" : "");
}

Status add_counts(const table::Values& values, const Asked& asked, Picture& picture) {
  // Along the first axis, as many positions at once as are held.
  Box piece = asked.slice.region;
  const std::int64_t last = piece.high[0];
  piece.high[0] = piece.low[0];
  const auto row = static_cast<std::int64_t>(*piece.volume());
  const std::int64_t rows = std::max<std::int64_t>(1, piece_positions / row);
  for (; piece.low[0] <= last; piece.low[0] = piece.high[0] + 1) {
    if (Status go_on = check_stop(asked); !go_on) return go_on;
    piece.high[0] = std::min(last, piece.low[0] + rows - 1);
    const auto cells = read_cells(values, asked.quantity, piece);
    if (!cells) return cells.error();
    for (const std::uint32_t value : *cells) {
      if (value >= picture.counts.size()) picture.counts.resize(value + 1);
      ++picture.counts[value];
    }
  }
  return {};
}

// The parameters of rules as tables have them.
std::map<std::string, std::string> texts_of(const rules::Parameters& parameters) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : parameters) texts.emplace(name, rules::to_string(value));
  return texts;
}

Status check_law(const table::TableSpec& drawn, const law::Certificate& law) {
  if (law.rules.name != drawn.game || law.rules.text != drawn.rules ||
      texts_of(law.rules.parameters) != drawn.parameters)
    return Error{Errc::usage,
                 fmt::format("the law is one of {}{}, and what is drawn is {}", law.rules.name,
                             law.rules.name == drawn.game ? " with other rules or parameters" : "",
                             drawn.game)};
  if (law.convention != drawn.convention)
    return Error{Errc::usage, fmt::format("the law is one of {} play, and what is drawn is {}",
                                          to_string(law.convention), to_string(drawn.convention))};
  return {};
}

// Whether the law is about that position.
bool is_in(const relation::Section& section, const Position& at) {
  for (std::size_t axis = 0; axis < section.size(); ++axis)
    if (section[axis] && at[axis] > *section[axis]) return false;
  return true;
}

Result<Said> said_by(const law::Certificate& certificate, const Asked& asked) {
  const law::Certified& law = certificate.laws.front();
  const law::Says says(certificate, law);
  Said said{law.claim.text, {}};
  const Box& region = asked.slice.region;
  for (std::uint64_t rank = 0; rank < *region.volume(); ++rank) {
    if (Status go_on = check_stop(asked); !go_on) return go_on.error();
    const Position at = region.position(rank);
    if (!is_in(certificate.section, at)) {
      said.values.emplace_back();
      continue;
    }
    const auto value = says(at);
    if (!value) return value.error();
    said.values.emplace_back(*value);
  }
  return said;
}

}  // namespace

Result<Picture> gather(const table::Values& values, const Asked& asked) {
  const auto kind = kind_of(asked);
  if (!kind) return kind.error();
  if (asked.law && *kind == Kind::histogram)
    return Error{Errc::usage, "a law is drawn beside a sequence or a slice, not a histogram"};
  const table::TableInfo& info = values.info();
  Picture picture{*kind, title_of(info, asked), asked.quantity, {}, asked.slice.remaining(), {}, {},
                  {}};
  for (const std::size_t axis : asked.slice.axes)
    picture.axes.push_back(info.spec.coordinates[axis]);
  if (*kind == Kind::histogram) {
    if (Status counted = add_counts(values, asked, picture); !counted) return counted.error();
    return picture;
  }
  auto cells = read_cells(values, asked.quantity, asked.slice.region);
  if (!cells) return cells.error();
  picture.values = *std::move(cells);
  if (asked.law) {
    if (Status fits = check_law(info.spec, *asked.law); !fits) return fits.error();
    auto said = said_by(*asked.law, asked);
    if (!said) return said.error();
    picture.law = *std::move(said);
  }
  return picture;
}

}  // namespace grundy::plot
