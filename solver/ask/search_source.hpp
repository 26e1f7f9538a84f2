// ask/search_source.hpp: values by searching what a position can reach.
#pragma once
#include <chrono>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "ask/value_source.hpp"
#include "search/game_walk.hpp"
#include "search/nimber_search.hpp"
#include "search/sum_search.hpp"

namespace grundy::query {

// Has every value that there is, limits permitting, and remembers all it has searched.
class SearchSource final : public ValueSource {
 public:
  // The meter must outlive the source.
  explicit SearchSource(lazy::Meter& meter) : meter_(meter) {}

  Result<std::optional<std::uint32_t>> find(const std::shared_ptr<const rules::Rules>& rules,
                                            const Position& position, Convention convention,
                                            Quantity quantity) override;

  // Of whole sums; remoteness only where that is the goal.
  Result<lazy::SumSearch::Found> solve(std::span<const lazy::Summand> sum, Convention convention,
                                       lazy::SumSearch::Goal goal);

  // This position's options will be asked for.
  void expect(const std::shared_ptr<const rules::Rules>& rules, const Position& position);
  void expect_nothing() { expected_.clear(); }

  // The distinct options of a position, as search/game_walk.hpp lists them.
  Status for_each_option(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
                         const lazy::VisitOption& visit);

  // The same where they are single positions on few lines that do not meet; else nothing.
  Result<std::optional<std::vector<lazy::Line>>> lines(
      const std::shared_ptr<const rules::Rules>& rules, const Position& position);

  // Derives anew some of what it remembers of this game, these positions first
  // (ask/search_check.hpp).
  Status check(const std::shared_ptr<const rules::Rules>& rules,
               const std::vector<Position>& positions, std::chrono::steady_clock::time_point end);

 private:
  using Rules = std::shared_ptr<const rules::Rules>;

  lazy::GameWalk& walk(const Rules& rules);

  lazy::Meter& meter_;
  std::map<Rules, lazy::NimberSearch> nimbers_;
  std::map<std::pair<Convention, lazy::SumSearch::Goal>, lazy::SumSearch> sums_;
  std::map<Rules, lazy::GameWalk> walks_;
  std::map<Rules, Position> expected_;  // the join
};

}  // namespace grundy::query
