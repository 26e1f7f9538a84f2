// run/section_lines.hpp: where the P-position of each line along an axis is, for p_section.
//
// A solution that keeps lines is asked for them, part by part. Of any other the cells are looked
// through: those of sorted positions, where coordinates may change places, and each P-position that
// is found stands for its images. Ranks that keep parts of the values tell one another what they
// have found.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/cell_window.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/solution.hpp"
#include "table/array_format.hpp"

namespace grundy::solve {

// Ranks in plan.box of the sorted P-positions that are kept here, of values that ranks share out.
std::vector<std::uint64_t> kept_p_positions(const plan::Plan& plan, const sweep::Solution& solution,
                                            parallel::Executor& executor);

class SectionLines {
 public:
  // All outlive this. Cells are looked through now, on all threads.
  SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
               const table::ArrayFormat& section, parallel::Executor& executor);

  // Of all sorted P-positions, by their ranks in plan.box, where coordinates in `groups` may change
  // places.
  SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
               const table::ArrayFormat& section, AxisGroups groups,
               std::span<const std::uint64_t> p_positions);

  // Calls use(view) with a view that holds `lines`, a part of section.box. Any thread.
  template <class Use>
  Status with(const Box& lines, const Use& use) const {
    if (!found_.empty()) return use(view_of(found_, section_.box));
    const std::vector<std::uint32_t> asked = ask(lines);
    return use(view_of(asked, lines));
  }

 private:
  std::vector<std::uint32_t> ask(const Box& lines) const;
  void find(const CellSource& cells, parallel::Executor& executor);
  void look_through(const CellSource& cells, const Box& block);
  void put_images(Position p);

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const table::ArrayFormat& section_;
  AxisGroups groups_;
  std::vector<std::uint32_t> found_;  // of all lines; empty if they are asked for
};

}  // namespace grundy::solve
