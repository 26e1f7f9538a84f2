// base/executor.hpp: threads that compute. The only place that names a runtime for them.
//
// An executor runs body(index, worker) once for every index in [0, count), in any order and on up
// to threads() workers at the same time, and returns when all are done. Worker numbers are below
// threads(), and no two calls that run at the same time share one, so it can index scratch memory.
// Everything written by one for_each is visible to the next.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace grundy::parallel {

class Executor {
 public:
  using Body = std::function<void(std::size_t index, std::size_t worker)>;

  virtual ~Executor() = default;
  virtual std::string_view name() const noexcept = 0;
  virtual std::size_t threads() const noexcept = 0;
  // The body must not call this for_each. It may throw only where small allocations fail.
  virtual void for_each(std::size_t count, const Body& body) = 0;
};

// "serial", "openmp", "tbb".
const std::vector<std::string_view>& executor_names();

inline constexpr std::size_t max_threads = 1024;

// Errc::usage for more than max_threads. 0 is allowed and means one for every core.
Status check_threads(std::size_t threads);

// The executor of that name. `threads` 0 means one for every core that this process may use;
// `serial` always has one. Errc::usage for unknown names and too many threads.
Result<std::unique_ptr<Executor>> make_executor(std::string_view name, std::size_t threads);

// The cores that this process may use by affinity and quota.hpp, at most max_threads.
std::size_t available_cores();

// The first failure of tasks that run at the same time.
class FirstFailure {
 public:
  // Keeps the status if it is the first failure. Any number of threads may call this and failed().
  void keep(const Status& status) {
    if (status) return;
    const std::lock_guard lock(guard_);
    if (!failed_.exchange(true)) status_ = status;
  }

  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  // To be called when the tasks are done.
  const Status& status() const noexcept { return status_; }

 private:
  std::mutex guard_;
  std::atomic<bool> failed_{false};
  Status status_;
};

}  // namespace grundy::parallel

namespace grundy {

// One of several equal shares of numbered things.
struct Share {
  std::size_t number = 0;
  std::size_t of = 1;

  // For consecutive things: those from first(count) to before end(count).
  std::uint64_t first(std::uint64_t count) const noexcept {
    return count / of * number + std::min<std::uint64_t>(number, count % of);
  }
  std::uint64_t end(std::uint64_t count) const noexcept {
    return Share{number + 1, of}.first(count);
  }

  // For things dealt in turn: whether this share has a thing.
  bool has(std::uint64_t thing) const noexcept { return thing % of == number; }
};

}  // namespace grundy
