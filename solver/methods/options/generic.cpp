#include "methods/options/generic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <numeric>

#include "base/machine.hpp"
#include "compile/box_walk.hpp"
#include "methods/family.hpp"
#include "methods/options/mirror.hpp"
#include "methods/options/parts.hpp"
#include "methods/options/worker.hpp"
#include "tiles/on_ranks.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::generic {
namespace {

using family::Scope;

// To begin; for a position, for a run of options, for an option that is read and for a step of a
// loop. A position is won, and its runs and loops are left, with the first P-option.
constexpr double seconds_to_begin = 2e-4;
constexpr double seconds_per_position = 35e-9;
constexpr double seconds_per_outcome = 20e-9;
constexpr double seconds_per_run = 6e-9;
constexpr double seconds_per_option = 1e-9;
constexpr double seconds_per_step = 10e-9;
constexpr double seconds_per_step_of_walk = 300e-9;  // to the next position
constexpr double share_for_outcomes = 0.35;
// For a copy. The more images a position has, the farther they lie apart.
constexpr double seconds_per_image = 1e-9;
constexpr double most_per_copy = 40e-9;

std::uint64_t mark_bytes(const Task& task, const Scope& scope) {
  if (scope.computed != Quantity::nimber) return 0;
  return (std::bit_ceil(task.largest_value + 1) + 1) * sizeof(std::uint32_t);
}

// Bytes of that many ranks in this process, which share its threads.
std::uint64_t bytes_of_ranks(const Task& task, const Scope& scope, std::uint64_t ranks) {
  const std::uint64_t cells = cell_bytes(scope.closure, task);
  const std::uint64_t arriving = ranks == 1 ? 0 : 2 * cells / scope.schedule.waves();
  return ranks * (cells + Parts::bytes(scope) + arriving) +
         (ranks == 1 ? 0 : ranks * family::bytes_of_local_rank) +
         std::max<std::uint64_t>(scope.threads, ranks) *
             (task.program.column_bytes() + mark_bytes(task, scope) +
              MemoStorage::bytes(scope.computed, task)) +
         task.program.set_bytes() +
         (scope.descent.is_proved() ? 0 : compile::walk_bytes(scope.closure));
}

// Threads that find work in most waves. Where each wave has a single tile, all others wait.
double threads_at_work(const Scope& scope) {
  const auto threads = static_cast<double>(scope.threads);
  if (!scope.descent.is_proved()) return 1;
  if (scope.schedule.order() != tiles::Order::tiles) return threads;
  return std::min(threads, static_cast<double>(scope.schedule.tiles()) /
                               static_cast<double>(scope.schedule.waves()));
}

}  // namespace

Result<family::Recognised<Task>> Family::recognise(const Scope& scope) {
  const bool sums = scope.rules.has_sums();
  if (sums && scope.computed != Quantity::nimber)
    return family::does_not_apply("options are sums, which are solved by nimbers");
  auto task = plan_cells(scope);
  if (!task) return task.error();
  family::Recognised<Task> found{
      {!sums                                  ? "applies to any rules"
       : task->program.cells_of_totals() == 0 ? "sums are solved by the nimbers of their parts"
                                              : "sums are solved by running totals of nimbers"},
      std::move(*task)};
  if (!scope.descent.is_proved()) {
    found.largest_value = found.task.largest_value;
    found.why_one_rank = "no order of its positions is known before they are solved";
    return found;
  }
  if (found.task.program.cells_of_totals() == 0)
    found.symmetry_used = use_symmetry(scope, found.symmetry);
  else if (!scope.rules.symmetric.empty())
    found.symmetry = "not used: running totals of sums need all positions";
  found.task.sorted_only = found.symmetry_used;
  found.largest_value = found.task.largest_value;
  if (found.symmetry_used) found.solved_positions = sorted_positions(scope);
  if (scope.ranks.count > 1)
    found.ranks = family::shared_ranks(
        {Parts(scope, Mirror(scope.rules, scope.closure, found.task.sorted_only)).count(),
         scope.schedule.waves(), traffic(found.task, scope, scope.ranks.count),
         bytes_of_ranks(found.task, scope, 1)},
        scope);
  return found;
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  return {bytes_of_ranks(task, scope, family::ranks_here(scope)), cell_bytes(scope.closure, task)};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const MeanOptions options = mean_options(task, scope);
  const double reading = options.runs * seconds_per_run + options.read * seconds_per_option +
                         options.steps * seconds_per_step;
  const double position = scope.computed == Quantity::outcome
                              ? seconds_per_outcome + share_for_outcomes * reading
                              : seconds_per_position + reading;
  const auto all = static_cast<double>(scope.closure_positions());
  const double solved = task.sorted_only ? static_cast<double>(sorted_positions(scope)) : all;
  const double copies = (all - solved) * std::min(all / solved * seconds_per_image, most_per_copy);
  const double walking = scope.descent.is_proved() ? 0 : all * (seconds_per_step_of_walk + reading);
  return seconds_to_begin + (solved * position + copies) / threads_at_work(scope) + walking;
}

namespace {

// Positions that play from the box does not reach keep the value 0. Saves no state.
family::SolvedCells solve_by_walking(const Task& task, const Scope& scope,
                                     const tiles::Watch& watch) {
  auto cells = memory::Cells::allocate(scope.closure, task.cell_bytes);
  if (!cells) return cells.error();
  const Mirror mirror(scope.rules, scope.closure, task.sorted_only);
  std::atomic<std::uint64_t> uncounted{0};
  Worker worker(scope, task, mirror, *cells, watch.solved ? *watch.solved : uncounted, watch.stop);
  const std::uint64_t held = scope.program_bytes + cells->bytes().size();
  const std::uint64_t left = scope.memory_limit - std::min(scope.memory_limit, held);
  const auto found = compile::walk(
      task.program, scope.closure, scope.box, left,
      [&] { return watch.stop && watch.stop->load(std::memory_order_relaxed); },
      [&](std::uint64_t rank) { worker.solve_next(scope.closure.position(rank)); });
  if (!found) return found.error();
  if (*found) return compile::to_error(scope.rules, scope.closure, **found);
  worker.finish();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

}  // namespace

Result<family::Solved<memory::Cells>> Family::solve(const Task& task, const Scope& scope,
                                                    parallel::Executor& executor,
                                                    const tiles::Watch& watch) {
  if (!scope.descent.is_proved()) return solve_by_walking(task, scope, watch);
  auto cells = tiles::on_ranks(
      scope.ranks.count, family::rank_of(scope, watch), executor, watch,
      [&](cluster::Transport* transport, parallel::Executor& own, const tiles::Watch& part) {
        return generic::solve(task, scope, own, part, transport);
      });
  if (!cells) return cells.error();
  return family::Solved<memory::Cells>{std::move(*cells)};
}

namespace {

constexpr std::uint64_t no_machine = std::uint64_t{1} << 56;

// What a remembered line costs at most, in options. An outcome is often known without its line;
// nimbers take the union with the set of the line.
std::size_t most_on_line(Quantity computed) {
  return computed == Quantity::outcome ? 8 : 64;
}

// The largest that the widest cells hold: see bytes_for.
constexpr std::uint64_t largest_remoteness = (std::uint64_t{1} << 31) - 3;

// How many different options positions may have: each is as many positions as a rule has summands.
std::uint64_t most_sums(const family::Scope& scope) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t sums = 0;
  for (const rules::OptionRule& rule : scope.rules.options) {
    std::uint64_t of_rule = 1;
    for (std::size_t part = 0; part < rule.summands.size(); ++part)
      if (__builtin_mul_overflow(of_rule, scope.closure_positions(), &of_rule)) return most;
    // The ends of a stretch tell its length. Of equal positions, their parity tells the nimber.
    for (const rules::Stretch& stretch : rule.stretches)
      if (stretch.repeats() && __builtin_mul_overflow(of_rule, 2, &of_rule)) return most;
    if (__builtin_add_overflow(sums, of_rule, &sums)) return most;
  }
  return sums;
}

// No value exceeds it. The length of play is known only inside the box: a sum is longer than its
// parts, and the move to the empty sum is one ply more.
std::uint64_t bound_of(const family::Scope& scope) {
  if (scope.computed == Quantity::outcome) return 1;
  const bool sums = scope.rules.has_sums();
  const std::uint64_t plies = rules::longest_play(scope.closure, scope.descent) + 1;
  if (scope.computed == Quantity::remoteness) return sums ? largest_remoteness : plies;
  // mex: a nimber is at most the number of options, and at most the length of play.
  const std::uint64_t options = most_options(scope.rules, scope.closure);
  return std::min(options, sums ? most_sums(scope) : plies);
}

// Remoteness cells are 2 * remoteness + outcome, and the largest one means none.
Result<unsigned> bytes_for(Quantity computed, std::uint64_t largest) {
  const bool remoteness = computed == Quantity::remoteness;
  const std::uint64_t room = remoteness ? 4 : 1;
  const auto fits = [&](std::uint64_t end) {
    return largest <= (end - room) / (remoteness ? 2 : 1);
  };
  if (computed == Quantity::outcome) return 1U;
  if (!remoteness && fits(std::numeric_limits<std::uint8_t>::max())) return 1U;
  if (fits(std::numeric_limits<std::uint16_t>::max())) return 2U;
  if (fits(std::numeric_limits<std::uint32_t>::max())) return 4U;
  return Error{Errc::unsupported,
               fmt::format("{} up to {} may occur, beyond 32 bits; ask for a smaller box",
                           to_string(computed), largest)};
}

// Whether memory suffices for planning itself: the columns of the sample, and sets. Solving takes
// more.
Status check_sample(const family::Scope& scope, const Task& task) {
  const std::uint64_t bytes =
      scope.program_bytes + task.program.set_bytes() + task.program.column_bytes();
  if (bytes <= scope.memory_limit) return {};
  return Error{Errc::memory,
               fmt::format("planning needs {}, but {} may be used; use fewer or simpler rules, or "
                           "allow more with option `memory`",
                           memory::format_bytes(bytes), memory::format_bytes(scope.memory_limit))};
}

}  // namespace

Result<CellBound> cell_bound(const family::Scope& scope) {
  const std::uint64_t largest = bound_of(scope);
  const auto bytes = bytes_for(scope.computed, largest);
  if (!bytes) return bytes.error();
  return CellBound{largest, *bytes};
}

Result<Task> plan_cells(const family::Scope& scope) {
  const auto bound = cell_bound(scope);
  if (!bound) return bound.error();
  const bool keeps_totals = scope.computed == Quantity::nimber && scope.descent.is_proved() &&
                            scope.schedule.order() == tiles::Order::tiles && scope.ranks.count == 1;
  std::span<const rules::ScanAxis> order;
  if (keeps_totals) order = scope.schedule.scan();
  auto program =
      compile::compile(scope.rules, scope.closure, compile::Outputs::ranks, scope.proofs, order);
  if (!program) return program.error();
  Task task{std::move(*program), bound->largest_value, bound->cell_bytes, false};
  if (const Status fits = check_sample(scope, task); !fits) return fits.error();
  return task;
}

MeanOptions mean_options(const Task& task, const family::Scope& scope) {
  return mean_options(task.program.program(), scope.closure, most_on_line(scope.computed));
}

std::uint64_t cell_bytes(const Box& box, unsigned bytes_of_cell) {
  const std::uint64_t positions = *box.volume();
  return positions > no_machine / bytes_of_cell ? no_machine : positions * bytes_of_cell;
}

Result<memory::Cells> solve(const Task& task, const family::Scope& scope,
                            parallel::Executor& executor, const tiles::Watch& watch,
                            cluster::Transport* transport) {
  auto cells =
      memory::Cells::allocate(scope.closure, task.cell_bytes, task.program.cells_of_totals());
  if (!cells) return cells.error();
  const Mirror mirror(scope.rules, scope.closure, task.sorted_only);
  const Parts parts(scope, mirror);
  std::deque<Worker> workers;
  for (std::size_t i = 0; i < executor.threads(); ++i)
    workers.emplace_back(scope, task, mirror, *cells, *watch.solved, watch.stop);
  std::vector<std::uint32_t> order(parts.count());
  std::iota(order.begin(), order.end(), 0U);
  const SourceOf source(*cells);
  // Workers count what they solve themselves, as parts may be long.
  const Status solved = tiles::solve_tiles(
      {kernel,
       std::move(order),
       [&](std::size_t part, const auto& holds) { return parts.all_before(part, holds); },
       [&](std::size_t part, std::size_t worker) -> Result<std::uint64_t> {
         if (!workers[worker].solve(parts.part(part)))
           return Error{Errc::interrupted, "interrupted"};
         return 0;
       },
       {cells->bytes()},
       &source,
       [&](const Box& box) { return parts.last_part(box); },
       [&](std::size_t part, std::size_t worker) { return workers[worker].pack(parts.part(part)); },
       [&](std::size_t part, std::span<const std::byte> bytes,
           std::size_t worker) -> Result<std::uint64_t> {
         if (!workers[worker].set(parts.part(part), bytes))
           return Error{Errc::corrupt,
                        fmt::format("{} bytes do not fit part {}", bytes.size(), part)};
         return 0;
       }},
      executor, watch, transport);
  if (!solved) return solved.error();
  return cells;
}

cluster::Traffic traffic(const Task& task, const family::Scope& scope, std::size_t ranks) {
  const Mirror mirror(scope.rules, scope.closure, task.sorted_only);
  const std::uint64_t positions =
      task.sorted_only ? sorted_positions(scope) : scope.closure_positions();
  return tiles::traffic_of_shared(Parts(scope, mirror).count(), positions * task.cell_bytes, ranks);
}

}  // namespace grundy::generic
