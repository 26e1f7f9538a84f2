#include "query/search_source.hpp"

#include "lazy/options.hpp"

namespace grundy::query {

using Goal = lazy::SumSearch::Goal;

Result<std::optional<std::uint32_t>> SearchSource::find(const Rules& rules,
                                                        const Position& position,
                                                        Convention convention, Quantity quantity) {
  using Found = std::optional<std::uint32_t>;
  if (quantity == Quantity::nimber) {
    if (convention == Convention::misere) return Found();
    const auto nimber = nimbers_.try_emplace(rules, rules, meter_).first->second.nimber(position);
    if (!nimber) return nimber.error();
    return Found(*nimber);
  }
  const Goal goal = quantity == Quantity::outcome ? Goal::outcome : Goal::remoteness;
  const auto found = solve(std::vector<lazy::Summand>{{rules, position, 1}}, convention, goal);
  if (!found) return found.error();
  return Found(goal == Goal::outcome ? static_cast<std::uint32_t>(found->outcome)
                                     : found->remoteness);
}

Result<lazy::SumSearch::Found> SearchSource::solve(std::span<const lazy::Summand> sum,
                                                   Convention convention, Goal goal) {
  return sums_.try_emplace({convention, goal}, convention, goal, meter_).first->second.solve(sum);
}

Result<std::vector<std::vector<Position>>> SearchSource::options(const Rules& rules,
                                                                 const Position& position) {
  return lazy::options(walks_.try_emplace(rules, rules).first->second, position, meter_);
}

}  // namespace grundy::query
