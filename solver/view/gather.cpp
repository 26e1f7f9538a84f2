#include "view/gather.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
                             "option `slice`, or draw a histogram",
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
                             "with option `slice`, such as 0:999",
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
  const bool has_holes = !values.info().spec.where.empty();
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
      if (has_holes && value == no_position(sizeof value)) continue;
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
  if (!drawn.where.empty()) return Error{Errc::usage, "a game with `where` has no law to be drawn"};
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
  picture.has_holes = !info.spec.where.empty();
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

solve::Asked box_to_draw(const rules::Rules& rules, std::vector<std::int64_t> high,
                         std::optional<Quantity> quantity, std::optional<Convention> convention) {
  // Positions along each axis, by the number of axes.
  constexpr std::int64_t side_of_one = 1000, side_of_two = 200, side_of_more = 60;
  const std::size_t axes = rules.dimensions();
  const std::int64_t side = axes == 1 ? side_of_one : axes == 2 ? side_of_two : side_of_more;
  solve::Asked asked;
  asked.high = std::move(high);
  if (asked.high.empty())
    for (const auto& [name, low, end] : rules.coordinates)
      asked.high.push_back(std::min(low + side - 1, end.value_or(low + side - 1)));
  asked.rules = rules.text;
  asked.parameters = rules.parameters;
  asked.quantity = quantity;
  if (rules.has_ending(Outcome::N) && !quantity) asked.quantity = Quantity::outcome;
  asked.convention = convention;
  return asked;
}

Status check_moves(const Position& from, const exports::Slice& slice) {
  if (slice.axes.size() == 2 && from.size() == slice.region.dimensions() &&
      slice.region.contains(from))
    return {};
  return Error{Errc::usage,
               fmt::format("option `moves` is {}; expected a position of the picture, which has "
                           "two axes; option `slice` chooses what is drawn",
                           to_string(from))};
}

void mark_moves(const Position& from, std::span<const std::vector<Position>> winning,
                const exports::Slice& slice, Picture& picture) {
  const auto along_axes = [&](const Position& at) {
    return std::array{at[slice.axes[0]], at[slice.axes[1]]};
  };
  WinningMoves moves{along_axes(from), {}, 0};
  for (const std::vector<Position>& to : winning)
    if (to.size() == 1 && slice.region.contains(to[0]))
      moves.to.push_back(along_axes(to[0]));
    else
      ++moves.elsewhere;
  picture.title += fmt::format("; winning moves of ({})", fmt::join(from, ","));
  if (moves.elsewhere > 0) picture.title += fmt::format(", {} not in it", moves.elsewhere);
  picture.moves = std::move(moves);
}

}  // namespace grundy::plot
