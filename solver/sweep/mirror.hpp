// sweep/mirror.hpp: the other positions of a symmetric orbit.
#pragma once
#include <cstdint>
#include <vector>

#include "core/box.hpp"
#include "kernels/generic.hpp"
#include "rules/rules.hpp"

namespace grundy::sweep {

// Under the permutations of the symmetric groups the positions with every group
// ascending stand for all others. Built once, read by all threads.
class Mirror {
 public:
  // With `used` false every position stands for itself alone.
  Mirror(const rules::Rules& rules, const Box& box, bool used);

  // Whether the position stands for its orbit.
  bool represents(const Position& position) const noexcept {
    for (const auto& [left, right] : pairs_)
      if (position[left] > position[right]) return false;
    return true;
  }

  // Narrows low .. high, the values of coordinate `axis`, to those with which the
  // position stands for its orbit.
  void narrow(const Position& position, std::size_t axis, std::int64_t& low,
              std::int64_t& high) const noexcept;

  kernels::Images images() const noexcept { return {origin_, strides_}; }

 private:
  std::int64_t origin_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // neighbours in a group
  std::vector<std::int64_t> strides_;
};

}  // namespace grundy::sweep
