#include "ask/search_source.hpp"

#include <algorithm>

#include "ask/search_check.hpp"

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

void SearchSource::expect(const Rules& rules, const Position& position) {
  Position& high = expected_.try_emplace(rules, position).first->second;
  for (std::size_t axis = 0; axis < high.size(); ++axis)
    high[axis] = std::max(high[axis], position[axis]);
}

// Compiled once for all positions that are expected, if that can be done.
lazy::GameWalk& SearchSource::walk(const Rules& rules) {
  lazy::GameWalk& walk = walks_.try_emplace(rules, rules).first->second;
  if (const auto expected = expected_.find(rules); expected != expected_.end()) {
    static_cast<void>(walk.cover(expected->second, meter_));
    expected_.erase(expected);
  }
  return walk;
}

Status SearchSource::for_each_option(const Rules& rules, const Position& position,
                                     const lazy::VisitOption& visit) {
  return lazy::for_each_option(walk(rules), position, meter_, visit);
}

Result<std::optional<std::vector<lazy::Line>>> SearchSource::lines(const Rules& rules,
                                                                   const Position& position) {
  return lazy::option_lines(walk(rules), position, meter_);
}

Status SearchSource::check(const Rules& rules, const std::vector<Position>& positions,
                           std::chrono::steady_clock::time_point end) {
  using verify::Fact;
  if (const auto found = nimbers_.find(rules); found != nimbers_.end()) {
    lazy::NimberSearch& search = found->second;
    const Remembered remembered{*rules, Quantity::nimber, Convention::normal,
                                [&](const Position& position) -> std::optional<Fact> {
                                  const auto nimber = search.known(position);
                                  if (!nimber) return std::nullopt;
                                  return Fact{*nimber == 0 ? Outcome::P : Outcome::N, *nimber};
                                },
                                [&](std::uint64_t random) { return search.any(random); }};
    if (Status s = check_search(remembered, positions, end); !s) return s;
  }
  for (const auto& [question, search] : sums_) {
    const auto& [convention, goal] = question;
    const Remembered remembered{
        *rules, goal == Goal::outcome ? Quantity::outcome : Quantity::remoteness, convention,
        [&search = search, &rules](const Position& position) -> std::optional<Fact> {
          const auto value = search.known(rules, position);
          if (!value) return std::nullopt;
          return Fact{value->outcome, value->remoteness};
        },
        [&search = search, &rules](std::uint64_t random) { return search.any(rules, random); }};
    if (Status s = check_search(remembered, positions, end); !s) return s;
  }
  return {};
}

}  // namespace grundy::query
