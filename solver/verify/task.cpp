#include "verify/task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/machine.hpp"
#include "table/array_reader.hpp"

namespace grundy::verify {
namespace {

constexpr std::uint64_t most_arrays = 3;
constexpr std::uint64_t bytes_besides = std::uint64_t{1} << 20;
// For a decoded chunk and what a derivation remembers.
constexpr std::uint64_t bytes_of_thread = std::uint64_t{1} << 19;
// With less than this no pass can begin.
constexpr std::uint64_t least_budget = std::uint64_t{2} << 20;

}  // namespace

Result<Budget> Budget::of(std::uint64_t memory, std::size_t threads) {
  const std::uint64_t held = memory::anonymous_memory() + bytes_besides + threads * bytes_of_thread;
  if (memory < held + least_budget)
    return Error{Errc::memory,
                 fmt::format("with {} thread{} at least {} are needed, but {} may be used; allow "
                             "more with option `memory`, or use fewer threads",
                             threads, threads == 1 ? "" : "s",
                             memory::format_bytes(memory::rounded_up(held + least_budget)),
                             memory::format_bytes(memory))};
  const std::uint64_t left = memory - held;
  return Budget{std::min<std::uint64_t>(table::usual_cache_bytes, left / 4 / most_arrays),
                left / 4 * 3, left / 2, left / 4};
}

Error too_little_memory(const char* what, std::uint64_t bytes, std::uint64_t allowed) {
  return {Errc::memory, fmt::format("{} need {}, but {} are left for them; allow more with option "
                                    "`memory`",
                                    what, memory::format_bytes(memory::rounded_up(bytes)),
                                    memory::format_bytes(allowed))};
}

}  // namespace grundy::verify
