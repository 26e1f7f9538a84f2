// plan/cost.hpp: how much memory and time solving a plan takes, estimated before it begins.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "base/error.hpp"
#include "plan/plan.hpp"

namespace grundy::plan {

// Peak bytes of sweep::solve(plan, ..): the values and what the kernel works with, without what the
// process holds already. 2^56 or more for what no machine holds. What a search remembers is not
// counted: it grows as far as the limit allows.
std::uint64_t solving_bytes(const Plan& plan);

// The bytes that the solution keeps, or somewhat more.
std::uint64_t kept_bytes(const Plan& plan);

// Errc::memory, with the bytes needed and for what, if solving_bytes and plan.program_bytes exceed
// plan.memory_limit. If a family does not report its values apart, all bytes count as values.
Status check_memory(const Plan& plan);

// Nimbers from this on are not counted one by one: a heap game may have as many as heaps.
inline constexpr std::uint32_t histogram_values = 1 << 16;

struct Share {
  std::string_view of;
  std::uint64_t bytes;
};
// The same for `what`, such as "the table up to (9, 9)", which takes these shares at once.
Status check_memory(const Plan& plan, std::string_view what, std::initializer_list<Share> shares);

// Seconds on the reference machine of docs/performance.md: good enough to tell a minute from an
// hour. Takes up to half a second itself if options are counted.
double estimated_seconds(const Plan& plan);

}  // namespace grundy::plan
