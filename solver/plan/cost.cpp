#include "plan/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/block.hpp"
#include "base/machine.hpp"

namespace grundy::plan {
namespace {

// More than any machine has; sums of a few do not overflow.
constexpr std::uint64_t too_many = std::uint64_t{1} << 56;

family::Bytes bytes_of(const Plan& plan) {
  family::Bytes bytes = with_family(plan.method.task, [&](auto family, const auto& task) {
    return decltype(family)::bytes(task, plan);
  });
  bytes.solving = std::min(bytes.solving, too_many);
  if (bytes.values) bytes.values = std::min(*bytes.values, too_many);
  return bytes;
}

// A large block ends with a large page of which half may be empty (base/block.hpp).
std::uint64_t rounding_bytes(std::uint64_t bytes) {
  return bytes < memory::Block::least_mapped ? 0 : memory::Block::large_page / 2;
}

// The histogram of nimbers, of each thread and in all.
std::uint64_t counting_bytes(const Plan& plan) {
  if (plan.quantity != Quantity::nimber) return 0;
  std::uint64_t values = std::min<std::uint64_t>(histogram_values, plan.positions());
  if (plan.method.largest_value) values = std::min(values, *plan.method.largest_value + 1);
  return (plan.threads + 1) * values * sizeof(std::uint64_t);
}

std::uint64_t with_all_else(std::uint64_t bytes, const Plan& plan) {
  return bytes + rounding_bytes(bytes) + counting_bytes(plan);
}

std::string exactly(std::uint64_t bytes) {
  const std::string text = memory::format_bytes(bytes);
  return text.ends_with('B') ? fmt::format("{} bytes ({})", bytes, text) : text;
}

std::string to_string(std::initializer_list<Share> shares) {
  std::string text;
  for (const Share& share : shares)
    if (share.bytes > 0)
      text += fmt::format("{} {}, ", share.of, memory::format_bytes(share.bytes));
  return text;
}

}  // namespace

std::uint64_t solving_bytes(const Plan& plan) {
  return with_all_else(bytes_of(plan).solving, plan);
}

std::uint64_t kept_bytes(const Plan& plan) {
  const family::Bytes bytes = bytes_of(plan);
  return bytes.only_values_last ? *bytes.values : with_all_else(bytes.solving, plan);
}

Status check_memory(const Plan& plan) {
  const family::Bytes bytes = bytes_of(plan);
  const std::uint64_t all = with_all_else(bytes.solving, plan);
  const std::uint64_t values = std::min(all, bytes.values.value_or(all));
  return check_memory(plan,
                      fmt::format("the closure up to {}", grundy::to_string(plan.closure.high)),
                      {{"values", values}, {"working memory", all - values}});
}

Status check_memory(const Plan& plan, std::string_view what, std::initializer_list<Share> shares) {
  std::uint64_t need = plan.program_bytes;
  for (const Share& share : shares) need += share.bytes;
  if (need <= plan.memory_limit) return {};
  if (need >= too_many)
    return Error{
        Errc::memory,
        fmt::format("{} needs more memory than any machine has; ask for a smaller box", what)};
  return Error{
      Errc::memory,
      fmt::format("{} needs {} bytes ({}: {}the program {}), but {} may be used; ask for a "
                  "smaller box or allow more with option `memory`{}",
                  what, need, memory::format_bytes(need), to_string(shares),
                  memory::format_bytes(plan.program_bytes), exactly(plan.memory_limit),
                  plan.method.takes_passes && !plan.method.passes
                      ? ", or go through the box more than once with option `passes` auto"
                      : "")};
}

double estimated_seconds(const Plan& plan) {
  return with_family(plan.method.task, [&](auto family, const auto& task) {
    return decltype(family)::seconds(task, plan);
  });
}

}  // namespace grundy::plan
