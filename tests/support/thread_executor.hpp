// support/thread_executor.hpp: an executor of plain std::threads, for ThreadSanitizer.
//
// libgomp and libtbb are not instrumented, so the sanitizer takes their hand-over of work for
// races. It sees all of this one.
#pragma once
#include <atomic>
#include <thread>
#include <vector>

#include "base/executor.hpp"

namespace grundy::support {

class ThreadExecutor final : public parallel::Executor {
 public:
  explicit ThreadExecutor(std::size_t threads) : threads_(threads) {}
  std::string_view name() const noexcept override { return "threads"; }
  std::size_t threads() const noexcept override { return threads_; }
  void for_each(std::size_t count, const Body& body) override {
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> workers;
    for (std::size_t worker = 0; worker < threads_; ++worker)
      workers.emplace_back([&, worker] {
        for (std::size_t index = next++; index < count; index = next++) body(index, worker);
      });
  }

 private:
  std::size_t threads_;
};

}  // namespace grundy::support
