#include <omp.h>

#include "base/runtimes.hpp"

namespace grundy::parallel {
namespace {

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

}  // namespace

std::unique_ptr<Executor> make_openmp(std::size_t threads) {
  return std::make_unique<OpenMp>(threads);
}

}  // namespace grundy::parallel
