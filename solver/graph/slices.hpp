// graph/slices.hpp: a range of numbers cut into slices for the threads.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/executor.hpp"

namespace grundy::graph {

struct Slice {
  std::uint64_t begin;
  std::uint64_t end;
};

inline constexpr std::uint64_t slice_size = std::uint64_t{1} << 16;

constexpr std::uint64_t slices_of(std::uint64_t count) noexcept {
  return (count + slice_size - 1) / slice_size;
}
constexpr Slice slice_of(std::uint64_t count, std::uint64_t number) noexcept {
  return {number * slice_size, std::min(count, (number + 1) * slice_size)};
}

// Runs body(slice, worker) for all slices of 0 .. count - 1.
template <class Body>
void for_each_slice(parallel::Executor& executor, std::uint64_t count, const Body& body) {
  executor.for_each(slices_of(count), [&](std::size_t number, std::size_t worker) {
    body(slice_of(count, number), worker);
  });
}

}  // namespace grundy::graph
