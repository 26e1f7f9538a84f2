#include "methods/rays/outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "kernels/ray/outcomes.hpp"
#include "methods/rays/lines.hpp"
#include "methods/rays/rays.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

// Between checks whether to stop.
constexpr std::int64_t rows_per_call = 1024;

// How many marks of a P-position may have to wait.
std::size_t late_marks(const Frame& frame, const Lines& lines) {
  return static_cast<std::size_t>(
      std::count_if(lines.marks.begin(), lines.marks.end(),
                    [&](const Lines::Mark& mark) { return mark.source != frame.outer(); }));
}

// What all workers share.
struct OutcomeTask {
  const Frame& frame;
  const Lines& lines;
  Convention convention;
  const std::atomic<bool>* stop;
  family::Section& section;
  std::span<std::uint8_t> bits;
  std::vector<std::uint64_t> zeros;  // as many as the longest axis is long
};

// Solves tiles. A worker walks the rows of a tile in ascending order and has the kernel solve them,
// a strip along the last outer axis at a time, with all linear forms of the layout narrowed to the
// strip. A worker belongs to one thread at a time. Workers share the section and the bits, of which
// they write different bytes as long as their tiles are of one wave.
class OutcomeWorker {
 public:
  explicit OutcomeWorker(OutcomeTask& task);

  // Solves the tile, or part of it when stopped. With `alone` no other tile is being solved and all
  // marks are made. Otherwise the addresses of bits of later tiles are written to `late`, which has
  // room for the tile's rows * late_marks(lines), and their number is returned.
  std::size_t solve(const Tile& tile, bool alone, std::span<std::uint64_t> late);

  // Rows solved or skipped by the last call.
  std::uint64_t rows() const noexcept { return rows_; }

 private:
  bool stopped() const { return task_.stop && task_.stop->load(std::memory_order_relaxed); }
  std::int64_t lowest(const Tile& tile, std::size_t axis) const;
  void descend(const Tile& tile, std::size_t axis);
  void solve_strip(std::int64_t first, std::int64_t last);
  void narrow_forms();
  void narrow_mirrors();
  void solve_rows(std::int64_t first, std::int64_t last);
  bool without_option(std::int64_t y) const;
  std::int64_t at_leading(const LinearForm& form) const;

  OutcomeTask& task_;
  std::size_t leading_;             // outer axes before the last one
  std::vector<std::int64_t> u_;     // their coordinates in the strip at hand
  std::vector<std::size_t> group_;  // the group of the inner axis, itself last; or empty
  std::vector<kernels::RayLine> aligned_;
  std::vector<kernels::RayLine> shifted_;
  std::vector<kernels::RayMark> marks_;
  std::vector<kernels::RayMirror> mirrors_;
  kernels::RayRows strip_{};
  std::span<std::uint64_t> late_;
  std::size_t late_count_ = 0;
  std::uint64_t rows_ = 0;
};

OutcomeWorker::OutcomeWorker(OutcomeTask& task)
    : task_(task),
      leading_(std::max<std::size_t>(task.frame.outer(), 1) - 1),
      u_(leading_),
      aligned_(task.lines.aligned.size()),
      shifted_(task.lines.shifted.size()),
      marks_(task.lines.marks.size()) {
  for (const auto& group : task.frame.groups)
    if (group.back() == task.frame.outer()) group_ = group;
  const auto before = task.frame.before[task.frame.outer()];
  strip_.exchangeable = before && *before == leading_;
  mirrors_.resize(std::max<std::size_t>(group_.size(), 1) - (strip_.exchangeable ? 2 : 1));
  strip_.bits = task.bits;
  strip_.aligned = aligned_;
  strip_.shifted = shifted_;
  strip_.marks = marks_;
  strip_.mirrors = mirrors_;
  strip_.inner = task.frame.extents.back();
}

std::size_t OutcomeWorker::solve(const Tile& tile, bool alone, std::span<std::uint64_t> late) {
  late_ = late;
  late_count_ = 0;
  rows_ = 0;
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const std::size_t source = task_.lines.marks[i].source;
    marks_[i].limit = alone || source == task_.frame.outer() ? no_limit : tile.high[source];
  }
  descend(tile, 0);
  return late_count_;
}

std::int64_t OutcomeWorker::lowest(const Tile& tile, std::size_t axis) const {
  const auto before = task_.frame.before[axis];
  return before ? std::max(tile.low[axis], u_[*before]) : tile.low[axis];
}

void OutcomeWorker::descend(const Tile& tile, std::size_t axis) {
  if (task_.frame.outer() == 0) return solve_strip(0, 1);
  if (axis == leading_) return solve_strip(lowest(tile, axis), tile.high[axis] + 1);
  for (std::int64_t v = lowest(tile, axis); v <= tile.high[axis]; ++v) {
    u_[axis] = v;
    descend(tile, axis + 1);
  }
}

void OutcomeWorker::solve_strip(std::int64_t first, std::int64_t last) {
  if (first >= last) return;
  narrow_forms();
  narrow_mirrors();
  rows_ += static_cast<std::uint64_t>(last - first);
  if (first == 0 && task_.convention == Convention::misere) solve_rows(first++, 1);
  for (; first < last && !stopped(); first += rows_per_call)
    solve_rows(first, std::min(first + rows_per_call, last));
}

std::int64_t OutcomeWorker::at_leading(const LinearForm& form) const {
  std::int64_t value = form.constant;
  for (std::size_t i = 0; i < leading_; ++i) value += form.of[i] * u_[i];
  return value;
}

void OutcomeWorker::narrow_forms() {
  const std::size_t inner = task_.frame.outer();
  const auto of_row = [&](const LinearForm& form) { return inner == 0 ? 0 : form.of[leading_]; };
  const auto line = [&](const LinearForm& form) {
    return kernels::RayLine{at_leading(form), of_row(form)};
  };
  std::transform(task_.lines.aligned.begin(), task_.lines.aligned.end(), aligned_.begin(), line);
  std::transform(task_.lines.shifted.begin(), task_.lines.shifted.end(), shifted_.begin(), line);
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const LinearForm& form = task_.lines.marks[i].form;
    marks_[i] = {at_leading(form), of_row(form), form.of[inner], marks_[i].limit};
  }
}

// Without coordinate i, those after it in its group move up one place, and k takes the last. The
// kernel itself treats rows that may be exchanged with k.
void OutcomeWorker::narrow_mirrors() {
  const family::Section& section = task_.section;
  strip_.section_start = 0;
  for (std::size_t i = 0; i < leading_; ++i)
    strip_.section_start += section.offset(i)[static_cast<std::size_t>(u_[i])];
  for (std::size_t removed = 0; removed < mirrors_.size(); ++removed) {
    kernels::RayMirror& mirror = mirrors_[removed];
    const std::size_t without = group_[removed];
    mirror = {0, nullptr, nullptr, u_[without]};
    const auto offset_of = [&](std::size_t axis) -> const std::uint64_t* {
      if (axis == without) return task_.zeros.data();
      const auto at =
          std::find(group_.begin() + static_cast<std::ptrdiff_t>(removed) + 1, group_.end(), axis);
      return section.offset(at == group_.end() ? axis : *(at - 1)).data();
    };
    for (std::size_t i = 0; i < leading_; ++i) mirror.start += offset_of(i)[u_[i]];
    mirror.row_offset = offset_of(leading_);
    mirror.inner_offset = offset_of(task_.frame.outer());
  }
}

// Whether (u, y, 0) ends play: its rays along k are empty, and so must be all others.
bool OutcomeWorker::without_option(std::int64_t y) const {
  const auto stuck = [&](const family::Direction& d) {
    if (d.back()) return true;
    for (std::size_t i = 0; i < leading_; ++i)
      if (d[i] && u_[i] == 0) return true;
    return d[leading_] && y == 0;
  };
  return std::all_of(task_.frame.directions.begin(), task_.frame.directions.end(), stuck);
}

// Under misère play the rows begin after a position without options, which is N. Requires all rows
// or none of them to have y = 0.
void OutcomeWorker::solve_rows(std::int64_t first, std::int64_t last) {
  const auto before = task_.frame.before[task_.frame.outer()];
  strip_.first = first;
  strip_.last = last;
  strip_.lowest = before && !strip_.exchangeable ? u_[*before] : 0;
  const bool from_zero = strip_.lowest + (strip_.exchangeable ? first : 0) == 0;
  if (task_.convention == Convention::misere && from_zero && without_option(first))
    strip_.lowest = 1;
  const auto late = late_.subspan(late_count_);
  const auto solve = [&](auto section) { return kernels::solve_ray_rows(strip_, section, late); };
  family::Section& section = task_.section;
  late_count_ += section.entry_bytes() == 2   ? solve(section.entries<std::uint16_t>())
                 : section.entry_bytes() == 3 ? solve(section.entries<kernels::ThreeBytes>())
                                              : solve(section.entries<std::uint32_t>());
}

// Tiles that each thread solves before late bits are set: enough for threads to wait seldom, and
// few enough for lists of late bits to stay small.
constexpr std::size_t tiles_per_thread = 16;

// One thread sets fewer addresses than this sooner than others could start.
constexpr std::uint64_t addresses_worth_sharing = 4096;

constexpr double most_line_bytes = 0x1p56;

// What is decided before anything of the size of the box is allocated.
struct Setup {
  AxisGroups groups;
  Frame frame;
  Lines lines;
  Tiles tiles;
  std::uint64_t late_of_tile;
  std::size_t batch;  // tiles solved at once

  Setup(const Rays& rays, const Box& closure, std::size_t threads, std::int64_t block)
      : groups(interchangeable_axes(rays, closure)),
        frame(rays, groups, closure),
        lines(line_bytes(frame) < most_line_bytes ? lay_out(frame) : Lines{}),
        tiles(frame, block > 0 ? block : choose_block(frame, lines)),
        late_of_tile(tiles.most_rows() * late_marks(frame, lines)),
        batch(threads == 1 || (block == 0 && !worth_sharing(frame)) ? 1
                                                                    : tiles_per_thread * threads) {}
  Setup(const Setup&) = delete;

  // A tile that is alone has no late addresses.
  std::uint64_t late_addresses() const { return batch == 1 ? 0 : batch * late_of_tile; }
};

class OutcomeSweep {
 public:
  OutcomeSweep(Setup& setup, OutcomeTask& task, memory::Block late, parallel::Executor& executor,
               const tiles::Watch& watch)
      : setup_(setup),
        task_(task),
        late_(std::move(late)),
        executor_(executor),
        watch_(watch),
        sweep_(kernel, watch, [&] { return state(); }) {
    for (std::size_t i = 0; i < executor.threads(); ++i) workers_.emplace_back(task);
    positions_ = *task.section.box().volume();
  }

  Status run() {
    if (Status begun = begin(); !begun) return begun;
    for (; wave_ < setup_.tiles.waves(); ++wave_, first_ = 0) {
      const std::vector<Tile> tiles = setup_.tiles.tiles_of(wave_);
      while (first_ < tiles.size()) {
        const std::size_t count = std::min(setup_.batch, tiles.size() - first_);
        solve(std::span<const Tile>(tiles).subspan(first_, count));
        first_ += count;
        if (Status saved = sweep_.reached(); !saved) return saved;
      }
    }
    return {};
  }

 private:
  // The side of tiles, which numbers them: a saved state must have the same.
  std::uint64_t block() const { return static_cast<std::uint64_t>(setup_.tiles.block()); }

  tiles::Resumable::State state() {
    return {{block(), wave_, first_, rows_, counted_},
            {task_.section.bytes(), std::as_writable_bytes(task_.bits)}};
  }

  Status begin() {
    const std::uint64_t rows = task_.section.stored_rows();
    const auto numbers = sweep_.begin({block(), setup_.tiles.waves(), rows, rows, positions_});
    if (!numbers) return numbers.error();
    const std::uint64_t saved_block = (*numbers)[0];
    if (saved_block != 0 && saved_block != block())
      return Error{Errc::corrupt, fmt::format("the saved state has tiles of side {}, expected {}; "
                                              "start again",
                                              saved_block, block())};
    wave_ = (*numbers)[1];
    first_ = (*numbers)[2];
    rows_ = (*numbers)[3];
    counted_ = (*numbers)[4];
    return sweep_.load();
  }

  void solve(std::span<const Tile> tiles) {
    if (tiles.size() == 1) {
      workers_[0].solve(tiles[0], true, {});
      return count(workers_[0].rows());
    }
    std::vector<std::size_t> late_counts(tiles.size());
    std::vector<std::uint64_t> rows(tiles.size());
    executor_.for_each(tiles.size(), [&](std::size_t tile, std::size_t worker) {
      late_counts[tile] = workers_[worker].solve(tiles[tile], false, late_of(tile));
      rows[tile] = workers_[worker].rows();
    });
    set_late_bits(late_counts);
    for (const std::uint64_t of_tile : rows) count(of_tile);
  }

  // Sets the bits whose addresses the tiles have written.
  void set_late_bits(const std::vector<std::size_t>& late_counts) {
    std::uint64_t addresses = 0;
    for (const std::size_t of_tile : late_counts) addresses += of_tile;
    const std::size_t parts =
        addresses < addresses_worth_sharing ? 1 : std::bit_ceil(executor_.threads());
    const auto set_part = [&](std::size_t part, std::size_t) {
      for (std::size_t tile = 0; tile < late_counts.size(); ++tile)
        kernels::set_bits(task_.bits, late_of(tile).first(late_counts[tile]), part, parts);
    };
    if (parts == 1)
      set_part(0, 0);
    else
      executor_.for_each(parts, set_part);
  }

  std::span<std::uint64_t> late_of(std::size_t tile) {
    return late_.as<std::uint64_t>().subspan(tile * setup_.late_of_tile, setup_.late_of_tile);
  }

  // Rows stand for their permutations, so positions are counted in proportion to sorted rows.
  void count(std::uint64_t rows) {
    if (!watch_.solved) return;
    rows_ += rows;
    const auto done = static_cast<std::uint64_t>(
        static_cast<double>(positions_) *
        (static_cast<double>(rows_) / static_cast<double>(task_.section.stored_rows())));
    const std::uint64_t until_now = rows_ == task_.section.stored_rows() ? positions_ : done;
    watch_.solved->fetch_add(until_now - counted_, std::memory_order_relaxed);
    counted_ = until_now;
  }

  Setup& setup_;
  OutcomeTask& task_;
  memory::Block late_;
  parallel::Executor& executor_;
  const tiles::Watch& watch_;
  tiles::Resumable sweep_;
  std::deque<OutcomeWorker> workers_;
  std::uint64_t wave_ = 0;
  std::size_t first_ = 0;  // the first tile of the wave that is not solved yet
  std::uint64_t positions_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t counted_ = 0;
};

std::uint64_t zeros_for(const Frame& frame) {
  return static_cast<std::uint64_t>(*std::max_element(frame.extents.begin(), frame.extents.end()));
}

}  // namespace

std::uint64_t outcome_bytes(const Rays& rays, const Box& closure, std::size_t threads) {
  const Setup setup(rays, closure, threads, 0);
  const double lines = line_bytes(setup.frame);
  const std::uint64_t section =
      family::Section::memory_bytes(closure, setup.frame.inner_axis, setup.groups);
  const std::uint64_t words = setup.late_addresses() + zeros_for(setup.frame);
  return section + static_cast<std::uint64_t>(std::min(lines, most_line_bytes)) +
         words * sizeof(std::uint64_t);
}

Result<family::Section> solve_outcomes(const Rays& rays, const Box& closure, Convention convention,
                                       parallel::Executor& executor, const tiles::Watch& watch,
                                       std::int64_t block) {
  Setup setup(rays, closure, executor.threads(), block);
  if (line_bytes(setup.frame) >= most_line_bytes)
    return Error{Errc::memory, "the lines of this box exceed any memory; ask for a smaller box"};
  auto section = family::Section::allocate(closure, setup.frame.inner_axis, setup.groups);
  if (!section) return section.error();
  auto bits = memory::Block::zeros(setup.lines.bytes);
  if (!bits) return bits.error();
  auto late = memory::Block::zeros(setup.late_addresses() * sizeof(std::uint64_t));
  if (!late) return late.error();
  OutcomeTask task{setup.frame,
                   setup.lines,
                   convention,
                   watch.keeper ? nullptr : watch.stop,  // no state is saved within a tile
                   *section,
                   bits->as<std::uint8_t>(),
                   std::vector<std::uint64_t>(zeros_for(setup.frame))};
  const Status done = OutcomeSweep(setup, task, std::move(*late), executor, watch).run();
  if (!done) return done.error();
  return std::move(*section);
}

}  // namespace grundy::ray
