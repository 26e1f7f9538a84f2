// run/octal_sweep.hpp: a survey of many octal games, one on each thread.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "run/octal_row.hpp"

namespace grundy::solve {

// "0.6", or a pattern such as "0.1xy": each letter stands for every digit from 0 to 7. Zeros at
// the end go, so "0.xy" means all codes of one or two digits. Errc::usage for anything else, and
// for more than 4,096 codes.
Result<std::vector<std::string>> octal_codes(std::string_view pattern);

struct SurveyLimits {
  std::uint64_t heaps = 1'000'000;       // 0 .. heaps - 1
  double seconds = 60;                   // of a game: else it is halved until the estimate is less
  std::uint64_t memory_bytes = 1 << 30;  // of a game: more heaps are streamed
};

// One game, on one thread. Errors: those of solve::make_plan, sweep::solve and solve::stream.
Result<OctalRow> survey(const std::string& code, const SurveyLimits& limits,
                        const std::atomic<bool>* stop);

// The codes that are not among `rows`, which are of these codes, one on each thread. Calls
// `done(rows)` with all rows so far, in the order of `codes`, one call at a time, on any thread.
// At the end `like` is filled in. Errc::interrupted when *stop, and the first other error.
Result<std::vector<OctalRow>> sweep_octal(
    const std::vector<std::string>& codes, std::vector<OctalRow> rows, const SurveyLimits& limits,
    parallel::Executor& executor, const std::atomic<bool>* stop,
    const std::function<Status(const std::vector<OctalRow>&)>& done);

}  // namespace grundy::solve
