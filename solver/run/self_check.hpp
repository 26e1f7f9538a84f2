// run/self_check.hpp: what was solved is derived again, before it is reported.
//
// Positions (drawn_positions.hpp) are judged one by one (position_check.hpp). What remains open,
// such as sums too large for the definition, does not count as checked. Positions are those of the
// box; what play reaches outside of it is checked on the way, and not counted.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "plan/plan.hpp"
#include "run/solution.hpp"

namespace grundy::solve {

// How many positions are checked, however long that takes. Nothing: all of a box of up to 10^4,
// 1,024 of a larger one, and more where solving takes long, as far as 3 % of the solving time or
// 20 ms last, whichever is more. 0: none.
using CheckCount = std::optional<std::uint64_t>;

inline constexpr std::uint64_t check_all = ~std::uint64_t{0};

// Of "auto", "all", "none" or a number. Errc::usage for anything else.
Result<CheckCount> check_count_from(std::string_view text);

struct CheckTask {
  CheckCount count;
  double solving_seconds = 0;
  const std::atomic<bool>* stop = nullptr;  // becomes true: Errc::interrupted soon. May be null
  std::filesystem::path mistake_file;       // where a difference is described
  std::string program_version;
};

struct Checked {
  std::uint64_t positions = 0;  // whose values follow from the rules
  std::uint64_t open = 0;       // that were tried, and could not be derived
  std::string why_open;         // one of these, with the reason; "" if there is none
};

// Errc::wrong for a difference.
Result<Checked> self_check(const plan::Plan& plan, const sweep::Solution& solution,
                           parallel::Executor& executor, const CheckTask& task);

// Errc::unchecked where a number of positions was asked for, and none could be derived.
Status expect_checked(const Checked& checked, const CheckCount& count);

}  // namespace grundy::solve
