#include "methods/scan/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "kernels/scan/sections.hpp"
#include "methods/forms.hpp"
#include "methods/scan/tiling.hpp"
#include "relation/invariant_scheme.hpp"
#include "relation/reuse.hpp"
#include "tiles/ordered_tiles.hpp"
#include "tiles/scan_loops.hpp"

namespace grundy::sections {
namespace {

using family::Scope;
using kernels::scan::Operation;
using scan::Scan;
using scan::SectionProgram;

// For a row, for each of its steps, and for a word that is read. Measured on one thread.
constexpr double seconds_to_begin = 1e-4;
constexpr double seconds_of_row = 10e-9;
constexpr double seconds_of_step = 4e-9;
constexpr double seconds_of_word = 0.1e-9;
// For a step of rows that are solved one after the other.
constexpr double seconds_of_step_to_find = 60e-9;

// So that all threads find tiles in small boxes, too.
constexpr std::uint64_t tiles_of_box = 64;
constexpr std::uint64_t least_rows_of_tile = 64;

// The order in which positions are met, with rows along that axis.
Result<Scan> scan_by_rows(const Scope& scope, std::size_t axis) {
  Scan scan = relation::order_of(scope.descent);
  const auto of_axis = std::ranges::find(scan, axis, &rules::ScanAxis::axis);
  if (of_axis == scan.end())
    return family::does_not_apply("positions are in no order of nested loops");
  std::rotate(of_axis, of_axis + 1, scan.end());
  scan.back().ascending = true;
  return scan;
}

std::uint64_t rows_of(const SectionProgram& program) {
  std::uint64_t rows = 1;
  for (const rules::ScanAxis& axis : program.scan)
    if (axis.axis != program.axis())
      rows *= static_cast<std::uint64_t>(program.box.extent(axis.axis));
  return rows;
}

// A tile has as many rows as tiles of other methods have positions.
tiles::Schedule tiles_of(const relation::Scheme& scheme, const SectionProgram& program,
                         std::uint64_t tile_positions) {
  const std::uint64_t least = std::min(least_rows_of_tile, tile_positions);
  const std::uint64_t rows = std::clamp(rows_of(program) / tiles_of_box, least, tile_positions);
  const auto length = static_cast<std::uint64_t>(program.box.extent(program.axis()));
  return scan::tiling(scheme, program.box, program.scan, rows * length / 2, scan::Rows::whole);
}

Result<SectionProgram> compile(const Result<relation::Scheme>& scheme, const Scope& scope,
                               const Scan& scan) {
  if (!scheme) return scheme.error();
  return scan::compile_sections(*scheme, scope.closure, scan);
}

// Of the sets; under misère play they also keep whether there are options.
std::uint64_t words_of(const SectionProgram& program, Convention convention) {
  double words = 1;
  for (const std::uint64_t of_set : program.words) words += static_cast<double>(of_set);
  if (convention == Convention::misere) words *= 2;
  return words < 0x1p53 ? static_cast<std::uint64_t>(words) : std::uint64_t{1} << 53;
}

// Solves tiles. Each thread has its own; all share the bits of sets and the section.
class Worker {
 public:
  Worker(const Task& task, Convention convention, std::span<std::uint64_t> words,
         family::Section& section)
      : program_(task.program),
        option_words_(convention == Convention::misere ? words.size() / 2 : 0),
        section_(section),
        steps_(program_, bits_of_sets(program_, words.data())) {}

  // Returns the count of positions.
  std::uint64_t solve(const Box& tile) {
    tiles::for_each_in_scan(tile, program_.scan, 2, [&](const Position& first) {
      solve_rows(first, tile.extent(program_.across().axis));
      return true;
    });
    return *tile.volume();
  }

 private:
  static std::vector<std::uint64_t*> bits_of_sets(const SectionProgram& program,
                                                  std::uint64_t* words) {
    std::vector<std::uint64_t*> bits;
    for (const std::uint64_t of_set : program.words) {
      bits.push_back(words);
      words += of_set;
    }
    return bits;
  }

  void solve_rows(const Position& first, std::int64_t rows) {
    const auto steps = steps_.find(first);
    const auto solve = [&]<class Entry>(std::span<Entry> entries) {
      kernels::scan::solve_section_rows(kernels::scan::SectionRows<Entry>{
          steps, static_cast<std::size_t>(program_.phases), program_.late, rows,
          program_.box.extent(program_.axis()), entries.data(), steps_.row(first),
          steps_.row_step(), option_words_});
    };
    if (section_.entry_bytes() == 2)
      solve(section_.entries<std::uint16_t>());
    else if (section_.entry_bytes() == 3)
      solve(section_.entries<kernels::ThreeBytes>());
    else
      solve(section_.entries<std::uint32_t>());
  }

  const SectionProgram& program_;
  std::size_t option_words_;
  family::Section& section_;
  scan::SectionSteps steps_;
};

}  // namespace

Result<family::Recognised<Task>> Family::recognise(const Scope& scope) {
  if (scope.rules.has_sums()) return family::does_not_apply("options are sums");
  if (scope.ranks.count > 1) return family::does_not_apply("its sets are kept by one rank");
  const auto axis = family::section_axis(scope.differences, scope.closure);
  if (!axis || scope.closure.dimensions() < 2)
    return family::does_not_apply(
        "no coordinate besides others may be lowered to any number without a condition");
  const auto scan = scan_by_rows(scope, *axis);
  if (!scan) return scan.error();
  auto scheme = relation::invariant_scheme(scope.differences, scope.closure, *scan, *axis);
  auto program = compile(scheme, scope, *scan);
  if (!program) {
    scheme = relation::scheme_of(scope.rules, scope.closure, *scan, axis);
    program = compile(scheme, scope, *scan);
  }
  if (!program) return program.error();
  if (program->looks_back && scope.convention == Convention::misere)
    return family::does_not_apply("where play ends is not known row by row");
  tiles::Schedule schedule = tiles_of(*scheme, *program, scan::tile_positions(scope.schedule));
  family::Recognised<Task> found{
      {fmt::format("each line along {} has at most one P-position; bits of {} sets of options are "
                   "kept along lines across",
                   scope.rules.coordinates[*axis].name,
                   std::ranges::count_if(program->words, [](std::uint64_t w) { return w != 0; }))},
      {std::move(*program), std::move(schedule)}};
  if (bytes(found.task, scope).solving + scope.program_bytes > scope.memory_limit)
    return family::does_not_apply("its sets take more memory than may be used");
  return found;
}

family::Bytes Family::bytes(const Task& task, const Scope& scope) {
  const std::uint64_t section =
      family::Section::memory_bytes(task.program.box, task.program.axis(), {});
  const std::uint64_t tiles = task.schedule.tiles() * (2 * sizeof(std::uint32_t) + 1);
  return {section + words_of(task.program, scope.convention) * sizeof(std::uint64_t) + tiles,
          section};
}

double Family::seconds(const Task& task, const Scope& scope) {
  const SectionProgram& program = task.program;
  const auto reads = std::ranges::count(program.instructions, Operation::read,
                                        &scan::SectionInstruction::operation);
  const auto unions = std::ranges::count(program.instructions, Operation::unite,
                                         &scan::SectionInstruction::operation);
  const double words = static_cast<double>(program.box.extent(program.axis())) / 64;
  const double of_row = seconds_of_row +
                        seconds_of_step * static_cast<double>(program.instructions.size()) +
                        seconds_of_word * words * static_cast<double>(reads + 8 * unions);
  const double at_work =
      std::min(static_cast<double>(scope.threads), static_cast<double>(task.schedule.tiles()) /
                                                       static_cast<double>(task.schedule.waves()));
  const std::int64_t rows_of_call = task.schedule.tile_extents()[program.across().axis];
  const double of_call = seconds_of_step_to_find *
                         static_cast<double>(program.instructions.size()) *
                         static_cast<double>(program.phases) / static_cast<double>(rows_of_call);
  return seconds_to_begin + (of_row + of_call) * static_cast<double>(rows_of(program)) / at_work;
}

Result<family::Solved<family::Section>> Family::solve(const Task& task, const Scope& scope,
                                                      parallel::Executor& executor,
                                                      const tiles::Watch& watch) {
  auto section = family::Section::allocate(scope.closure, task.program.axis(), {});
  if (!section) return section.error();
  auto words =
      memory::Block::zeros(words_of(task.program, scope.convention) * sizeof(std::uint64_t));
  if (!words) return words.error();
  std::deque<Worker> workers;
  while (workers.size() < executor.threads())
    workers.emplace_back(task, scope.convention, words->as<std::uint64_t>(), *section);
  const SourceOf source(*section);
  const tiles::Schedule& schedule = task.schedule;
  const Status solved = tiles::solve_tiles(
      {kernel,
       schedule.tiles_in_order(),
       [&](std::size_t tile, const auto& holds) { return schedule.all_before(tile, holds); },
       [&](std::size_t tile, std::size_t worker) -> Result<std::uint64_t> {
         return workers[worker].solve(schedule.tile(tile));
       },
       {words->as<std::byte>(), section->bytes()},
       &source,
       [&](const Box& box) { return schedule.last_tile(box); }},
      executor, watch);
  if (!solved) return solved.error();
  return family::Solved<family::Section>{std::move(*section)};
}

}  // namespace grundy::sections
