// search/sum_search.hpp: who wins a sum of positions of any games, and how fast.
//
// Nimbers are not enough for misère play, remoteness, and games with `won when`, so the whole sum
// is searched. A state is the multiset of its components. Components in which no player can ever
// move again are left out, so the end of play is the empty state. A state of one component takes no
// more memory than that component; equal components are tried once. Outcome and remoteness are
// those of oracle/oracle.hpp.
//
// For outcomes the search stops at the first P-option and pushes one unknown option at a
// time, so its stack is one line of play. For remoteness all options matter; see
// search/nimber_search.hpp for the stack.
//
// Endings. `won when` names the winner of a whole sum, whatever its other components, and under
// misère so does `lost when`. They are supported for a single position of a game that never becomes
// a sum. Anything else is Errc::unsupported. Under normal play `lost when` means that there are no
// options.
//
// Memory: for a component 8 bytes a coordinate and about 30 more, for a state of several
// 4 bytes a component and about 30 more; up to 2.5 times that while a vector grows. Not
// thread-safe.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/value.hpp"
#include "search/game_walk.hpp"
#include "search/key_table.hpp"
#include "search/meter.hpp"

namespace grundy::lazy {

// `count` times the same position.
struct Summand {
  std::shared_ptr<const rules::Rules> rules;
  Position position;
  std::uint64_t count = 1;
};

// Errc::unsupported if the sum has endings that are not supported, see above.
Status check_endings(std::span<const Summand> sum, Convention convention);

class SumSearch {
 public:
  enum class Goal : std::uint8_t { outcome, remoteness };

  struct Found {
    Outcome outcome = Outcome::P;
    std::uint32_t remoteness = 0;  // if that is the goal
  };

  // The meter must outlive the search.
  SumSearch(Convention convention, Goal goal, Meter& meter);

  // Games are distinguished by the address of their rules. Errors as for check_endings and
  // ComponentSearch::value.
  Result<Found> solve(std::span<const Summand> sum);

  // The result for a single position, if it has been found.
  std::optional<Found> known(const std::shared_ptr<const rules::Rules>& rules,
                             Position position) const;

  // A position of the game with a known result, drawn by a random number; sometimes nothing.
  std::optional<Position> any(const std::shared_ptr<const rules::Rules>& rules,
                              std::uint64_t random) const;

 private:
  // A component by its number, or a multiset of several as most_ids + its number.
  using State = std::uint32_t;
  static constexpr State none = ~State{0};

  // As in kernels/generic/generic.hpp: 2 * remoteness + (0 = P, 1 = N); if the goal is the outcome,
  // the remoteness stays 0.
  using Value = std::uint32_t;
  static constexpr Value unknown = ~Value{0};

  static constexpr std::size_t slack = 1 << 16;

  // What is known of the options of the current state.
  struct Expansion {
    Value fastest_win = unknown;  // least of the P-options
    Value slowest_loss = 0;       // greatest of the N-options
    bool missing = false;         // an option is not known yet
    bool no_room = false;         // no storage for one more component or sum
    State wanted = none;          // the first unknown option
  };

  std::optional<Found> found_of(Id component) const noexcept;
  Result<Found> search(std::span<const Summand> sum);
  void forget() noexcept;
  Status enter(std::span<const Summand> sum);
  Result<Id> enter(const Summand& summand);
  Result<std::uint32_t> game_of(const Summand& summand);

  Status step();
  void expand(State state) noexcept;
  void move_in(std::size_t index) noexcept;
  bool add_option(std::uint32_t game, const Option& option) noexcept;
  void add_value_of_next() noexcept;
  void add_unknown(State state) noexcept;
  bool is_decided() const noexcept;
  Value conclude() const noexcept;

  Id component(std::uint32_t game, Coordinates position) noexcept;
  State find_next() const noexcept;
  State add_next() noexcept;
  Value& value_of(State state) noexcept;
  Status make_room();
  bool has_room() const noexcept;

  Convention convention_;
  Goal goal_;
  Meter& meter_;

  std::deque<GameWalk> games_;
  std::map<std::shared_ptr<const rules::Rules>, std::uint32_t> numbers_;  // in games_

  KeyTable<std::int64_t> components_;  // game, then coordinates
  std::vector<Standing> standings_;    // by component
  std::vector<Value> singles_;         // by component: of the state that is it alone
  KeyTable<Id> sums_;                  // two components or more, ascending
  std::vector<Value> sum_values_;
  std::vector<State> stack_;

  Expansion expansion_;
  std::vector<Id> here_;     // components of the current state
  std::vector<Id> rest_;     // without the one that moves
  std::vector<Id> next_;     // components of an option, ascending
  std::size_t longest_ = 0;  // sum so far
  std::size_t longest_option_ = 1;
  std::vector<std::int64_t> key_;  // of a component
};

}  // namespace grundy::lazy
