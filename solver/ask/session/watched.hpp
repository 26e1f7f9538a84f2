// ask/session/watched.hpp: work in another thread, while this one looks after something else.
#pragma once
#include <atomic>
#include <chrono>
#include <future>

namespace grundy::session {

inline constexpr std::chrono::milliseconds watch_every{100};

// Runs `body` in a thread of its own and returns its result. Until it ends, `watch` is called in
// this thread, at once and then ten times a second, and says whether to go on; if not, `stop` is
// set, which the body is to look at. What `watch` throws is thrown here, but also only when the
// body has ended.
template <class Body, class Watch>
auto watched(std::atomic<bool>& stop, const Body& body, const Watch& watch) {
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

}  // namespace grundy::session
