#include "sweep/sparse_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "sweep/sparse_space_cells.hpp"
#include "sweep/sparse_space_period.hpp"
#include "sweep/sparse_space_stretch.hpp"

namespace grundy::sweep {
namespace {

using kernels::heaps_in_cover;
using plan::TakeAndBreak;

constexpr std::uint64_t first_heaps = 1024;  // solved by definition
constexpr std::uint64_t short_piece = 2 * heaps_in_cover;
constexpr std::uint64_t long_piece = 1 << 15;
constexpr std::uint64_t pieces_in_stretch = 64;  // then progress is told

constexpr std::uint64_t max_heaps = std::uint64_t{1} << 32;

// With nimbers up to this among the first heaps we expect some above 255 later; guesses that are
// wrong cost memory, not correctness.
constexpr std::uint32_t wide_from = 32;
constexpr std::uint64_t fixed_bytes = 3 << 20;  // rows and marks, whatever the number of heaps

const Error interrupted{Errc::interrupted, "interrupted"};

// Whether nimbers up to this one have indices.
bool fits(const Classes& classes, std::uint32_t largest) {
  return largest < (classes.all_common() ? 256 : nimber_limit);
}

class Solver {
 public:
  Solver(Heaps& heaps, std::uint64_t count, parallel::Executor& executor, const Hooks& hooks)
      : heaps_(heaps), count_(count), executor_(executor), hooks_(hooks) {}

  // Until all heaps are proved, or a period is, or indices get too large, or Errc::interrupted.
  Status run() {
    tell();
    while (heaps_.size() < count_ && !period_ && !overflow_) {
      choose();
      const std::uint64_t target = std::min(count_, 2 * heaps_.size());
      if (const Status solved = run_to(target); !solved) return solved.error();
      if (!overflow_) period_ = prove_period(heaps_);
    }
    return {};
  }

  const std::optional<Period>& period() const noexcept { return period_; }

 private:
  void choose() {
    const Classes classes = choose_classes(heaps_.game(), heaps_.histogram());
    if (fits(classes, largest_nimber(heaps_))) heaps_.change_classes(classes);
    planes_ = std::min<std::size_t>(kernels::max_planes, heaps_.largest_index() / 8 + 1);
  }

  Status run_to(std::uint64_t target) {
    const Witnesses witnesses(heaps_);
    Stretch stretch(heaps_, witnesses, executor_, hooks_.stop);
    std::uint64_t shortest = heaps_in_cover;
    while (heaps_.size() < target && !overflow_) {
      const std::uint64_t piece = piece_now();
      const std::uint64_t length = calm() ? pieces_in_stretch * piece : shortest;
      const auto end = stretch.solve(std::min(target, heaps_.size() + length), piece, planes_);
      if (end == Stretch::End::stopped) return interrupted;
      if (end == Stretch::End::planes_full) more_planes();
      // Where rare heaps are frequent, what is guessed beyond the next one is lost.
      shortest = end == Stretch::End::rare_found
                     ? kernels::heaps_in_block
                     : std::min<std::uint64_t>(2 * shortest, heaps_in_cover);
      tell();
    }
    return {};
  }

  // Whether the windows of all rare parts are free of rare heaps from now on.
  bool calm() const {
    return !heaps_.classes().all_common() &&
           heaps_.size() > 2 * (heaps_.rare_end() + heaps_.game().last());
  }

  // Short pieces leave most rare parts to far marks, which all threads make; where few would be
  // far, long pieces spare most of the waiting between steps.
  std::uint64_t piece_now() const {
    const auto& rares = heaps_.rares();
    const auto far = rares.end() - std::lower_bound(rares.begin(), rares.end(), 2 * short_piece);
    const bool many = 2 * far > rares.end() - rares.begin();
    return many || !calm() ? short_piece : long_piece;
  }

  void more_planes() {
    overflow_ = planes_ == kernels::max_planes;
    planes_ = std::min<std::size_t>(kernels::max_planes, planes_ + 1);
  }

  void tell() {
    if (hooks_.solved) *hooks_.solved += heaps_.size() - told_;
    told_ = heaps_.size();
  }

  Heaps& heaps_;
  std::uint64_t count_;
  parallel::Executor& executor_;
  const Hooks& hooks_;
  std::size_t planes_ = 1;
  bool overflow_ = false;
  std::uint64_t told_ = 0;
  std::optional<Period> period_;
};

// The first heaps, or all if they are fewer.
std::vector<std::uint16_t> define_first(const TakeAndBreak& game, std::uint64_t count) {
  Definition definition(game);
  std::vector<std::uint16_t> nimbers;
  while (nimbers.size() < std::min(count, first_heaps))
    nimbers.push_back(static_cast<std::uint16_t>(definition.next(nimbers)));
  return nimbers;
}

// The rest by definition, for nimbers that have no index.
Status define_rest(const TakeAndBreak& game, std::uint64_t known, std::span<std::uint16_t> cells,
                   const Hooks& hooks) {
  Definition definition(game);
  for (std::uint64_t heap = known; heap < cells.size(); ++heap) {
    if (hooks.stop && hooks.stop->load(std::memory_order_relaxed)) return interrupted;
    const std::uint32_t nimber = definition.next(cells.first(heap));
    if (nimber > 65535)
      return Error{Errc::unsupported, fmt::format("heap {} has a nimber above 65535", heap)};
    cells[heap] = static_cast<std::uint16_t>(nimber);
    if (hooks.solved) ++*hooks.solved;
  }
  return {};
}

template <class Cell>
Status copy_rest(std::span<Cell> cells, std::uint64_t known, const Period& period,
                 parallel::Executor& executor, const Hooks& hooks) {
  repeat(cells, known, period, executor, [&](std::uint64_t count) {
    if (hooks.solved) *hooks.solved += count;
    return !hooks.stop || !hooks.stop->load(std::memory_order_relaxed);
  });
  return hooks.stop && hooks.stop->load() ? Status(interrupted) : Status();
}

// What is left to do when `heaps`, whose indices stand in solution.cells, are proved.
template <class Cell>
Status complete(const Heaps& heaps, TakeAndBreakSolution& solution, parallel::Executor& executor,
                const Hooks& hooks) {
  Cells cells;
  if (sizeof(Cell) > 1) {
    auto wide = Cells::allocate(solution.cells.count(), sizeof(Cell));
    if (!wide) return wide.error();
    cells = std::move(*wide);
  }
  Cells& target = sizeof(Cell) > 1 ? cells : solution.cells;
  write_nimbers(heaps, target.as<Cell>().data(), executor);
  const auto nimbers = target.as<Cell>().first(target.count());
  Status done;
  if (solution.period)
    done = copy_rest(nimbers, heaps.size(), *solution.period, executor, hooks);
  else if constexpr (sizeof(Cell) > 1)
    done = define_rest(heaps.game(), heaps.size(), nimbers, hooks);
  if (sizeof(Cell) > 1) solution.cells = std::move(cells);
  return done;
}

void describe(const Heaps& heaps, TakeAndBreakSolution& solution) {
  solution.largest = largest_nimber(heaps);
  solution.mask = heaps.classes().mask();
  solution.alternating = heaps.classes().alternating();
  solution.rares = heaps.rares().size();
  solution.last_rare = heaps.rares().empty() ? 0 : heaps.rares().back();
  solution.computed = heaps.size();
}

}  // namespace

Result<TakeAndBreakSolution> solve_take_and_break(const TakeAndBreak& game, const Box& closure,
                                                  parallel::Executor& executor,
                                                  const Hooks& hooks) {
  const std::uint64_t count = static_cast<std::uint64_t>(closure.high[0]) + 1;
  if (count > max_heaps)
    return Error{Errc::unsupported, fmt::format("{} heaps are more than {}", count, max_heaps)};
  auto cells = Cells::allocate(count, 1);
  if (!cells) return cells.error();
  TakeAndBreakSolution solution;
  solution.cells = std::move(*cells);
  auto first = define_first(game, count);
  const bool has_indices = *std::max_element(first.begin(), first.end()) < 256;
  if (!has_indices) first.clear();  // all by definition
  Heaps heaps(game, first, solution.cells.as<std::uint8_t>().data());
  Solver solver(heaps, count, executor, hooks);
  if (has_indices)
    if (const Status solved = solver.run(); !solved) return solved.error();
  solution.period = solver.period();
  describe(heaps, solution);
  const bool wide = solution.largest > 255 || (heaps.size() < count && !solution.period);
  const Status done = wide ? complete<std::uint16_t>(heaps, solution, executor, hooks)
                           : complete<std::uint8_t>(heaps, solution, executor, hooks);
  if (!done) return done.error();
  return solution;
}

std::uint64_t memory_bytes(const TakeAndBreak& game, const Box& closure, std::size_t threads) {
  const std::uint64_t count = static_cast<std::uint64_t>(closure.high[0]) + 1;
  const auto first = define_first(game, count);
  const bool wide = *std::max_element(first.begin(), first.end()) >= wide_from;
  return count * (wide ? 3 : 1) + fixed_bytes + threads * sizeof(kernels::HeapSet) * nimber_limit;
}

}  // namespace grundy::sweep
