// base/executor.hpp: the only place that names a runtime for threads.
//
// An executor runs body(index, worker) once for every index in [0, count), in any order
// and on up to threads() workers at once, and returns when all are done. Worker numbers
// are below threads(), and no two calls that run at the same time share one, so a worker
// number may pick scratch memory. What the body of one for_each wrote is seen by the next.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
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

// Errc::usage for more than that. 0 is possible, and means one for every core.
Status check_threads(std::size_t threads);

// `threads` 0: one for every core this process may use. `serial` always has one.
Result<std::unique_ptr<Executor>> make_executor(std::string_view name, std::size_t threads);

// Cores this process may use, at most max_threads.
std::size_t available_cores();

}  // namespace grundy::parallel
