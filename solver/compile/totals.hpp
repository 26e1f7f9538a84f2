// compile/totals.hpp: stretches of sums as differences of running totals.
//
// The total at a position x, along steps d, is the xor of the values at x - d, x - 2 d, .. in the
// box. A stretch x, x + d, .., y has the xor of the totals at x and y + d, however long it is. The
// total at y + d is known once y is solved after y - d, y - 2 d, ... So steps must not go against
// the order in which positions are solved on any axis; tiles then keep that order, too.
//
// The totals along d lie behind the cells of the box, in a box that is longer by d.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box.hpp"
#include "rules/proofs/polynomial.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::compile {

class Totals {
 public:
  // No totals if `order` is empty.
  Totals(const Box& box, std::span<const rules::ScanAxis> order) : box_(box), order_(order) {}

  // Totals along certain steps.
  struct Along {
    std::vector<std::int64_t> step;
    Box box;
    std::int64_t offset;  // of the first cell

    // The cell of a position, and how far the next one along the steps is.
    rules::Polynomial cell(const std::vector<rules::Polynomial>& position) const;
    std::int64_t cell_step() const;
  };

  // The cells between which the values of a stretch from `first` to `last` lie; nothing if it is
  // not read from totals.
  struct Ends {
    rules::Polynomial from;
    rules::Polynomial to;
  };
  std::optional<Ends> ends(const std::vector<rules::Expression>& first,
                           const std::vector<rules::Expression>& last,
                           std::vector<std::int64_t> step);

  const std::vector<Along>& all() const noexcept { return all_; }
  std::uint64_t cells() const noexcept { return cells_; }

 private:
  bool is_in_order(const std::vector<std::int64_t>& step) const;
  const Along* along(const std::vector<std::int64_t>& step);

  const Box& box_;
  std::span<const rules::ScanAxis> order_;
  std::vector<Along> all_;
  std::uint64_t cells_ = 0;
};

}  // namespace grundy::compile
