// relation/order.hpp: the order in which the positions of a scheme are met.
#pragma once
#include <vector>

#include "relation/isl.hpp"
#include "relation/scheme.hpp"
#include "rules/proofs/termination.hpp"

namespace grundy::relation {

// That of nested loops over the axes.
class Order {
 public:
  explicit Order(std::vector<rules::ScanAxis> axes) : axes_(std::move(axes)) {}

  bool is(const std::vector<rules::ScanAxis>& axes) const;

  // Whether x - direction comes before x.
  bool leads_back(const Vector& direction) const;

  // Pairs of a position and one that comes before it.
  Map before(isl_ctx* context) const;

 private:
  std::vector<rules::ScanAxis> axes_;
};

}  // namespace grundy::relation
