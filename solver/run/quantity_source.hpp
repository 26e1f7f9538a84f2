// run/quantity_source.hpp: the values of one quantity, from the cells that a kernel computed.
#pragma once
#include "base/cell_window.hpp"
#include "base/value.hpp"
#include "plan/plan.hpp"

namespace grundy::solve {

// Cells that are values already are copied from where they are.
class QuantitySource final : public CellSource {
 public:
  // Of `cells` as plan.computed has them. Both outlive this.
  QuantitySource(const plan::Plan& plan, Quantity quantity, const CellSource& cells)
      : plan_(plan), quantity_(quantity), cells_(cells) {}

  unsigned width() const override;
  void copy(const Box& region, const CellSpan& to) const override;

 private:
  bool as_they_are() const;

  const plan::Plan& plan_;
  Quantity quantity_;
  const CellSource& cells_;
};

}  // namespace grundy::solve
