// base/runtimes.hpp: one maker for each runtime, for executor.cpp.
#pragma once
#include <cstddef>
#include <memory>

#include "base/executor.hpp"

namespace grundy::parallel {

std::unique_ptr<Executor> make_openmp(std::size_t threads);
std::unique_ptr<Executor> make_tbb(std::size_t threads);

}  // namespace grundy::parallel
