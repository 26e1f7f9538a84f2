#include "base/executor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <sched.h>

#include <optional>
#include <thread>

#include "base/quota.hpp"

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

class OpenMp final : public Executor {
 public:
  explicit OpenMp(std::size_t threads) : threads_(threads) {}
  std::string_view name() const noexcept override { return "openmp"; }
  std::size_t threads() const noexcept override { return threads_; }
  void for_each(std::size_t count, const Body& body) override {
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast <int>(threads_))
    for (std::size_t index = 0; index < count; ++index)
      body(index, static_cast<std::size_t>(omp_get_thread_num()));
  }

 private:
  std::size_t threads_;
};

class Tbb final : public Executor {
 public:
  explicit Tbb(std::size_t threads) : arena_(static_cast<int>(threads)) {
    if (arena_.max_concurrency() > tbb::info::default_concurrency())
      more_.emplace(tbb::global_control::max_allowed_parallelism, threads);
  }
  std::string_view name() const noexcept override { return "tbb"; }
  std::size_t threads() const noexcept override {
    return static_cast<std::size_t>(arena_.max_concurrency());
  }
  void for_each(std::size_t count, const Body& body) override {
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, count, 1),
          [&](const tbb::blocked_range<std::size_t>& indices) {
            const auto worker =
                static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
            for (std::size_t index = indices.begin(); index < indices.end(); ++index)
              body(index, worker);
          },
          tbb::simple_partitioner());
    });
  }

 private:
  tbb::task_arena arena_;
  // Without this TBB starts no more threads than there are cores. With it no executor of the
  // process has more than this one, so it is there only when needed.
  std::optional<tbb::global_control> more_;
};

}  // namespace

const std::vector<std::string_view>& executor_names() {
  static const std::vector<std::string_view> names{"serial", "openmp", "tbb"};
  return names;
}

std::size_t available_cores() {
  cpu_set_t set;
  const std::size_t cores =
      sched_getaffinity(0, sizeof set, &set) == 0
          ? static_cast<std::size_t>(CPU_COUNT(&set))
          : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, max_threads);
  return read_quota().cores(cores);
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
  if (name == "openmp") return std::unique_ptr<Executor>(std::make_unique<OpenMp>(threads));
  if (name == "tbb") return std::unique_ptr<Executor>(std::make_unique<Tbb>(threads));
  return Error{Errc::usage, fmt::format("no executor is called '{}'; there are {}", name,
                                        fmt::join(executor_names(), ", "))};
}

}  // namespace grundy::parallel
