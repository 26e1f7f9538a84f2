#include "sweep/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <variant>

#include "plan/memory.hpp"
#include "sweep/block.hpp"
#include "sweep/memo_storage.hpp"
#include "sweep/ray_nimber.hpp"
#include "sweep/ray_outcome.hpp"
#include "sweep/sparse_space.hpp"
#include "sweep/split.hpp"
#include "sweep/statistics.hpp"
#include "sweep/steps.hpp"

namespace grundy::sweep {
namespace {

using plan::Plan;

constexpr std::uint64_t no_machine = std::uint64_t{1} << 56;

std::uint64_t mark_bytes(const Plan& plan) {
  if (plan.computed != Quantity::nimber) return 0;
  return (std::bit_ceil(plan.largest_value + 1) + 1) * sizeof(std::uint32_t);
}

std::uint64_t cell_bytes(const Plan& plan) {
  if (plan.closure_positions() > no_machine / plan.cell_bytes) return no_machine;
  return plan.closure_positions() * plan.cell_bytes;
}

std::uint64_t generic_bytes(const Plan& plan) {
  return cell_bytes(plan) +
         plan.threads *
             (plan.program->column_bytes() + mark_bytes(plan) + MemoStorage::bytes(plan)) +
         plan.program->set_bytes();
}

struct Bytes {
  const Plan& plan;

  std::uint64_t operator()(std::monostate) const { return generic_bytes(plan); }
  std::uint64_t operator()(const plan::Rays& rays) const {
    return ray_outcome_bytes(rays, plan.closure, plan.threads);
  }
  std::uint64_t operator()(const plan::RayNimbers& task) const { return ray_nimber_bytes(task); }
  std::uint64_t operator()(const plan::BitRows& rows) const {
    return plan::memory_bytes(rows, plan.threads);
  }
  std::uint64_t operator()(const plan::Steps& steps) const {
    return step_memory_bytes(steps, plan.closure, plan.computed);
  }
  std::uint64_t operator()(const plan::Splits& splits) const {
    return split_memory_bytes(splits, plan.closure);
  }
  std::uint64_t operator()(const plan::TakeAndBreak& game) const {
    return memory_bytes(game, plan.closure);
  }
};

// A large block ends with a large page of which half may be empty (sweep/block.hpp).
std::uint64_t rounding_bytes(std::uint64_t bytes) {
  return bytes < Block::least_mapped ? 0 : Block::large_page / 2;
}

// The histogram of nimbers, of each thread and in all.
std::uint64_t counting_bytes(const Plan& plan) {
  if (plan.quantity != Quantity::nimber) return 0;
  std::uint64_t values = std::min<std::uint64_t>(histogram_values, plan.positions());
  if (const auto* task = std::get_if<plan::RayNimbers>(&plan.method.family))
    values = std::min(values, task->largest_value + 1);
  if (!plan.has_family()) values = std::min<std::uint64_t>(values, plan.largest_value + 1);
  return (plan.threads + 1) * values * sizeof(std::uint64_t);
}

// The values alone, where the kernel needs much besides them.
struct KeptBytes {
  const Plan& plan;

  std::uint64_t operator()(const plan::Rays& rays) const {
    return Section::memory_bytes(plan.closure, *plan::ray_axis(rays),
                                 plan::interchangeable_axes(rays, plan.closure));
  }
  std::uint64_t operator()(const plan::RayNimbers& task) const {
    return plan::memory_of(task).cells;
  }
  std::uint64_t operator()(const auto&) const { return solving_bytes(plan); }
};

std::string to_string(std::initializer_list<Share> shares) {
  std::string text;
  for (const Share& share : shares)
    if (share.bytes > 0) text += fmt::format("{} {}, ", share.of, plan::format_bytes(share.bytes));
  return text;
}

}  // namespace

std::uint64_t solving_bytes(const Plan& plan) {
  const std::uint64_t bytes = std::visit(Bytes{plan}, plan.method.family);
  return bytes + rounding_bytes(bytes) + counting_bytes(plan);
}

std::uint64_t kept_bytes(const Plan& plan) {
  return std::visit(KeptBytes{plan}, plan.method.family);
}

Status check_memory(const Plan& plan) {
  const std::uint64_t bytes = solving_bytes(plan);
  const std::uint64_t values =
      std::min(bytes, plan.has_family() ? kept_bytes(plan) : cell_bytes(plan));
  return check_memory(plan,
                      fmt::format("the closure up to {}", grundy::to_string(plan.closure.high)),
                      {{"values", values}, {"working memory", bytes - values}});
}

Status check_memory(const Plan& plan, std::string_view what, std::initializer_list<Share> shares) {
  std::uint64_t need = plan.program_bytes;
  for (const Share& share : shares) need += share.bytes;
  if (need <= plan.memory_limit) return {};
  return Error{
      Errc::memory,
      fmt::format(
          "{} needs {} bytes ({}: {}the program {}), but {} bytes ({}) may be used; ask for "
          "a smaller box or allow more with option `memory`",
          what, need, plan::format_bytes(need), to_string(shares),
          plan::format_bytes(plan.program_bytes), plan.memory_limit,
          plan::format_bytes(plan.memory_limit))};
}

}  // namespace grundy::sweep
