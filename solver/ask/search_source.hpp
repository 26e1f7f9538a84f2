// ask/search_source.hpp: values by searching what a position can reach.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ask/value_source.hpp"
#include "base/error.hpp"
#include "rules/rules.hpp"
#include "search/game_walk.hpp"
#include "search/nimber_search.hpp"
#include "search/sum_search.hpp"
#include "verify/derive.hpp"

namespace grundy::query {

// Has every value that there is, limits permitting, and remembers all it has searched.
class SearchSource final : public ValueSource {
 public:
  // The meter must outlive the source.
  explicit SearchSource(lazy::Meter& meter) : meter_(meter) {}

  Result<std::optional<std::uint32_t>> find(const Question& question,
                                            const Position& position) override;

  // Of whole sums; remoteness only where that is the goal.
  Result<lazy::SumSearch::Found> solve(std::span<const lazy::Summand> sum, Convention convention,
                                       lazy::SumSearch::Goal goal);

  // This position's options will be asked for.
  void expect(const std::shared_ptr<const rules::Rules>& rules, const Position& position);
  void expect_nothing() { expected_.clear(); }

  // The distinct options of a position, as search/game_walk.hpp lists them.
  Status for_each_option(const std::shared_ptr<const rules::Rules>& rules, const Position& position,
                         const lazy::VisitOption& visit,
                         std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

  // The same where they are single positions on few lines that do not meet; else nothing.
  Result<std::optional<std::vector<lazy::Line>>> lines(
      const std::shared_ptr<const rules::Rules>& rules, const Position& position);

  // Derives some of what it remembers of this game again, these positions first
  // (ask/search_source.hpp).
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

// A few of the values that a search remembers, derived again.
//
// As solver/run/self_check.hpp does for boxes: from the values of the options, which the
// definition enumerates (verify/derive.hpp), with nothing of compile or lazy but what they found.

// What a search has found of single positions of one game.
struct Remembered {
  const rules::Rules& rules;
  Quantity quantity;
  Convention convention;
  // Of a position, if it was found.
  std::function<std::optional<verify::Fact>(const Position&)> known;
  // Any position that was found, for a random number; nothing by chance.
  std::function<std::optional<Position>(std::uint64_t random)> any;
};

// Checks `positions` and some others until the moment has come. Errc::wrong for a difference.
Status check_search(const Remembered& search, const std::vector<Position>& positions,
                    std::chrono::steady_clock::time_point end);

}  // namespace grundy::query
