// solve/section_lines.hpp: where the P-position of each line along an axis is, for p_section.
//
// A solution that keeps lines is asked for them, part by part. Of any other the cells are looked
// through: those of sorted positions, where coordinates may change places, and each P-position that
// is found stands for its images.
#pragma once
#include <cstdint>
#include <vector>

#include "core/cell_window.hpp"
#include "parallel/executor.hpp"
#include "plan/plan.hpp"
#include "sweep/solution.hpp"
#include "table/array_format.hpp"

namespace grundy::solve {

class SectionLines {
 public:
  // All outlive this. Cells are looked through now, on all threads.
  SectionLines(const plan::Plan& plan, const sweep::Solution& solution,
               const table::ArrayFormat& section, parallel::Executor& executor);

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
