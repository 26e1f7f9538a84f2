#include "methods/generic/symmetry.hpp"

#include <algorithm>

#include "base/box.hpp"

namespace grundy::generic {
namespace {

bool equal_within_groups(const std::vector<std::int64_t>& weights, const AxisGroups& groups) {
  for (const auto& group : groups)
    for (const std::size_t axis : group)
      if (weights[axis] != weights[group[0]]) return false;
  return true;
}

}  // namespace

bool use_symmetry(const family::Scope& scope, std::string& reason) {
  const Box& closure = scope.closure;
  const rules::Descent& descent = scope.descent;
  const rules::Rules& rules = scope.rules;
  if (rules.symmetric.empty()) return false;
  for (const auto& group : rules.symmetric)
    for (const std::size_t axis : group)
      if (closure.high[axis] != closure.high[group[0]]) {
        reason = "not used: the box is not the same along the symmetric coordinates";
        return false;
      }
  if (descent.scan.empty() && !equal_within_groups(descent.weights, rules.symmetric)) {
    reason = "not used: the layers are not the same along the symmetric coordinates";
    return false;
  }
  const bool rises = std::any_of(descent.trends.begin(), descent.trends.end(),
                                 [](const rules::Trend& trend) { return trend.rises; });
  reason = rises ? "not used: some move raises a coordinate"
                 : "only positions with sorted coordinates are solved, the others are copies";
  return !rises;
}

std::uint64_t sorted_positions(const family::Scope& scope) {
  const Box& closure = scope.closure;
  std::uint64_t count = *closure.volume();
  for (const auto& group : scope.rules.symmetric) {
    const auto values = static_cast<std::uint64_t>(closure.extent(group[0]));
    for (std::size_t i = 0; i < group.size(); ++i) count /= values;
    std::uint64_t multisets = 1;
    for (std::uint64_t i = 1; i <= group.size(); ++i) multisets = multisets * (values + i - 1) / i;
    count *= multisets;
  }
  return count;
}

}  // namespace grundy::generic
