#include "base/executor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "base/runtimes.hpp"

namespace grundy::parallel {
namespace {

class Serial final : public Executor {
 public:
  std::string_view name() const noexcept override { return "serial"; }
  std::size_t threads() const noexcept override { return 1; }
  void for_each(std::size_t count, const Body& body) override {
    for (std::size_t index = 0; index < count; ++index) body(index, 0);
  }
};

}  // namespace

const std::vector<std::string_view>& executor_names() {
  static const std::vector<std::string_view> names{"serial", "openmp", "tbb"};
  return names;
}

std::size_t available_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(CPU_COUNT(&set));
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, max_threads);
}

Status check_threads(std::size_t threads) {
  if (threads <= max_threads) return {};
  return Error{Errc::usage, fmt::format("option `threads` is {}; expected 1 to {}, or 0 for one "
                                        "for every core",
                                        threads, max_threads)};
}

Result<std::unique_ptr<Executor>> make_executor(std::string_view name, std::size_t threads) {
  if (threads == 0) threads = available_cores();
  if (Status s = check_threads(threads); !s) return s.error();
  if (name == "serial") return std::unique_ptr<Executor>(std::make_unique<Serial>());
  if (name == "openmp") return make_openmp(threads);
  if (name == "tbb") return make_tbb(threads);
  return Error{Errc::usage, fmt::format("no executor is called '{}'; there are {}", name,
                                        fmt::join(executor_names(), ", "))};
}

}  // namespace grundy::parallel
