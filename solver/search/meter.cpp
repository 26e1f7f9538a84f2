#include "search/meter.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grundy::lazy {
namespace {

constexpr std::uint64_t report_every = 1 << 16;

std::string in_units(std::uint64_t bytes) {
  if (bytes >= std::uint64_t{1} << 30) return fmt::format("{:.1f} GiB", std::ldexp(bytes, -30));
  if (bytes >= std::uint64_t{1} << 20) return fmt::format("{:.1f} MiB", std::ldexp(bytes, -20));
  return fmt::format("{} bytes", bytes);
}

}  // namespace

Status Meter::take(std::uint64_t bytes) {
  if (bytes > left()) return out_of_memory(bytes);
  progress_.bytes += bytes;
  return {};
}

Error Meter::out_of_memory(std::uint64_t bytes) const {
  return {Errc::memory,
          fmt::format("the search knows {} positions in {}; to go on it needs {} more, and {}. "
                      "Allow more memory, or ask for a smaller position",
                      progress_.positions, in_units(progress_.bytes), in_units(bytes),
                      limits_.bytes == std::numeric_limits<std::uint64_t>::max()
                          ? "the system has none left"
                          : fmt::format("{} are allowed in all", in_units(limits_.bytes)))};
}

Status Meter::expand() {
  if (must_stop())
    return Error{Errc::interrupted, fmt::format("the search was stopped when it knew {} positions",
                                                progress_.positions)};
  if (++progress_.expansions % report_every == 0 && limits_.progress) limits_.progress(progress_);
  return {};
}

}  // namespace grundy::lazy
