#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "methods/scan/endings.hpp"
#include "methods/scan/family.hpp"
#include "methods/scan/row_runs.hpp"
#include "methods/scan/states.hpp"
#include "tiles/ordered_tiles.hpp"
#include "tiles/scan_loops.hpp"

namespace grundy::scan {
namespace {

// What the positions of a row have met, and their row for the kernel.
template <class Row>
struct Met;

template <>
struct Met<kernels::scan::OutcomeRow> {
  static constexpr bool reads_whole = true;
  std::vector<std::uint8_t> options;

  Met(const Task&, std::int64_t length) : options(static_cast<std::size_t>(length)) {}
  kernels::scan::OutcomesMet met() { return {options.data()}; }
};

template <class Cell>
struct Met<kernels::scan::RemotenessRow<Cell>> {
  static constexpr bool reads_whole = true;
  std::vector<Cell> nearest;
  std::vector<Cell> farthest;

  Met(const Task&, std::int64_t length)
      : nearest(static_cast<std::size_t>(length)), farthest(nearest.size()) {}
  kernels::scan::RemotenessMet<Cell> met() { return {nearest.data(), farthest.data()}; }
};

template <class Cell>
struct Met<kernels::scan::NimberRow<Cell>> {
  static constexpr bool reads_whole = false;
  std::vector<std::uint64_t> single;
  std::vector<const std::uint64_t*> states;

  Met(const Task& task, std::int64_t)
      : single(words_of_state(task.largest_value)), states(task.program.instructions.size() + 1) {}
  kernels::scan::NimbersMet met() { return {single.data(), states.data()}; }
};

// Solves tiles. Each thread has its own; all share the cells, and the states that outlast a row.
template <class Row>
class Worker {
 public:
  using Cell = typename Row::Cell;
  using Set = typename Row::Set;

  Worker(const Task& task, const family::Scope& scope, memory::Cells& cells,
         const States<Set>& shared, States<Set> of_rows)
      : task_(task),
        cells_(cells),
        inner_(task.program.scan.back()),
        of_rows_(std::move(of_rows)),
        runs_(task.program, Met<Row>::reads_whole),
        met_(task, task.schedule.tile_extents()[inner_.axis]),
        without_options_(scope.computed == Quantity::nimber
                             ? Cell{0}
                             : static_cast<Cell>(outcome_without_options(scope.convention))) {
    for (std::size_t set = 0; set < task.program.sets.size(); ++set)
      sets_.push_back((task.program.sets[set].of_row ? of_rows_ : shared).sets()[set]);
    if (task.endings) endings_.emplace(task.endings->program(), inner_);
  }

  // Returns the count of positions.
  std::uint64_t solve(const Box& tile) {
    tiles::for_each_in_scan(tile, task_.program.scan, 1, [&](const Position& start) {
      solve_row(start, tile.extent(inner_.axis));
      return true;
    });
    return *tile.volume();
  }

 private:
  void solve_row(const Position& start, std::int64_t length) {
    const std::int64_t stride = cells_.box().strides()[inner_.axis];
    const RowPart part{start, length, static_cast<std::int64_t>(cells_.box().rank(start)),
                       inner_.ascending ? stride : -stride};
    of_rows_.clear();
    runs_.find(part);
    kernels::scan::solve_row(Row{runs_.whole(), runs_.stretches(), runs_.groups(), runs_.actions(),
                                 length, sets_.data(), cells_.as<Cell>().data(), part.rank,
                                 part.rank_step, endings_ ? endings_->find(part) : nullptr,
                                 words_of_state(task_.largest_value), without_options_,
                                 met_.met()});
  }

  const Task& task_;
  memory::Cells& cells_;
  const rules::ScanAxis inner_;
  States<Set> of_rows_;
  std::vector<Set> sets_;
  RowRuns runs_;
  Met<Row> met_;
  std::optional<Endings> endings_;
  Cell without_options_;
};

template <class Row>
Status solve_rows(const Task& task, const family::Scope& scope, memory::Cells& cells,
                  parallel::Executor& executor, const tiles::Watch& watch) {
  using StatesOfRow = States<typename Row::Set>;
  const std::uint64_t words = words_of_state(task.largest_value);
  auto shared = StatesOfRow::allocate(task.program, words, /*of_rows=*/false);
  if (!shared) return shared.error();
  std::deque<Worker<Row>> workers;
  while (workers.size() < executor.threads()) {
    auto of_rows = StatesOfRow::allocate(task.program, words, /*of_rows=*/true);
    if (!of_rows) return of_rows.error();
    workers.emplace_back(task, scope, cells, *shared, std::move(*of_rows));
  }
  std::vector<std::span<std::byte>> parts = shared->parts();
  parts.push_back(cells.bytes());
  const SourceOf source(cells);
  const tiles::Schedule& schedule = task.schedule;
  return tiles::solve_tiles(
      {kernel, schedule.tiles_in_order(),
       [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
       [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
         return workers[worker].solve(schedule.tile(tile));
       },
       std::move(parts), &source, [&](const Box& box) { return schedule.last_tile(box); }},
      executor, watch);
}

// Calls use with a row of the type for the task.
template <class Use>
auto with_row(const Task& task, Quantity computed, const Use& use) {
  using namespace kernels::scan;
  if (computed == Quantity::outcome) return use(static_cast<OutcomeRow*>(nullptr));
  if (computed == Quantity::nimber)
    return with_cell_type(task.cell_bytes, [&]<class Cell>(Cell) {
      return use(static_cast<NimberRow<Cell>*>(nullptr));
    });
  if (task.cell_bytes == 2) return use(static_cast<RemotenessRow<std::uint16_t>*>(nullptr));
  return use(static_cast<RemotenessRow<std::uint32_t>*>(nullptr));
}

}  // namespace

Result<memory::Cells> solve(const Task& task, const family::Scope& scope,
                            parallel::Executor& executor, const tiles::Watch& watch) {
  auto cells = memory::Cells::allocate(scope.closure, task.cell_bytes);
  if (!cells) return cells.error();
  const Status solved = with_row(task, scope.computed, [&]<class Row>(Row*) {
    return solve_rows<Row>(task, scope, *cells, executor, watch);
  });
  if (!solved) return solved.error();
  return cells;
}

std::uint64_t bytes_of_states(const Task& task, Quantity computed, std::size_t threads) {
  const std::uint64_t words = words_of_state(task.largest_value);
  return with_row(task, computed, [&]<class Row>(Row*) {
    using StatesOfRow = States<typename Row::Set>;
    return StatesOfRow::bytes(task.program, words, false) +
           threads * StatesOfRow::bytes(task.program, words, true);
  });
}

}  // namespace grundy::scan
