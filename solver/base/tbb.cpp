#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "base/runtimes.hpp"

namespace grundy::parallel {
namespace {

class Tbb final : public Executor {
 public:
  explicit Tbb(std::size_t threads)
      : limit_(tbb::global_control::max_allowed_parallelism, threads),
        arena_(static_cast<int>(threads)) {}
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
  // TBB starts no more threads than cores unless told so.
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<Executor> make_tbb(std::size_t threads) {
  return std::make_unique<Tbb>(threads);
}

}  // namespace grundy::parallel
