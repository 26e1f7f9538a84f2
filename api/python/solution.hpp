// python/solution.hpp: grundy.Solution, a table in memory; grundy.solve and grundy.plan.
#pragma once
#include <variant>
#include <vector>

#include "base/box.hpp"
#include "run/solve.hpp"
#include "run/solved_values.hpp"
#include "table.hpp"
#include "table/memory_values.hpp"

namespace grundy::python {

// What a solution tells beside its values.
struct Work {
  std::uint64_t checked = 0;
  std::uint64_t unchecked = 0;
  solve::Seconds seconds;
};

class Solution final : public Table {
 public:
  explicit Solution(std::shared_ptr<const solve::SolvedValues> solved);
  // One that was pickled. The axes are those that Store::sorted sorts.
  Solution(std::shared_ptr<const table::MemoryValues> kept, Work work, AxisGroups sorted_axes);

  const Work& work() const noexcept { return work_; }
  const AxisGroups& sorted_axes() const noexcept { return sorted_axes_; }
  Status save(const solve::Output& output) const;

 private:
  py::array read(Quantity quantity, const Region& region) const override;
  std::optional<CellView> cells(Quantity quantity) const;

  using Solved = std::shared_ptr<const solve::SolvedValues>;
  using Kept = std::shared_ptr<const table::MemoryValues>;
  std::variant<Solved, Kept> kept_;
  Work work_;
  AxisGroups sorted_axes_;
};

void bind_solution(py::module_& module);

}  // namespace grundy::python
