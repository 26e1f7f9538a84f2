// ask/session/solving.hpp: a box solved while somebody watches.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "run/asked.hpp"
#include "run/solve.hpp"
#include "run/solved_values.hpp"

namespace grundy::session {

// Positions solved so far, of `total`. False: stop.
using Watch = std::function<bool(std::uint64_t solved, std::uint64_t total)>;

// Plans, solves, checks and, if there is an output, writes. `watch`, unless empty, is called about
// ten times a second from the thread that called, so that it may touch what belongs to that thread,
// and first at once; the solving then goes on in other threads. Errc::interrupted if it said to
// stop before all was done, Errc::unchecked as solve::expect_checked says; else the errors of
// make_plan and run in solver/run.
Result<std::shared_ptr<const solve::SolvedValues>> solve(const solve::Asked& asked,
                                                         const std::optional<solve::Output>& output,
                                                         const Watch& watch,
                                                         solve::CheckCount check = {});

inline constexpr std::chrono::milliseconds watch_every{100};

// Work in another thread, while this one looks after something else.
//
// Runs `body` in a thread of its own and returns its result. Until it ends, `watch` is called in
// this thread, at once and then ten times a second, and says whether to go on; if not, `stop` is
// set, which the body is to look at. What `watch` throws is thrown here, but also only when the
// body has ended.
template <class Body, class GoesOn>
auto watched(std::atomic<bool>& stop, const Body& body, const GoesOn& watch) {
  // Its destructor waits.
  auto running = std::async(std::launch::async, body);
  try {
    do {
      if (!watch()) stop = true;
    } while (running.wait_for(watch_every) != std::future_status::ready);
  } catch (...) {
    stop = true;
    throw;
  }
  return running.get();
}

// Which Grundy this is: "0.3.0".
std::string_view version() noexcept;

}  // namespace grundy::session
