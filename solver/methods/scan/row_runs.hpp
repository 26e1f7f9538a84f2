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
  void find(const Instruction& instruction, const RowPart& part);
  bool is_in_turn(const Instruction& instruction, const kernels::scan::Run& run,
                  const RowPart& part) const;
  void cut(std::int64_t length);
  void add_to_stretch(const kernels::scan::Run& run, std::int64_t begin);

  const Program& program_;
  bool reads_whole_;
  std::vector<kernels::scan::Run> whole_;
  std::vector<kernels::scan::Run> in_turn_;
  std::vector<std::int64_t> cuts_;  // where runs of in_turn_ begin or end
  std::vector<kernels::scan::Stretch> stretches_;
  std::vector<kernels::scan::Group> groups_;
  std::vector<kernels::scan::Action> actions_;
  std::vector<std::uint8_t> changes_in_turn_;  // by set: whether its states do
  std::vector<std::int64_t> numbers_;          // coordinates and quotients
  std::size_t first_group_ = 0;                // of the stretch
};

}  // namespace grundy::scan
