#include "methods/scan/row_runs.hpp"

#include <algorithm>

namespace grundy::scan {
namespace {

using kernels::scan::Group;
using kernels::scan::Operation;
using kernels::scan::Run;
using kernels::scan::Turns;
using relation::Linear;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

std::int64_t value_of(const Linear& form, const std::vector<std::int64_t>& numbers) {
  std::int64_t sum = form.constant;
  for (std::size_t i = 0; i < form.coefficients.size(); ++i)
    sum += form.coefficients[i] * numbers[i];
  return sum;
}

// first, first + 1, .. last
struct Interval {
  std::int64_t first;
  std::int64_t last;

  // Leaves those i for which value + gain * i is 0, or is at least 0.
  void keep_zero(std::int64_t value, std::int64_t gain) {
    if (gain == 0 ? value == 0 : value % gain == 0) {
      if (gain == 0) return;
      first = std::max(first, -(value / gain));
      last = std::min(last, -(value / gain));
    } else {
      last = first - 1;
    }
  }
  void keep_at_least_zero(std::int64_t value, std::int64_t gain) {
    if (gain > 0)
      first = std::max(first, -floor_divide(value, gain));
    else if (gain < 0)
      last = std::min(last, floor_divide(value, -gain));
    else if (value < 0)
      last = first - 1;
  }
};

}  // namespace

RowRuns::RowRuns(const Program& program, bool reads_whole)
    : program_(program), reads_whole_(reads_whole), changes_in_turn_(program.sets.size()) {}

void RowRuns::find(const RowPart& part) {
  whole_.clear();
  in_turn_.clear();
  stretches_.clear();
  groups_.clear();
  actions_.clear();
  std::ranges::transform(program_.sets, changes_in_turn_.begin(),
                         [](const Kept& kept) { return kept.along_rows ? 1 : 0; });
  for (const Instruction& instruction : program_.instructions) find(instruction, part);
  cut(part.length);
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
    const Run run{{instruction.set, program_.sets[instruction.set].counted,
                   begin + turns.first * period, period, turns.last - turns.first + 1,
                   value_of(instruction.place, numbers_) + turns.first * instruction.place_gain,
                   instruction.place_gain},
                  {instruction.operation, instruction.other,
                   value_of(instruction.source, numbers_) + turns.first * instruction.source_gain,
                   instruction.source_gain}};
    if (!is_in_turn(instruction, run, part)) {
      whole_.push_back(run);
      continue;
    }
    in_turn_.push_back(run);
    if (instruction.operation < Operation::read) changes_in_turn_[instruction.set] = 1;
  }
}

// In a stretch all runs go on, or none of their positions are there.
void RowRuns::cut(std::int64_t length) {
  const auto end_of = [](const Turns& turns) {
    return turns.first + (turns.count - 1) * turns.period + 1;
  };
  cuts_ = {0, length};
  for (const Run& run : in_turn_) {
    cuts_.push_back(run.turns.first);
    cuts_.push_back(end_of(run.turns));
  }
  std::ranges::sort(cuts_);
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
    first_group_ = groups_.size();
    for (const Run& run : in_turn_)
      if (run.turns.first < cuts_[i + 1] && end_of(run.turns) > cuts_[i])
        add_to_stretch(run, cuts_[i]);
    stretches_.push_back({cuts_[i], cuts_[i + 1], groups_.size() - first_group_});
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

// What is done for a row as a whole uses cells of earlier rows, and states that are complete.
bool RowRuns::is_in_turn(const Instruction& instruction, const Run& run,
                         const RowPart& part) const {
  const auto& [set, counted, first, period, count, place, place_step] = run.turns;
  const auto& [operation, other, source, source_step] = run.action;
  const auto is_option_of_row = [&, from = source, last = source + (count - 1) * source_step] {
    const std::int64_t end = part.rank + (part.length - 1) * part.rank_step;
    return !instruction.in_earlier_row && std::max(from, last) >= std::min(part.rank, end) &&
           std::min(from, last) <= std::max(part.rank, end);
  };
  switch (operation) {
    case Operation::clear:
      return false;
    case Operation::unite:
      return program_.sets[set].along_rows ||
             (!instruction.in_earlier_row && (other == set || changes_in_turn_[other] != 0));
    case Operation::add:
    case Operation::remove:
      return program_.sets[set].along_rows || is_option_of_row();
    case Operation::read:
      return !reads_whole_ || changes_in_turn_[set] != 0;
    case Operation::option:
      return !reads_whole_ || is_option_of_row();
  }
  return true;
}

}  // namespace grundy::scan
