// run/self_check.hpp: some values of a solution are derived again, before anything is reported.
//
// Positions of the box are drawn (DrawnPositions) and checked one by one (position_check.hpp).
// Positions that remain open, such as those with sums too large for the definition, do not count as
// checked. Positions outside the box that they lead to are checked too, and not counted.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/sweep.hpp"

namespace grundy::solve {

// The number of positions to check, however long that takes; 0: none. Nothing: all of a box of up
// to 10^4, 1,024 of a larger one, and more if solving took long, but within 3 % of the solving time
// or 20 ms, whichever is more.
using CheckCount = std::optional<std::uint64_t>;

inline constexpr std::uint64_t check_all = ~std::uint64_t{0};

// Reads "auto", "all", "none" or a number. Errc::usage for anything else.
Result<CheckCount> check_count_from(std::string_view text);

struct CheckTask {
  CheckCount count;
  double solving_seconds = 0;
  const std::atomic<bool>* stop = nullptr;  // once true: Errc::interrupted. May be null
  std::filesystem::path mistake_file;       // where a difference is described
  std::string program_version;
};

struct Checked {
  std::uint64_t positions = 0;  // positions whose values follow from the rules
  std::uint64_t open = 0;       // positions that were tried and could not be derived
  std::string why_open;         // one of these, with the reason; "" if there is none
};

// Errc::wrong for a difference, Errc::interrupted. `task` must stay valid during the call.
Result<Checked> self_check(const plan::Plan& plan, const sweep::Solution& solution,
                           parallel::Executor& executor, const CheckTask& task);

// Errc::unchecked if a number of positions was asked for and none could be derived.
Status expect_checked(const Checked& checked, const CheckCount& count);

// Which positions of a solution are derived again, and in which order.
//
// First come those of the low corner, by the sum of their coordinates: there mistakes appear
// soonest and positions are derived fastest. Then, in a small box, all others follow, shuffled. In
// a larger one four kinds alternate: positions with coordinates near an end of the box or a
// multiple of 32, where tiles and words meet; P-positions, which are rare if there are many
// coordinates; positions anywhere; and positions of every magnitude. The same solution gives the
// same positions, on every machine.
class DrawnPositions {
 public:
  // All positions of boxes of at most that many are drawn.
  static constexpr std::uint64_t small_box = 10'000;

  // Draws from plan.box; if `all`, each position once. Plan and solution must outlive this.
  DrawnPositions(const plan::Plan& plan, const sweep::Solution& solution, bool all);

  // The position with this number, from 0; below the volume if all are drawn. Any thread may call
  // it.
  Position at(std::uint64_t number) const;

 private:
  class Random;

  void begin_in_the_corner();
  void add_all_others();
  Position anywhere(Random& random) const;
  Position of_any_magnitude(Random& random) const;
  Position near_a_border(Random& random) const;
  Position p_position(Random& random) const;

  const plan::Plan& plan_;
  const sweep::Solution& solution_;
  const Box& box_;
  bool in_order_;                     // number is rank
  std::vector<std::uint64_t> first_;  // ranks
};

}  // namespace grundy::solve
