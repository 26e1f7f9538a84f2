#include "run/exchangeable_axes.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace grundy::solve {

AxisGroups exchangeable_axes(const plan::Plan& plan) {
  AxisGroups groups;
  for (const auto& declared : plan.rules.symmetric) {
    std::map<std::int64_t, std::vector<std::size_t>> by_end;
    for (const std::size_t axis : declared) by_end[plan.box.high[axis]].push_back(axis);
    for (auto& [end, axes] : by_end) {
      std::sort(axes.begin(), axes.end());
      if (axes.size() > 1) groups.push_back(axes);
    }
  }
  return groups;
}

}  // namespace grundy::solve
