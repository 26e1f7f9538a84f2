#include "methods/scan/row_runs.hpp"

#include <algorithm>

namespace grundy::scan {
namespace {

using kernels::scan::Operation;
using kernels::scan::Run;
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
  std::ranges::transform(program_.sets, changes_in_turn_.begin(),
                         [](const Kept& kept) { return kept.along_rows ? 1 : 0; });
  for (const Instruction& instruction : program_.instructions) find(instruction, part);
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
    const Run run{instruction.operation,
                  instruction.set,
                  instruction.other,
                  begin + turns.first * period,
                  period,
                  turns.last - turns.first + 1,
                  value_of(instruction.place, numbers_) + turns.first * instruction.place_gain,
                  instruction.place_gain,
                  value_of(instruction.source, numbers_) + turns.first * instruction.source_gain,
                  instruction.source_gain};
    if (!is_in_turn(instruction, run, part)) {
      whole_.push_back(run);
      continue;
    }
    in_turn_.push_back(run);
    if (run.operation < Operation::read) changes_in_turn_[run.set] = 1;
  }
}

// A row is solved from cells of earlier rows, and from states that are complete, as a whole.
bool RowRuns::is_in_turn(const Instruction& instruction, const Run& run,
                         const RowPart& part) const {
  const auto may_be_of_row = [&] {
    const std::int64_t ends[] = {part.rank, part.rank + (part.length - 1) * part.rank_step};
    const std::int64_t options[] = {run.source, run.source + (run.count - 1) * run.source_step};
    return std::ranges::max(options) >= std::ranges::min(ends) &&
           std::ranges::min(options) <= std::ranges::max(ends);
  };
  switch (run.operation) {
    case Operation::clear:
      return false;
    case Operation::unite:
      return program_.sets[run.set].along_rows ||
             (!instruction.in_earlier_row &&
              (run.other == run.set || changes_in_turn_[run.other] != 0));
    case Operation::add:
    case Operation::count:
    case Operation::discount:
      return program_.sets[run.set].along_rows || (!instruction.in_earlier_row && may_be_of_row());
    case Operation::read:
    case Operation::read_counted:
      return !reads_whole_ || changes_in_turn_[run.set] != 0;
    case Operation::option:
      return !reads_whole_ || (!instruction.in_earlier_row && may_be_of_row());
  }
  return true;
}

}  // namespace grundy::scan
