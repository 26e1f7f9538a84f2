#include "methods/scan/row_runs.hpp"

#include <algorithm>

#include "kernels/scan/interval.hpp"
#include "methods/scan/lines.hpp"

namespace grundy::scan {
namespace {

using kernels::scan::floor_divide;
using kernels::scan::Group;
using kernels::scan::Interval;
using kernels::scan::Operation;
using kernels::scan::Run;
using kernels::scan::Turns;

}  // namespace

RowRuns::RowRuns(const Program& program, bool reads_whole)
    : program_(program),
      reads_whole_(reads_whole),
      is_part_(program.sets.size()),
      time_(program.sets.size()) {
  for (const Instruction& instruction : program.instructions)
    if (instruction.operation == Operation::unite && instruction.other != instruction.set)
      is_part_[instruction.other] = 1;
}

void RowRuns::find(const RowPart& part) {
  found_.clear();
  whole_.clear();
  apart_.clear();
  in_turn_.clear();
  stretches_.clear();
  groups_.clear();
  actions_.clear();
  for (const Instruction& instruction : program_.instructions) find(instruction, part);
  std::ranges::fill(time_, Time::whole);
  for (const Found& one : found_) {
    Time& time = time_[one.run.turns.set];
    if (one.run.action.operation < Operation::read) time = std::max(time, time_of(one, part));
  }
  for (const Found& one : found_) {
    const std::uint32_t set = one.run.turns.set;
    const bool waits = program_.sets[set].along_rows || one.run.action.operation == Operation::read;
    const Time time = std::max(waits ? time_[set] : Time::whole, time_of(one, part));
    (time == Time::whole ? whole_ : time == Time::apart ? apart_ : in_turn_).push_back(one.run);
  }
  cut_apart();
  cut(in_turn_, part.length, /*finishes=*/true);
}

void RowRuns::find(const Instruction& instruction, const RowPart& part) {
  const rules::ScanAxis inner = program_.scan.back();
  const relation::Where& where = instruction.where;
  const std::int64_t period = instruction.period;
  for (std::int64_t begin = 0; begin < std::min(period, part.length); ++begin) {
    numbers_.assign(part.start.begin(), part.start.end());
    numbers_[inner.axis] += inner.ascending ? begin : -begin;
    for (const relation::Quotient& quotient : where.quotients)
      numbers_.push_back(floor_divide(value_of(quotient.dividend, numbers_), quotient.divisor));
    Interval turns{0, (part.length - 1 - begin) / period};
    for (std::size_t i = 0; i < where.zero.size(); ++i)
      turns.keep_zero(value_of(where.zero[i], numbers_), instruction.zero_gains[i]);
    for (std::size_t i = 0; i < where.at_least_zero.size(); ++i)
      turns.keep_at_least_zero(value_of(where.at_least_zero[i], numbers_),
                               instruction.at_least_zero_gains[i]);
    if (turns.first > turns.last) continue;
    found_.push_back(
        {{{instruction.set, program_.sets[instruction.set].keeping, begin + turns.first * period,
           period, turns.last - turns.first + 1,
           value_of(instruction.place, numbers_) + turns.first * instruction.place_gain,
           instruction.place_gain},
          {instruction.operation, instruction.other,
           value_of(instruction.source, numbers_) + turns.first * instruction.source_gain,
           instruction.source_gain}},
         instruction.in_earlier_row});
  }
}

// Sets along rows, one after the other.
void RowRuns::cut_apart() {
  std::ranges::stable_sort(apart_, {}, [](const Run& run) { return run.turns.set; });
  for (auto rest = std::span<const Run>(apart_); !rest.empty();) {
    const auto end = std::ranges::find_if(
        rest, [&](const Run& run) { return run.turns.set != rest.front().turns.set; });
    const auto own = rest.first(static_cast<std::size_t>(end - rest.begin()));
    cut(own, 0, /*finishes=*/false);
    rest = rest.subspan(own.size());
  }
}

// In a stretch all runs go on, or none of their positions are there. Stretches that finish cover
// the row.
void RowRuns::cut(std::span<const Run> runs, std::int64_t length, bool finishes) {
  const auto end_of = [](const Turns& turns) {
    return turns.first + (turns.count - 1) * turns.period + 1;
  };
  cuts_.clear();
  if (finishes) cuts_ = {0, length};
  for (const Run& run : runs) {
    cuts_.push_back(run.turns.first);
    cuts_.push_back(end_of(run.turns));
  }
  std::ranges::sort(cuts_);
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
    first_group_ = groups_.size();
    for (const Run& run : runs)
      if (run.turns.first < cuts_[i + 1] && end_of(run.turns) > cuts_[i])
        add_to_stretch(run, cuts_[i]);
    if (finishes || groups_.size() != first_group_)
      stretches_.push_back({cuts_[i], cuts_[i + 1], groups_.size() - first_group_, finishes});
  }
}

// Joins the last group, if that is about the same states in the same turns.
void RowRuns::add_to_stretch(const Run& run, std::int64_t begin) {
  Group group{run.turns, 0, 0};
  Turns& turns = group.turns;
  const std::int64_t gone =
      std::max<std::int64_t>(0, begin - turns.first + turns.period - 1) / turns.period;
  turns.first += gone * turns.period;
  turns.place += gone * turns.place_step;
  const auto is_same = [&](const Turns& other) {
    return other.set == turns.set && other.first == turns.first && other.period == turns.period &&
           other.place == turns.place && other.place_step == turns.place_step;
  };
  if (groups_.size() == first_group_ || !is_same(groups_.back().turns)) groups_.push_back(group);
  ++groups_.back().actions;
  actions_.push_back(run.action);
  actions_.back().source += gone * run.action.source_step;
}

// What is done before positions are solved uses cells of earlier rows, and states that are
// complete.
RowRuns::Time RowRuns::time_of(const Found& found, const RowPart& part) const {
  const auto& [set, keeping, first, period, count, place, place_step] = found.run.turns;
  const auto& [operation, other, source, source_step] = found.run.action;
  const bool is_read = operation >= Operation::read;
  if (is_read && !reads_whole_) return Time::in_turn;
  const auto is_option_of_row = [&, from = source, last = source + (count - 1) * source_step] {
    const std::int64_t end = part.rank + (part.length - 1) * part.rank_step;
    return !found.in_earlier_row && std::max(from, last) >= std::min(part.rank, end) &&
           std::min(from, last) <= std::max(part.rank, end);
  };
  bool needs_row = false;
  if (operation == Operation::unite)
    needs_row = !found.in_earlier_row && (other == set || time_[other] != Time::whole);
  else if (operation != Operation::clear && operation != Operation::read)
    needs_row = is_option_of_row();
  if (needs_row) return Time::in_turn;
  if (operation == Operation::option || !program_.sets[set].along_rows) return Time::whole;
  return is_part_[set] || !reads_whole_ ? Time::in_turn : Time::apart;
}

}  // namespace grundy::scan
