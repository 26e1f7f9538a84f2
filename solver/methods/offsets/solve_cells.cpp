#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <vector>

#include "base/cell_window.hpp"
#include "base/value.hpp"
#include "kernels/offset/cell_rows.hpp"
#include "methods/offsets/cell_rows.hpp"
#include "methods/offsets/family.hpp"
#include "methods/offsets/row_layout.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::offset {

namespace {

std::size_t words_of_row(const CellRows& cells) {
  return static_cast<std::size_t>(words_for(cells.rows.axes.row_length()));
}

// Rows that are solved together.
std::size_t rows_of_cell_group(const CellRows& cells) noexcept {
  constexpr std::size_t group_words = 1024;
  const RowAxes& axes = cells.rows.axes;
  return std::clamp<std::size_t>(group_words / words_of_row(cells), 1,
                                 static_cast<std::size_t>(axes.extent(axes.plane_axis())));
}

// Bytes of a worker.
std::uint64_t cell_worker_bytes(const CellRows& cells) noexcept {
  const std::size_t rows = rows_of_cell_group(cells);
  const std::size_t masks = cells.rows.moves.size() + cells.rows.chain.size() + 3;
  const std::size_t words = words_of_row(cells);
  return rows * sizeof(kernels::CellStretch) +
         (masks * rows + cells.rows.depth()) * words * sizeof(std::uint64_t);
}

// Solves tiles. A worker belongs to one thread at a time.
template <class Cell>
class CellWorker {
 public:
  CellWorker(const CellRows& cells, Convention convention, Board& board, memory::Cells& values)
      : cells_(cells),
        rows_(cells.rows),
        convention_(convention),
        board_(board),
        values_(values),
        kept_(rows_.axes, board, values),
        walk_(rows_, {words_of_row(cells), static_cast<std::int64_t>(rows_of_cell_group(cells)),
                      rows_.axes.plane_axis() == 0 ? board.window()
                                                   : rows_.axes.extent(rows_.axes.plane_axis())}) {
    const std::size_t group = rows_of_cell_group(cells) * words_of_row(cells);
    const auto words_if = [&](bool needed) { return Words(needed ? group : 0); };
    for (const BitMove& move : rows_.moves)
      move_masks_.push_back(words_if(move.when.says_something()));
    for (const BitMove& move : rows_.chain)
      chain_masks_.push_back(words_if(move.when.says_something()));
    for (Words* words : {&lost_, &won_, &condition_}) *words = words_if(!rows_.endings.empty());
  }

  // Solves a tile of cells.rows.schedule(), keeps its values and returns the number of its
  // positions. Returns early, with some number, once *stop is true.
  std::uint64_t solve_tile(const Box& tile, const std::atomic<bool>* stop) {
    const std::uint64_t positions = walk_.for_each_group(tile, stop, [&] { solve_group(); });
    if (!stop || !stop->load(std::memory_order_relaxed))
      kept_.copy<Cell>(tile, board_.cells<Cell>().data(), values_.as<Cell>().data());
    return positions;
  }

 private:
  using Words = RowWalk::Words;

  void solve_group() {
    const RowAxes& axes = rows_.axes;
    stretches_.clear();
    const std::int64_t first = walk_.low()[axes.plane_axis()];
    for (std::int64_t row = first; row < first + walk_.rows_of_group(); ++row) {
      const RowPart part = axes.positions_of_row(row);
      stretches_.push_back(
          {static_cast<std::size_t>(part.first), static_cast<std::size_t>(part.end)});
    }
    if (axes.skewed && rows_.kept) clear_before_stretches();
    sources_.clear();
    for (std::size_t move = 0; move < rows_.moves.size(); ++move)
      add_source(rows_.moves[move], move_masks_[move]);
    for (std::size_t move = 0; move < rows_.chain.size(); ++move)
      add_source(rows_.chain[move], chain_masks_[move]);
    kernels::CellRows<Cell> task;
    task.rows = board_.cells<Cell>().data() + board_.at(walk_.low());
    task.pitch = board_.pitch();
    task.stretches = stretches_;
    task.sources = sources_;
    // The chain begins with its shortest step.
    if (!rows_.chain.empty())
      task.together = static_cast<std::size_t>(-rows_.chain.front().change.back());
    task.words = words_of_row(cells_);
    end_play(task);
    if constexpr (std::is_same_v<Cell, std::uint8_t>)
      kernels::solve_nimber_rows(task);
    else
      kernels::solve_remoteness_rows(task, convention_ == Convention::misere);
  }

  // Skewed rows begin later and later. In a window the cells before them hold values of earlier
  // rows.
  void clear_before_stretches() {
    Cell* row = board_.cells<Cell>().data() + board_.at(walk_.low());
    for (const kernels::CellStretch& stretch : stretches_) {
      const std::size_t count = std::min(stretch.first, static_cast<std::size_t>(board_.window()));
      std::fill_n(row + stretch.first - count, count, Cell{0});
      row += board_.pitch();
    }
  }

  void add_source(const BitMove& move, Words& mask) {
    if (!walk_.reaches(move.change)) return;
    const auto where = walk_.where(move.when, mask);
    if (!where) return;
    here_ = walk_.low();
    for (std::size_t axis = 0; axis < here_.size(); ++axis) here_[axis] += move.change[axis];
    sources_.push_back({board_.cells<Cell>().data() + board_.at(here_), *where});
  }

  // Where several endings hold the first one counts.
  void end_play(kernels::CellRows<Cell>& task) {
    const auto holds = [&](const BitEnding& ending) {
      return truth(ending.when, walk_.low(), walk_.high()) != Truth::never;
    };
    if (std::ranges::none_of(rows_.endings, holds)) return;
    const std::size_t words = walk_.words_of_group();
    std::fill_n(lost_.begin(), words, 0);
    std::fill_n(won_.begin(), words, 0);
    for (const BitEnding& ending : rows_.endings) {
      walk_.fill(ending.when, condition_);
      Words& over = ending.outcome == Outcome::P ? lost_ : won_;
      for (std::size_t i = 0; i < words; ++i) over[i] |= condition_[i] & ~(lost_[i] | won_[i]);
    }
    task.lost = lost_.data();
    task.won = won_.data();
  }

  const CellRows& cells_;
  const BitRows& rows_;
  Convention convention_;
  Board& board_;
  memory::Cells& values_;
  KeptCells kept_;
  RowWalk walk_;
  Index here_;  // scratch
  std::vector<kernels::CellStretch> stretches_;
  std::vector<kernels::CellSource<Cell>> sources_;
  std::vector<Words> move_masks_;
  std::vector<Words> chain_masks_;
  Words lost_;
  Words won_;
  Words condition_;
};

template <class Cell>
Status solve_board(const CellRows& cells, Convention convention, Board& board,
                   memory::Cells& values, parallel::Executor& executor, const tiles::Watch& watch) {
  std::deque<CellWorker<Cell>> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i)
    workers.emplace_back(cells, convention, board, values);
  const tiles::Schedule schedule = cells.rows.schedule();
  return tiles::solve_tiles(
      {kernel,
       schedule.tiles_in_order(),
       [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
       [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
         const std::uint64_t solved = workers[worker].solve_tile(schedule.tile(tile), watch.stop);
         if (watch.stop && *watch.stop) return Error{Errc::interrupted, "interrupted"};
         return solved;
       },
       {values.bytes(), board.bytes()}},
      executor, watch);
}

}  // namespace

Result<memory::Cells> solve(const CellRows& cells, Convention convention,
                            parallel::Executor& executor, const tiles::Watch& watch) {
  auto board = Board::make(cells);
  if (!board) return board.error();
  auto values = memory::Cells::allocate(cells.box, cells.width);
  if (!values) return values.error();
  // All threads touch the pages here, as tiles may follow one another.
  values->take_pages(executor, watch.stop);
  const Status done = with_cell_type(cells.width, [&]<class Cell>(Cell) {
    return solve_board<Cell>(cells, convention, *board, *values, executor, watch);
  });
  if (!done) return done.error();
  return std::move(*values);
}

std::uint64_t memory_bytes(const CellRows& cells, std::size_t threads) {
  return Board::bytes(cells) + value_bytes(cells) + threads * cell_worker_bytes(cells);
}

std::uint64_t value_bytes(const CellRows& cells) {
  return *cells.box.volume() * cells.width;
}

}  // namespace grundy::offset
