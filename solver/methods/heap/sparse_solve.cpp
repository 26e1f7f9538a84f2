
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "methods/heap/sparse.hpp"
#include "methods/heap/sparse_advance.hpp"
#include "methods/heap/sparse_heaps.hpp"
#include "tiles/watch.hpp"

namespace grundy::sparse {
namespace {

constexpr std::uint64_t max_heaps = std::uint64_t{1} << 32;

// With nimbers from this on among the first heaps, some above 255 are expected later. A wrong
// guess costs memory, not correctness.
constexpr std::uint32_t wide_from = 32;
constexpr std::uint64_t fixed_bytes = 3 << 20;  // rows and marks, whatever the number of heaps

constexpr std::uint64_t heaps_per_task = 1 << 18;  // even

// The nimbers of common heaps, by the parity of the heap and the index.
template <class Cell>
std::array<std::array<Cell, 256>, 2> common_nimbers(const Classes& classes) {
  std::array<std::array<Cell, 256>, 2> nimbers;
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t index = 0; index < 256; ++index)
      nimbers[parity][index] =
          static_cast<Cell>(classes.nimber(static_cast<std::uint8_t>(index), false, parity));
  return nimbers;
}

// cells[n] = nimber of heap n for all heaps proved. `cells` may be the indices themselves if Cell
// is a byte. Requires nimbers that fit. O(heaps) time.
template <class Cell>
void write_nimbers(const Heaps& heaps, Cell* cells, parallel::Executor& executor) {
  // Rare nimbers first: the cells may overwrite the indices.
  std::vector<Cell> rare;
  for (const std::uint64_t heap : heaps.rares())
    rare.push_back(static_cast<Cell>(heaps.nimber(heap)));
  const auto nimbers = common_nimbers<Cell>(heaps.classes());
  const std::uint8_t* index = heaps.at(0);
  executor.for_each((heaps.size() + heaps_per_task - 1) / heaps_per_task,
                    [&](std::size_t task, std::size_t) {
                      const std::uint64_t first = task * heaps_per_task;
                      const std::uint64_t end = std::min(first + heaps_per_task, heaps.size());
                      for (std::uint64_t heap = first; heap < end; ++heap)
                        cells[heap] = nimbers[heap % 2][index[heap]];
                    });
  for (std::size_t i = 0; i < rare.size(); ++i) cells[heaps.rares()[i]] = rare[i];
}

// Solves heaps until all are proved, or a period is, or the rest is left to the definition, which
// is faster or needs no indices.
class Solver {
 public:
  // The first `reported` heaps are already counted as solved.
  Solver(Heaps& heaps, std::uint64_t count, std::uint64_t reported, parallel::Executor& executor,
         const tiles::Watch& watch, tiles::Resumable& sweep)
      : heaps_(heaps),
        count_(count),
        watch_(watch),
        sweep_(sweep),
        advance_(heaps, executor, watch.stop),
        reported_(reported) {}

  // Errc::interrupted, and the errors of the keeper.
  Status run() {
    report();
    period_ = prove_period(heaps_);
    while (heaps_.size() < count_ && !period_) {
      advance_.choose();
      if (advance_.is_definition_faster(count_)) break;
      const std::uint64_t target = std::min(count_, 2 * heaps_.size());
      while (heaps_.size() < target && !advance_.overflow()) {
        advance_.step(target);
        report();
        if (Status saved = sweep_.reached(); !saved) return saved;
      }
      if (advance_.overflow()) break;
      period_ = prove_period(heaps_);
    }
    return {};
  }

  const std::optional<family::Period>& period() const noexcept { return period_; }

 private:
  void report() {
    if (watch_.solved) *watch_.solved += heaps_.size() - reported_;
    reported_ = heaps_.size();
  }

  Heaps& heaps_;
  std::uint64_t count_;
  const tiles::Watch& watch_;
  tiles::Resumable& sweep_;
  Advance advance_;
  std::uint64_t reported_;
  std::optional<family::Period> period_;
};

// Solves the heaps after the first `known` by definition, for nimbers that have no index.
Status define_rest(const HeapGame& game, std::uint64_t& known, std::span<std::uint16_t> cells,
                   const tiles::Watch& watch, tiles::Resumable& sweep) {
  Definition definition(game);
  while (known < cells.size()) {
    const std::uint32_t nimber = definition.next(cells.first(known));
    if (nimber > 65535)
      return Error{Errc::unsupported, fmt::format("heap {} has a nimber above 65535", known)};
    cells[known++] = static_cast<std::uint16_t>(nimber);
    if (watch.solved) ++*watch.solved;
    if (Status saved = sweep.reached(); !saved) return saved;
  }
  return {};
}

// Writes the nimbers of proved heaps, and of those that repeat them. It runs at the speed of
// memory, so it cannot be stopped.
template <class Cell>
void write_cells(const Heaps& heaps, std::span<Cell> cells,
                 const std::optional<family::Period>& period, parallel::Executor& executor,
                 const tiles::Watch& watch) {
  write_nimbers(heaps, cells.data(), executor);
  if (!period) return;
  family::repeat(cells, heaps.size(), *period, executor, [&](std::uint64_t count) {
    if (watch.solved) *watch.solved += count;
    return true;
  });
}

void describe(const Heaps& heaps, Solved& solution) {
  solution.largest = largest_nimber(heaps);
  solution.mask = heaps.classes().mask();
  solution.alternating = heaps.classes().alternating();
  solution.rares = heaps.rares().size();
  solution.last_rare = heaps.rares().empty() ? 0 : heaps.rares().back();
  solution.computed = heaps.size();
}

// Solves in two stages: first an index for each heap, then nimbers of 2 bytes where needed.
class Sparse {
 public:
  Sparse(const HeapGame& game, const Box& closure, parallel::Executor& executor,
         const tiles::Watch& watch)
      : game_(game),
        closure_(closure),
        count_(static_cast<std::uint64_t>(closure.extent(0))),
        executor_(executor),
        watch_(watch),
        sweep_(kernel, watch, [&] { return state(); }) {}
  Sparse(const Sparse&) = delete;

  Result<Solved> solve() {
    auto index = memory::Cells::allocate(closure_, 1);
    if (!index) return index.error();
    solution_.cells = std::move(*index);
    auto first = define_first(game_, count_);
    const bool has_indices = *std::max_element(first.begin(), first.end()) < 256;
    if (!has_indices) first.clear();  // all by definition
    heaps_.emplace(game_, first, solution_.cells.as<std::uint8_t>().data());
    if (const Status begun = begin(); !begun) return begun.error();
    if (has_indices && defined_ == 0)
      if (const Status solved = find_indices(); !solved) return solved.error();
    describe(*heaps_, solution_);
    if (const Status done = complete(); !done) return done.error();
    return std::move(solution_);
  }

 private:
  // In the first stage defined_ is 0; in the second nothing else matters.
  tiles::Resumable::State state() {
    if (defined_ > 0) return {{defined_, 0, 0, 0, 0, 0}, {wide_.bytes()}};
    const Classes& classes = heaps_->classes();
    return {{0, heaps_->size(), classes.mask(), classes.alternating(), classes.split(),
             heaps_->rares().size()},
            {solution_.cells.bytes(), std::as_writable_bytes(heaps_->rares_to_fill())}};
  }

  Status begin() {
    const auto numbers = sweep_.begin({count_, count_, nimber_limit - 1, 1, 1, count_});
    if (!numbers) return numbers.error();
    const std::uint64_t size = (*numbers)[1];
    defined_ = (*numbers)[0];
    resumed_ = size;
    if (defined_ > 0)
      if (Status made = make_wide(); !made) return made;
    if (size > 0) heaps_->make_room(size, classes_of(*numbers), (*numbers)[5]);
    if (Status loaded = sweep_.load(); !loaded) return loaded;
    if (size > 0 && !heaps_->index_rares())
      return Error{Errc::corrupt, "the rare heaps of the saved state are in disorder"};
    return {};
  }

  static Classes classes_of(const tiles::Resumable::Numbers& numbers) {
    return {static_cast<std::uint32_t>(numbers[2]), numbers[3] != 0, numbers[4]};
  }

  Status find_indices() {
    Solver solver(*heaps_, count_, resumed_, executor_, watch_, sweep_);
    if (Status solved = solver.run(); !solved) return solved;
    solution_.period = solver.period();
    return {};
  }

  Status make_wide() {
    auto cells = memory::Cells::allocate(closure_, 2);
    if (!cells) return cells.error();
    wide_ = std::move(*cells);
    return {};
  }

  // Writes nimbers in place of the indices in solution_.cells, and solves what they leave.
  Status complete() {
    const bool all = heaps_->size() == count_ || solution_.period;
    if (all && solution_.largest <= 255) {
      write_cells(*heaps_, solution_.cells.as<std::uint8_t>(), solution_.period, executor_, watch_);
      return {};
    }
    if (defined_ == 0) {
      if (Status made = make_wide(); !made) return made;
      write_cells(*heaps_, wide_.as<std::uint16_t>(), solution_.period, executor_, watch_);
      defined_ = all ? count_ : heaps_->size();
    }
    if (Status done = define_rest(game_, defined_, wide_.as<std::uint16_t>(), watch_, sweep_);
        !done)
      return done;
    solution_.cells = std::move(wide_);
    return {};
  }

  const HeapGame& game_;
  const Box& closure_;
  std::uint64_t count_;
  parallel::Executor& executor_;
  const tiles::Watch& watch_;
  tiles::Resumable sweep_;
  std::optional<Heaps> heaps_;
  Solved solution_;
  memory::Cells wide_;         // of the second stage
  std::uint64_t defined_ = 0;  // heaps whose nimbers are in wide_
  std::uint64_t resumed_ = 0;  // heaps that were proved before
};

}  // namespace

Result<Solved> solve(const HeapGame& game, const Box& closure, parallel::Executor& executor,
                     const tiles::Watch& watch) {
  const std::uint64_t count = static_cast<std::uint64_t>(closure.extent(0));
  if (count > max_heaps)
    return Error{Errc::unsupported, fmt::format("{} heaps are more than {}", count, max_heaps)};
  return Sparse(game, closure, executor, watch).solve();
}

std::uint64_t memory_bytes(const HeapGame& game, const Box& closure) {
  const std::uint64_t count = static_cast<std::uint64_t>(closure.extent(0));
  const auto first = define_first(game, count);
  const bool wide = *std::max_element(first.begin(), first.end()) >= wide_from;
  return count * (wide ? 3 : 1) + fixed_bytes;
}

}  // namespace grundy::sparse
