#include "parallel/executor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "parallel/runtimes.hpp"

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
  return std::max(1U, std::thread::hardware_concurrency());
}

Result<std::unique_ptr<Executor>> make_executor(std::string_view name, std::size_t threads) {
  if (threads == 0) threads = available_cores();
  if (threads > max_threads)
    return Error{Errc::usage,
                 fmt::format("{} threads: at most {} are possible", threads, max_threads)};
  if (name == "serial") return std::unique_ptr<Executor>(std::make_unique<Serial>());
  if (name == "openmp") return make_openmp(threads);
  if (name == "tbb") return make_tbb(threads);
  return Error{Errc::usage, fmt::format("no executor is called '{}'; there are {}", name,
                                        fmt::join(executor_names(), ", "))};
}

}  // namespace grundy::parallel
