#include "verify/definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <random>
#include <vector>

#include "base/cell_window.hpp"
#include "oracle/options.hpp"
#include "rules/membership.hpp"
#include "table/array_format.hpp"
#include "table/check.hpp"
#include "table/reader.hpp"
#include "table/sorted_axes.hpp"
#include "verify/derive.hpp"

namespace grundy::verify {

namespace {

using Clock = std::chrono::steady_clock;
using table::Finding;

// Samples.

// The number of lines that are tried to find one P-position.
constexpr int lines_to_try = 8;
// The number of tuples that are drawn for a position.
constexpr std::uint64_t tuples_for_a_position = 64;
// The side of a shard's low corner.
constexpr std::int64_t near = 4;

// The table's shards; if only p_section is stored, those that an array of outcomes would have.
table::Grid shards_of(const table::Table& table) {
  const table::TableSpec& spec = table.info().spec;
  return spec.store == table::Store::section ? table::Grid(spec.box, table::layout_of(spec).shard)
                                             : table.arrays().front()->shards();
}

// Draws the positions that are checked if not all are.
//
// The same seed and table give the same positions in the same order, on every machine. First come
// the two corners of the box. Then alternate: positions anywhere; positions of one shard after the
// other, so that none is missed; and P-positions, if the table has p_section: of 10^12 outcomes a
// random one is N, and proves little.
class Sampler {
 public:
  Sampler(const table::Table& table, std::uint64_t seed)
      : table_(table), box_(table.info().spec.box), shards_(shards_of(table)), random_(seed) {}

  Result<Position> next(std::uint64_t number) {
    if (number == 0) return box_.low;
    if (number == 1) return box_.high;
    if (number % 2 == 1 && table_.section() != nullptr) return p_position();
    return number % 4 == 2 ? anywhere(box_) : in_next_shard();
  }

 private:
  // The bias of the remainder is at most 2^-10 of a position's share, for boxes below 2^54.
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  Position anywhere(const Box& box) { return box.position(below(*box.volume())); }

  // In every other round near the low corner, where options lie in other shards: a shard that
  // stands in the place of another may be consistent in itself.
  Position in_next_shard() {
    const std::uint64_t turn = shard_++;
    Box box = shards_.box(turn % shards_.size());
    if (turn / shards_.size() % 2 == 0)
      for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
        box.high[axis] = std::min(box.high[axis], box.low[axis] + near - 1);
    return anywhere(box);
  }

  // The P-position of a random line, if one of a few lines has any; else any position.
  Result<Position> p_position() {
    const Box& lines = table_.section()->format().box;
    const std::size_t axis = *table_.info().spec.section_axis;
    for (int trial = 0; trial < lines_to_try; ++trial) {
      Position line = anywhere(lines);
      const auto index = table_.section()->at(line);
      if (!index) return index.error();
      if (*index >= static_cast<std::uint64_t>(box_.extent(axis))) continue;
      line.insert(line.begin() + static_cast<std::ptrdiff_t>(axis), box_.low[axis] + *index);
      return line;
    }
    return anywhere(box_);
  }

  const table::Table& table_;
  const Box& box_;
  const table::Grid shards_;
  std::uint64_t shard_ = 0;
  std::mt19937_64 random_;
};

// `count` positions, or as many as the box has if that is less. Some may be equal. Errors of
// reading.
// Tuples that are no positions are drawn again, some times, and then left out.
Result<std::vector<Position>> samples(const table::Table& table, const rules::Membership& inside,
                                      std::uint64_t count, std::uint64_t seed) {
  Sampler sampler(table, seed);
  std::vector<Position> positions;
  const std::uint64_t wanted = std::min(count, *table.info().spec.box.volume());
  const std::uint64_t most = inside.is_all() ? wanted : tuples_for_a_position * wanted;
  for (std::uint64_t number = 0; number < most && positions.size() < wanted; ++number) {
    auto position = sampler.next(number);
    if (!position) return position.error();
    if (inside.has(*position)) positions.push_back(*std::move(position));
  }
  return positions;
}

// The pass.

std::vector<Quantity> quantities(const table::TableSpec& spec) {
  if (spec.quantity == Quantity::remoteness) return {Quantity::remoteness, Quantity::outcome};
  return {spec.quantity};
}

// The facts that a table stores: read from the table or, if millions of reads are to come, from a
// copy of its values in memory. Any number of threads may call at().
class Stored final : public Known {
 public:
  explicit Stored(const table::Table& table) : table_(table) {}

  // The bytes that a copy would take.
  std::uint64_t copy_bytes() const {
    std::uint64_t bytes = 0;
    for (const Quantity quantity : quantities(table_.info().spec))
      bytes += *table_.width(quantity) * *box().volume();
    return bytes;
  }

  // Makes the copy, in parallel, unless it is not complete by `end`.
  Status copy(const Task& task, Clock::time_point end) {
    std::atomic<bool> late{false};
    const table::Grid blocks(box(), table::choose_layout(box()).shard);
    std::vector<Copy> copies;
    for (const Quantity quantity : quantities(table_.info().spec)) {
      const unsigned width = *table_.width(quantity);
      copies.push_back({width, std::vector<std::byte>(width * *box().volume())});
      const CellSpan all{copies.back().cells.data(), width, box()};
      const auto read = [&](std::size_t block, std::size_t) -> Status {
        if (late || Clock::now() >= end) {
          late = true;
          return {};
        }
        return table_.read(quantity, blocks.box(block), all);
      };
      if (Status s = for_each(task, blocks.size(), read); !s) return s;
    }
    if (!late) copies_ = std::move(copies);
    return {};
  }

  const Box& box() const noexcept { return table_.info().spec.box; }

  // Nothing where the table has no position.
  Result<std::optional<Fact>> at(const Position& position) const override {
    if (!copies_.empty()) {
      const std::uint64_t rank = box().rank(position);
      if (has_holes() && copies_.front()[rank] == no_position(copies_.front().width))
        return std::optional<Fact>();
      return std::optional(fact_of(copies_.front()[rank], copies_.back()[rank]));
    }
    const auto quantity = table_.info().spec.quantity;
    if (has_holes())
      if (const auto value = table_.at(quantity, position);
          !value && value.error().code == Errc::usage)
        return std::optional<Fact>();
    if (quantity == Quantity::outcome) {
      const auto outcome = table_.outcome(position);
      if (!outcome) return outcome.error();
      return std::optional(Fact{*outcome, 0});
    }
    const auto value = table_.at(quantity, position);
    if (!value) return value.error();
    if (quantity == Quantity::nimber) return std::optional(fact_of(*value, *value));
    const auto outcome = table_.at(Quantity::outcome, position);
    if (!outcome) return outcome.error();
    return std::optional(fact_of(*value, *outcome));
  }

 private:
  // One array, over the box in C order.
  struct Copy {
    unsigned width;
    std::vector<std::byte> cells;

    std::uint32_t operator[](std::uint64_t rank) const {
      return with_cell_type(width, [&]<class Cell>(Cell) -> std::uint32_t {
        return reinterpret_cast<const Cell*>(cells.data())[rank];
      });
    }
  };

  bool has_holes() const { return !table_.info().spec.where.empty(); }

  Fact fact_of(std::uint32_t value, std::uint32_t outcome) const {
    const bool has_values = table_.info().spec.quantity != Quantity::outcome;
    return {outcome == 0 ? Outcome::P : Outcome::N, has_values ? value : 0};
  }

  const table::Table& table_;
  std::vector<Copy> copies_;  // of the table's quantity; for remoteness also of outcomes
};

// The number of positions that a thread derives at once, if all are to be derived.
constexpr std::uint64_t positions_per_task = 1 << 10;
constexpr double most_seconds = 1e9;

class DefinitionPass {
 public:
  DefinitionPass(const Task& task, const rules::Rules& rules)
      : task_(task), spec_(task.table.info().spec), inside_(rules), stored_(task.table) {
    const Subject subject{spec_.quantity, spec_.convention, spec_.box, spec_.closure};
    for (std::size_t worker = 0; worker < task.executor.threads(); ++worker)
      workers_.push_back(std::make_unique<Worker>(rules, subject, stored_));
  }

  // Derives every position, from a copy of the values if it fits in `memory` bytes.
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
        const bool is_kept = is_sorted(position, spec_.sorted_axes);
        if (!inside_.has(position)) {
          ++workers_[worker]->outside;
          if (!is_kept) continue;
          if (Status s = check_hole(position); !s) return s;
        } else if (!is_kept) {
          ++workers_[worker]->images;
        } else if (Status s = check_position(position, *workers_[worker]); !s) {
          return s;
        }
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
      return check_position(positions[number], *workers_[worker]);
    });
  }

  // `asked` is the number of positions that were to be derived.
  DefinitionReport report(std::uint64_t asked) const {
    DefinitionReport total;
    total.asked = asked;
    for (const auto& worker : workers_) {
      total.asked -= worker->outside;
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
  // The time after which no position is begun. One that was may take as long again.
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
    std::uint64_t images = 0;   // positions represented by sorted ones
    std::uint64_t outside = 0;  // tuples that are no positions
  };

  Status check_position(const Position& position, Worker& worker) {
    const auto stored = stored_.at(position);
    if (!stored) return stored.error();
    if (!*stored) {
      report_difference(position, "no position is stored", "none", "a value");
      return {};
    }
    oracle::Patience patience(given_up_, task_.stop);
    const auto derived = worker.deriver.derive(position, &patience);
    if (!derived && derived.error().code == Errc::interrupted) return {};  // counted as not reached
    if (!derived) return derived.error();
    ++(*derived ? worker.derived : worker.open);
    if (!*derived && worker.why_open.empty())
      worker.why_open = fmt::format("{}: {}", to_string(position), worker.deriver.why_open());
    if (*derived && !same(spec_.quantity, **stored, **derived))
      report_difference(
          position, fmt::format("{} does not follow from the options", to_string(spec_.quantity)),
          text_of(spec_.quantity, **stored), text_of(spec_.quantity, **derived));
    return {};
  }

  // A tuple that is no position has no value.
  Status check_hole(const Position& tuple) {
    const auto stored = stored_.at(tuple);
    if (!stored) return stored.error();
    if (*stored)
      report_difference(tuple, "the tuple is no position", text_of(spec_.quantity, **stored),
                        "none");
    return {};
  }

  void report_difference(const Position& position, std::string what, std::string stored,
                         std::string expected) {
    const table::Place place = place_of_value(position);
    task_.findings.add({.kind = Finding::Kind::difference,
                        .file = place.file,
                        .chunk = place.chunk,
                        .position = position,
                        .what = std::move(what),
                        .stored = std::move(stored),
                        .expected = std::move(expected)});
  }

  // Where the value of the position is stored. The array of the table's quantity comes first.
  table::Place place_of_value(Position position) const {
    const table::ArrayFormat& array = *task_.table.arrays().front();
    if (spec_.store == table::Store::section)
      return table::place_of(array, table::without_axis(position, *spec_.section_axis));
    sort_axes(position, spec_.sorted_axes);
    return table::place_of(array, position);
  }

  const Task& task_;
  const table::TableSpec& spec_;
  const rules::Membership inside_;
  Stored stored_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Clock::time_point given_up_ = Clock::time_point::max();  // when the last position is given up
};

// The memory of a sampled position, with the overhead of the heap.
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
  std::uint64_t asked = definition_size(task.table, effort);
  if (effort.full) {
    if (Status s = pass.all(budget.copy, effort.seconds); !s) return s.error();
  } else {
    const std::uint64_t bytes = definition_size(task.table, effort) * bytes_of_position(task.table);
    if (bytes > budget.samples)
      return too_little_memory("the positions of option `samples`", bytes, budget.samples);
    const auto positions =
        samples(task.table, rules::Membership(rules), effort.samples, effort.seed);
    if (!positions) return positions.error();
    asked = positions->size();
    if (Status s = pass.some(*positions, effort.seconds); !s) return s.error();
  }
  DefinitionReport report = pass.report(asked);
  report.proved = effort.full && report.open == 0 && report.left == 0 &&
                  task.findings.count(Finding::Kind::difference) == 0;
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return report;
}

}  // namespace grundy::verify
