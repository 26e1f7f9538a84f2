// parallel/runtimes.hpp: one maker for each runtime, for executor.cpp.
#pragma once
#include <cstddef>
#include <memory>

#include "parallel/executor.hpp"

namespace grundy::parallel {

inline constexpr std::size_t max_threads = 1024;

std::unique_ptr<Executor> make_openmp(std::size_t threads);
std::unique_ptr<Executor> make_tbb(std::size_t threads);

}  // namespace grundy::parallel
