// methods/scan/row_runs.hpp: the runs of a row.
//
// Where conditions hold in a row is worked out once for the row: linear tests leave an interval,
// and numbers with quotients repeat, so each place in the period has an interval of its own.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "kernels/scan/scan.hpp"
#include "methods/scan/program.hpp"

namespace grundy::scan {

// A part of a row: positions in the order in which they are solved.
struct RowPart {
  Position start;
  std::int64_t length;
  std::int64_t rank;       // of the first position
  std::int64_t rank_step;  // to the next one
};

// Each thread has its own. The program must outlive it.
class RowRuns {
 public:
  // `reads_whole`: whether reads may be carried out for a whole row.
  RowRuns(const Program& program, bool reads_whole);

  // Finds the runs of a part of a row. O(instructions * period).
  void find(const RowPart& part);

  // As those of kernels::scan::Row.
  std::span<const kernels::scan::Run> whole() const noexcept { return whole_; }
  std::span<const kernels::scan::Stretch> stretches() const noexcept { return stretches_; }
  std::span<kernels::scan::Group> groups() noexcept { return groups_; }
  std::span<const kernels::scan::Action> actions() const noexcept { return actions_; }

 private:
  // When a run is carried out. A set along rows has one state, which changes from position to
  // position: it has its turns before all others, if it needs nothing of the row.
  enum class Time : std::uint8_t { whole, apart, in_turn };

  struct Found {
    kernels::scan::Run run;
    bool in_earlier_row;  // see Instruction
  };

  void find(const Instruction& instruction, const RowPart& part);
  Time time_of(const Found& found, const RowPart& part) const;
  void cut_apart();
  void cut(std::span<const kernels::scan::Run> runs, std::int64_t length, bool finishes);
  void add_to_stretch(const kernels::scan::Run& run, std::int64_t begin);

  const Program& program_;
  bool reads_whole_;
  std::vector<std::uint8_t> is_part_;  // by set: whether its options join those of another
  std::vector<Time> time_;             // by set: of what changes it
  std::vector<Found> found_;
  std::vector<kernels::scan::Run> whole_;
  std::vector<kernels::scan::Run> apart_;
  std::vector<kernels::scan::Run> in_turn_;
  std::vector<std::int64_t> cuts_;  // where runs begin or end
  std::vector<kernels::scan::Stretch> stretches_;
  std::vector<kernels::scan::Group> groups_;
  std::vector<kernels::scan::Action> actions_;
  std::vector<std::int64_t> numbers_;  // coordinates and quotients
  std::size_t first_group_ = 0;        // of the stretch
};

}  // namespace grundy::scan
