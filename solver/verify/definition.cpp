#include "verify/definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "oracle/options.hpp"
#include "table/check.hpp"
#include "table/section.hpp"
#include "table/sorted_axes.hpp"
#include "verify/derive.hpp"
#include "verify/samples.hpp"
#include "verify/stored.hpp"

namespace grundy::verify {
namespace {

using Clock = std::chrono::steady_clock;
using table::Finding;

// Positions that one task derives, of all of them.
constexpr std::uint64_t positions_per_task = 1 << 10;
constexpr double most_seconds = 1e9;

bool is_sorted(const Position& position, const AxisGroups& groups) {
  return std::ranges::all_of(groups, [&](const auto& group) {
    return std::ranges::is_sorted(group, {}, [&](std::size_t axis) { return position[axis]; });
  });
}

class DefinitionPass {
 public:
  DefinitionPass(const Task& task, const rules::Rules& rules)
      : task_(task), spec_(task.table.info().spec), stored_(task.table) {
    const Subject subject{spec_.quantity, spec_.convention, spec_.box, spec_.closure};
    for (std::size_t worker = 0; worker < task.executor.threads(); ++worker)
      workers_.push_back(std::make_unique<Worker>(rules, subject, stored_));
  }

  // Every position, out of a copy of the values if `memory` bytes hold it.
  Status all(std::uint64_t memory, double seconds) {
    const auto end = end_after(seconds);
    if (stored_.copy_bytes() <= memory)
      if (Status s = stored_.copy(task_, end); !s) return s;
    const std::uint64_t positions = *spec_.box.volume();
    const std::uint64_t tasks = (positions + positions_per_task - 1) / positions_per_task;
    return for_each(task_, tasks, [&](std::size_t number, std::size_t worker) -> Status {
      const std::uint64_t first = number * positions_per_task;
      const std::uint64_t last = std::min(first + positions_per_task, positions);
      for (std::uint64_t rank = first; rank < last && !task_.stopped(); ++rank) {
        if (Clock::now() > end) return {};
        const Position position = spec_.box.position(rank);
        if (!is_sorted(position, spec_.sorted_axes))
          ++workers_[worker]->images;
        else if (Status s = judge(position, *workers_[worker]); !s)
          return s;
      }
      task_.count(last - first);
      return {};
    });
  }

  Status some(const std::vector<Position>& positions, double seconds) {
    const auto end = end_after(seconds);
    return for_each(task_, positions.size(), [&](std::size_t number, std::size_t worker) -> Status {
      if (Clock::now() > end) return {};
      task_.count(1);
      return judge(positions[number], *workers_[worker]);
    });
  }

  // `asked`: how many positions were to be derived.
  DefinitionReport report(std::uint64_t asked) const {
    DefinitionReport total;
    total.asked = asked;
    for (const auto& worker : workers_) {
      total.derived += worker->derived;
      total.open += worker->open;
      if (total.why_open.empty()) total.why_open = worker->why_open;
      total.options += worker->deriver.options();
      total.left -= worker->images;
    }
    total.left += total.asked - total.derived - total.open;
    return total;
  }

 private:
  // When no position is begun any more. One that was takes as long again at most.
  Clock::time_point end_after(double seconds) {
    const auto allowed = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::min(seconds, most_seconds)));
    const auto end = Clock::now() + allowed;
    given_up_ = end + allowed;
    return end;
  }

  struct Worker {
    Worker(const rules::Rules& rules, const Subject& subject, const Stored& stored)
        : deriver(rules, subject, stored) {}
    Deriver deriver;
    std::uint64_t derived = 0;
    std::uint64_t open = 0;
    std::string why_open;
    std::uint64_t images = 0;  // that sorted positions stand for
  };

  Status judge(const Position& position, Worker& worker) {
    const auto stored = stored_.at(position);
    if (!stored) return stored.error();
    oracle::Patience patience(given_up_, task_.stop);
    const auto derived = worker.deriver.derive(position, &patience);
    if (!derived && derived.error().code == Errc::interrupted) return {};  // counted as not reached
    if (!derived) return derived.error();
    ++(*derived ? worker.derived : worker.open);
    if (!*derived && worker.why_open.empty())
      worker.why_open = fmt::format("{}: {}", to_string(position), worker.deriver.why_open());
    if (*derived && !same(spec_.quantity, **stored, **derived))
      report_difference(position, **stored, **derived);
    return {};
  }

  void report_difference(const Position& position, const Fact& stored, const Fact& derived) {
    const table::Place place = place_of_value(position);
    task_.findings.add(
        {.kind = Finding::Kind::difference,
         .file = place.file,
         .chunk = place.chunk,
         .position = position,
         .what = fmt::format("{} does not follow from the options", to_string(spec_.quantity)),
         .stored = text_of(spec_.quantity, stored),
         .expected = text_of(spec_.quantity, derived)});
  }

  // Where what stands for the position is stored. Its quantity's array comes first.
  table::Place place_of_value(Position position) const {
    const table::ArrayFormat& array = *task_.table.arrays().front();
    if (spec_.store == table::Store::section)
      return table::place_of(array, table::without_axis(position, *spec_.section_axis));
    table::sort_axes(position, spec_.sorted_axes);
    return table::place_of(array, position);
  }

  const Task& task_;
  const table::TableSpec& spec_;
  Stored stored_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Clock::time_point given_up_ = Clock::time_point::max();  // when no position is worth more time
};

// On the heap.
std::uint64_t bytes_of_position(const table::Table& table) {
  return sizeof(Position) + 2 * sizeof(void*) +
         table.info().spec.box.dimensions() * sizeof(std::int64_t);
}

}  // namespace

std::uint64_t definition_size(const table::Table& table, const Effort& effort) {
  const std::uint64_t positions = *table.info().spec.box.volume();
  return effort.full ? positions : std::min(effort.samples, positions);
}

Result<DefinitionReport> check_definition(const Task& task, const rules::Rules& rules,
                                          const Effort& effort, const Budget& budget) {
  const auto start = Clock::now();
  DefinitionPass pass(task, rules);
  if (effort.full) {
    if (Status s = pass.all(budget.copy, effort.seconds); !s) return s.error();
  } else {
    const std::uint64_t bytes = definition_size(task.table, effort) * bytes_of_position(task.table);
    if (bytes > budget.samples)
      return too_little_memory("the positions of option `samples`", bytes, budget.samples);
    const auto positions = samples(task.table, effort.samples, effort.seed);
    if (!positions) return positions.error();
    if (Status s = pass.some(*positions, effort.seconds); !s) return s.error();
  }
  DefinitionReport report = pass.report(definition_size(task.table, effort));
  report.proved = effort.full && report.open == 0 && report.left == 0 &&
                  task.findings.count(Finding::Kind::difference) == 0;
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return report;
}

}  // namespace grundy::verify
