#include "relation/proofs/orders.hpp"

#include <utility>
#include <variant>

#include "rules/proofs/termination.hpp"

namespace grundy::relation {
namespace {

// The extent of a small box. The weights by which play ends there are tried for all positions.
constexpr std::int64_t probe_extent = 25;

}  // namespace

std::vector<std::vector<Weights>> orders_to_try(const rules::Rules& rules) {
  const auto closed = rules::closure(rules, rules.low_box(probe_extent));
  if (!std::holds_alternative<Box>(closed)) return {};
  const auto proved = rules::descent(rules, std::get<Box>(closed));
  const auto* descent = std::get_if<rules::Descent>(&proved);
  if (descent == nullptr) return {};
  std::vector<std::vector<Weights>> all;
  if (!descent->weights.empty()) all.push_back({descent->weights});
  std::vector<Weights> scan;
  for (const rules::ScanAxis& axis : descent->scan) {
    scan.emplace_back(rules.dimensions(), 0);
    scan.back()[axis.axis] = axis.ascending ? 1 : -1;
  }
  if (!scan.empty()) all.push_back(std::move(scan));
  // The distance between coordinates, for games in which one rises towards another.
  Weights rest;
  for (const rules::Trend& trend : descent->trends)
    rest.push_back(trend.rises && !trend.falls ? -1 : 1);
  all.push_back({rest});
  return all;
}

}  // namespace grundy::relation
