// ask/workbench/trial.hpp: rules that a stranger wrote, tried at once. Start reading here.
//
// Reading, planning and solving happen in a process of its own (law/child/child.hpp), within limits
// of time and memory. So whatever the text does, it ends soon and takes nothing but its share. It
// is read as text alone: nothing in it names a file.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "rules/language/diagnostics.hpp"

namespace grundy::session {

struct Trial {
  std::string rules;                     // the text of one game
  std::optional<Quantity> quantity;      // none: nimbers where there are any, else outcomes
  std::optional<Convention> convention;  // none: that of the rules
  std::vector<std::int64_t> high;        // of the box; a number alone applies to all coordinates;
                                         // empty: as much as is solved in box_seconds
};

struct TrialLimits {
  double seconds = 3;                      // of the processor, and four times by the clock
  double box_seconds = 0.3;                // as estimated, for a box that is not given
  double most_box_seconds = 1;             // the same for one that is given
  std::uint64_t positions = 90'000;        // of a box that is given: 300 x 300
  std::uint64_t usual_positions = 62'500;  // if none is: two pixels each fill a screen
  std::uint64_t usual_heaps = 1000;        // the same for one coordinate
  std::uint64_t bytes = std::uint64_t{256} << 20;
};

// Longer texts are refused.
inline constexpr std::size_t most_rules_bytes = 1 << 16;

struct Tried {
  std::string json;                           // the answer; empty if there is an error
  std::optional<Error> error = {};            // Errc::interrupted: no time was left, or `stop`
  std::vector<rules::Mistake> mistakes = {};  // of the text, if that is the error
};

// Soon after `stop`, which may be null, becomes true, nobody waits for an answer any more.

// {"game":..,"box":[300,300],..,"values":[0,1,..]}: the values of a box in C order.
Tried try_values(const Trial& trial, const TrialLimits& limits, const std::atomic<bool>* stop);

// What `grundy law --json` prints, as far as there was time. A law of remoteness is not looked for:
// Errc::usage.
Tried try_law(const Trial& trial, const TrialLimits& limits, const std::atomic<bool>* stop);

// The moves of a position, winning ones first, as they are sent for sums.
Tried try_moves(const Trial& trial, const Position& at, const TrialLimits& limits,
                const std::atomic<bool>* stop);

}  // namespace grundy::session
