#include "methods/options/window_solve.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "methods/options/rows.hpp"
#include "methods/options/sliding.hpp"
#include "methods/options/window.hpp"
#include "tiles/watch.hpp"

namespace grundy::window {
namespace {

constexpr std::uint64_t positions_at_once = 1 << 12;  // between checks whether to stop

// By rule; nothing for rules whose options are never neighbours.
using Windows = std::vector<std::optional<Window>>;

std::uint64_t end_of_values(const WindowGame& game) {
  return game.cells.largest_value + 1;
}

// Whether all runs of a rule are windows, as far as the constants of the program show.
bool always_slides(const kernels::Program& program, const kernels::RuleProgram& rule,
                   std::int64_t stride) {
  return may_slide(rule) &&
         std::ranges::any_of(program.constants, [&](const kernels::Constant& constant) {
           return constant.out == rule.outputs[0].step && std::abs(constant.value) == stride;
         });
}

// Marks for options in no window: one for each value, and one more, which is never set.
std::uint64_t marks_needed(const WindowGame& game) {
  const kernels::Program& program = game.cells.program.program();
  const bool none = std::ranges::all_of(program.rules, [&](const kernels::RuleProgram& rule) {
    return always_slides(program, rule, game.rows.stride());
  });
  return none ? 0 : end_of_values(game) + 1;
}

Result<Windows> make_windows(const WindowGame& game) {
  Windows windows;
  for (const kernels::RuleProgram& rule : game.cells.program.program().rules) {
    windows.emplace_back();
    if (!may_slide(rule)) continue;
    auto values = CountedValues::below(end_of_values(game));
    if (!values) return values.error();
    windows.back().emplace(*std::move(values), game.rows.stride());
  }
  return windows;
}

// Solves one row after the other. Each thread has its own.
template <class Cell>
class RowSolver {
 public:
  RowSolver(const WindowGame& game, std::span<Cell> cells, Windows windows)
      : program_(game.cells.program.program()),
        stride_(game.rows.stride()),
        walk_(program_, game.rows),
        cells_(cells),
        windows_(std::move(windows)),
        marks_(marks_needed(game)) {}

  // Solves the positions `begin` .. `end` - 1 of a row, in the order of play. Those before are
  // solved. Windows hold values of this row, or none.
  void solve(std::uint64_t row, std::int64_t begin, std::int64_t end) {
    walk_.positions(
        row, begin, end, [&](const kernels::Run& run) { add(run); },
        [&](std::int64_t rank) {
          cells_[static_cast<std::size_t>(rank)] = static_cast<Cell>(mex());
          present_.clear();
          any_loose_ = false;
        });
  }

  void leave_row() {
    for (auto& window : windows_)
      if (window) window->clear(std::span<const Cell>(cells_));
  }

 private:
  void add(const kernels::Run& run) {
    if (is_window(program_, run, stride_)) {
      Window& window = *windows_[run.rule];
      window.move_to(ends_of(run), std::span<const Cell>(cells_));
      present_.push_back(&window.values());
      return;
    }
    if (!any_loose_) next_stamp();
    any_loose_ = true;
    for (std::size_t i = 0; i < run.count; ++i)
      marks_[run.summands == 0 ? 0 : cells_[static_cast<std::size_t>(run.output(0, i))]] = stamp_;
  }

  void next_stamp() {
    if (++stamp_ != 0) return;
    std::ranges::fill(marks_, 0);
    stamp_ = 1;
  }

  // The least value that is in no window and has no mark.
  std::uint64_t mex() const {
    if (present_.size() == 1 && !any_loose_) return present_.front()->absent_from(0);
    for (std::uint64_t value = 0;;) {
      std::uint64_t next = value;
      for (const CountedValues* values : present_) next = values->absent_from(next);
      while (any_loose_ && marks_[next] == stamp_) ++next;
      if (next == value) return value;
      value = next;
    }
  }

  const kernels::Program& program_;
  const std::int64_t stride_;
  RowWalk walk_;
  std::span<Cell> cells_;
  Windows windows_;
  std::vector<const CountedValues*> present_;  // the windows of the position at hand
  std::vector<std::uint32_t> marks_;           // `stamp_` for values of options in no window
  std::uint32_t stamp_ = 0;
  bool any_loose_ = false;
};

// Solves several rows at once, each on one thread. A single row is solved stretch by stretch.
template <class Cell>
class BoxSolver {
 public:
  BoxSolver(const WindowGame& game, std::span<Cell> cells, std::vector<Windows> windows,
            parallel::Executor& executor, const tiles::Watch& watch)
      : rows_(game.rows), executor_(executor), watch_(watch) {
    for (Windows& own : windows) solvers_.emplace_back(game, cells, std::move(own));
  }

  // What is counted by `done`: rows, or positions of a single row.
  std::uint64_t all() const {
    return one_row() ? static_cast<std::uint64_t>(rows_.length()) : rows_.count();
  }

  // Solves the next ones after `done`. Returns how many, or nothing if some were stopped.
  std::optional<std::uint64_t> solve_next(std::uint64_t done) {
    const std::uint64_t left = all() - done;
    if (one_row()) {
      const std::uint64_t count = std::min(positions_at_once, left);
      solvers_[0].solve(0, static_cast<std::int64_t>(done),
                        static_cast<std::int64_t>(done + count));
      count_solved(count);
      return count;
    }
    const auto length = static_cast<std::uint64_t>(rows_.length());
    const std::uint64_t count =
        std::min(std::max<std::uint64_t>(executor_.threads(), 1) *
                     std::max<std::uint64_t>(16 * positions_at_once / length, 1),
                 left);
    std::atomic<std::uint64_t> whole{0};
    executor_.for_each(count, [&](std::size_t row, std::size_t worker) {
      if (solve_row(solvers_[worker], done + row)) ++whole;
    });
    if (whole < count) return std::nullopt;
    return count;
  }

 private:
  bool one_row() const { return rows_.count() == 1; }

  // False if it was stopped before the end.
  bool solve_row(RowSolver<Cell>& solver, std::uint64_t row) {
    const std::int64_t length = rows_.length();
    constexpr auto most = static_cast<std::int64_t>(positions_at_once);
    std::int64_t begin = 0;
    for (; begin < length && !(watch_.stop && *watch_.stop); begin += most)
      solver.solve(row, begin, std::min(begin + most, length));
    solver.leave_row();
    if (begin < length) return false;
    count_solved(static_cast<std::uint64_t>(length));
    return true;
  }

  void count_solved(std::uint64_t count) {
    if (watch_.solved) *watch_.solved += count;
  }

  const Rows& rows_;
  parallel::Executor& executor_;
  const tiles::Watch& watch_;
  std::deque<RowSolver<Cell>> solvers_;  // by worker
};

template <class Cell>
Status solve_cells(const WindowGame& game, memory::Cells& cells, parallel::Executor& executor,
                   const tiles::Watch& watch) {
  std::vector<Windows> windows;
  const std::size_t workers = game.rows.count() == 1 ? 1 : executor.threads();
  while (windows.size() < workers) {
    auto own = make_windows(game);
    if (!own) return own.error();
    windows.push_back(*std::move(own));
  }
  BoxSolver<Cell> solver(game, cells.as<Cell>(), std::move(windows), executor, watch);
  std::uint64_t done = 0;
  tiles::Resumable sweep(kernel, watch, [&] {
    return tiles::Resumable::State{{done}, {cells.bytes()}};
  });
  const auto begin = sweep.begin({solver.all()});
  if (!begin) return begin.error();
  done = begin->front();
  if (Status loaded = sweep.load(); !loaded) return loaded;
  if (done > 0 && std::ranges::any_of(cells.as<Cell>(),
                                      [&](Cell value) { return value > game.cells.largest_value; }))
    return Error{Errc::corrupt, "the saved state has nimbers that are too large"};
  while (done < solver.all()) {
    const auto more = solver.solve_next(done);
    if (!more) return sweep.interrupted();
    done += *more;
    if (Status saved = sweep.reached(); !saved) return saved;
  }
  return {};
}

}  // namespace

Result<memory::Cells> solve(const WindowGame& game, const Box& closure,
                            parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = memory::Cells::allocate(closure, game.cells.cell_bytes);
  if (!cells) return cells.error();
  const Status solved = with_cell_type(cells->width(), [&]<class Cell>(Cell) {
    return solve_cells<Cell>(game, *cells, executor, watch);
  });
  if (!solved) return solved.error();
  return cells;
}

std::uint64_t memory_bytes(const WindowGame& game, const Box& closure, std::size_t threads) {
  const kernels::Program& program = game.cells.program.program();
  const auto windows = static_cast<std::uint64_t>(std::ranges::count_if(program.rules, may_slide));
  const std::uint64_t end = end_of_values(game);
  const std::uint64_t of_worker = windows * CountedValues::bytes(end) +
                                  marks_needed(game) * sizeof(std::uint32_t) +
                                  game.cells.program.column_bytes();
  const std::uint64_t workers = game.rows.count() == 1 ? 1 : threads;
  return generic::cell_bytes(closure, game.cells) + workers * of_worker +
         game.cells.program.set_bytes();
}

}  // namespace grundy::window
