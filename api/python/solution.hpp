// python/solution.hpp: grundy.Solution, a table in memory; grundy.solve and grundy.plan.
#pragma once
#include "run/solved_values.hpp"
#include "table.hpp"

namespace grundy::python {

class Solution final : public Table {
 public:
  explicit Solution(std::shared_ptr<const solve::SolvedValues> solved)
      : Table(solved), solved_(std::move(solved)) {}

  const std::shared_ptr<const solve::SolvedValues>& solved() const noexcept { return solved_; }

 private:
  py::array read(Quantity quantity, const Region& region) const override;

  std::shared_ptr<const solve::SolvedValues> solved_;
};

void bind_solution(py::module_& module);

}  // namespace grundy::python
