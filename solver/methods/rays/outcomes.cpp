#include "methods/rays/outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>

#include "methods/rays/kernel.hpp"
#include "methods/rays/lines.hpp"
#include "methods/rays/outcome_worker.hpp"
#include "methods/rays/tiles.hpp"
#include "tiles/watch.hpp"

namespace grundy::ray {
namespace {

// Tiles solved between two settlements, for each thread: many enough that threads seldom wait
// for one another, few enough that what is handed out stays small.
constexpr std::size_t tiles_per_thread = 16;

// Fewer addresses are set by one thread sooner than others are called.
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

  // Nothing is handed out by a tile that is alone.
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
  // Tiles are numbered by it, so it must be that of the saved state.
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
                                              "begin anew",
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
    std::vector<std::size_t> handed_out(tiles.size());
    std::vector<std::uint64_t> rows(tiles.size());
    executor_.for_each(tiles.size(), [&](std::size_t tile, std::size_t worker) {
      handed_out[tile] = workers_[worker].solve(tiles[tile], false, late_of(tile));
      rows[tile] = workers_[worker].rows();
    });
    settle(handed_out);
    for (const std::uint64_t of_tile : rows) count(of_tile);
  }

  // Sets the bits that the tiles have handed out.
  void settle(const std::vector<std::size_t>& handed_out) {
    std::uint64_t addresses = 0;
    for (const std::size_t of_tile : handed_out) addresses += of_tile;
    const std::size_t parts =
        addresses < addresses_worth_sharing ? 1 : std::bit_ceil(executor_.threads());
    const auto set_part = [&](std::size_t part, std::size_t) {
      for (std::size_t tile = 0; tile < handed_out.size(); ++tile)
        kernels::set_bits(task_.bits, late_of(tile).first(handed_out[tile]), part, parts);
    };
    if (parts == 1)
      set_part(0, 0);
    else
      executor_.for_each(parts, set_part);
  }

  std::span<std::uint64_t> late_of(std::size_t tile) {
    return late_.as<std::uint64_t>().subspan(tile * setup_.late_of_tile, setup_.late_of_tile);
  }

  // Rows stand for their permutations: positions are counted in proportion to sorted rows.
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
  std::size_t first_ = 0;  // tile of the wave that is not solved yet
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
      Section::memory_bytes(closure, setup.frame.inner_axis, setup.groups);
  const std::uint64_t words = setup.late_addresses() + zeros_for(setup.frame);
  return section + static_cast<std::uint64_t>(std::min(lines, most_line_bytes)) +
         words * sizeof(std::uint64_t);
}

Result<Section> solve_outcomes(const Rays& rays, const Box& closure, Convention convention,
                               parallel::Executor& executor, const tiles::Watch& watch,
                               std::int64_t block) {
  Setup setup(rays, closure, executor.threads(), block);
  if (line_bytes(setup.frame) >= most_line_bytes)
    return Error{Errc::memory, "the lines of this box exceed any memory; ask for a smaller box"};
  auto section = Section::allocate(closure, setup.frame.inner_axis, setup.groups);
  if (!section) return section.error();
  auto bits = memory::Block::zeros(setup.lines.bytes);
  if (!bits) return bits.error();
  auto late = memory::Block::zeros(setup.late_addresses() * sizeof(std::uint64_t));
  if (!late) return late.error();
  OutcomeTask task{setup.frame,
                   setup.lines,
                   convention,
                   watch.keeper ? nullptr : watch.stop,  // half a tile could not be gone on from
                   *section,
                   bits->as<std::uint8_t>(),
                   std::vector<std::uint64_t>(zeros_for(setup.frame))};
  const Status done = OutcomeSweep(setup, task, std::move(*late), executor, watch).run();
  if (!done) return done.error();
  return std::move(*section);
}

}  // namespace grundy::ray
