#include "methods/generic/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/machine.hpp"

namespace grundy::generic {
namespace {

constexpr std::uint64_t no_machine = std::uint64_t{1} << 56;

// What a remembered line costs at most, in options. An outcome is often known without it; nimbers
// join its set.
std::size_t most_on_line(Quantity computed) {
  return computed == Quantity::outcome ? 8 : 64;
}

// What the widest cells hold: see bytes_for.
constexpr std::uint64_t largest_remoteness = (std::uint64_t{1} << 31) - 3;

// The length of play is known only inside the box: a sum is longer than its parts, and the
// move to the empty sum is one ply more.
std::uint64_t bound_of(const family::Scope& scope) {
  if (scope.computed == Quantity::outcome) return 1;
  const bool sums = scope.rules.has_sums();
  const std::uint64_t plies = rules::longest_play(scope.closure, scope.descent) + 1;
  if (scope.computed == Quantity::remoteness) return sums ? largest_remoteness : plies;
  // mex: a nimber is at most the number of options, and at most the length of play.
  const std::uint64_t options = most_options(scope.rules, scope.closure);
  return sums ? options : std::min(plies, options);
}

// Remoteness cells are 2 * remoteness + outcome, and the largest one means none.
Result<unsigned> bytes_for(Quantity computed, std::uint64_t largest) {
  const bool remoteness = computed == Quantity::remoteness;
  const std::uint64_t room = remoteness ? 4 : 1;
  const auto fits = [&](std::uint64_t end) {
    return largest <= (end - room) / (remoteness ? 2 : 1);
  };
  if (computed == Quantity::outcome) return 1U;
  if (!remoteness && fits(std::numeric_limits<std::uint8_t>::max())) return 1U;
  if (fits(std::numeric_limits<std::uint16_t>::max())) return 2U;
  if (fits(std::numeric_limits<std::uint32_t>::max())) return 4U;
  return Error{Errc::unsupported,
               fmt::format("{} up to {} may occur, beyond 32 bits; ask for a smaller box",
                           to_string(computed), largest)};
}

// Of what planning itself takes by size: the columns of the sample, and sets. Solving takes more.
Status check_sample(const family::Scope& scope, const Task& task) {
  const std::uint64_t bytes =
      scope.program_bytes + task.program.set_bytes() + task.program.column_bytes();
  if (bytes <= scope.memory_limit) return {};
  return Error{Errc::memory,
               fmt::format("planning needs {}, but {} may be used; use fewer or simpler rules, or "
                           "allow more with option `memory`",
                           memory::format_bytes(bytes), memory::format_bytes(scope.memory_limit))};
}

}  // namespace

Result<Task> plan_cells(const family::Scope& scope) {
  const std::uint64_t largest = bound_of(scope);
  const auto cell_bytes = bytes_for(scope.computed, largest);
  if (!cell_bytes) return cell_bytes.error();
  auto program =
      compile::compile(scope.rules, scope.closure, compile::Outputs::ranks, scope.proofs);
  if (!program) return program.error();
  Task task{std::move(*program), largest, *cell_bytes, false};
  if (const Status fits = check_sample(scope, task); !fits) return fits.error();
  return task;
}

MeanOptions mean_options(const Task& task, const family::Scope& scope) {
  return mean_options(task.program.program(), scope.closure, most_on_line(scope.computed));
}

std::uint64_t cell_bytes(const Box& box, const Task& task) {
  const std::uint64_t positions = *box.volume();
  return positions > no_machine / task.cell_bytes ? no_machine : positions * task.cell_bytes;
}

}  // namespace grundy::generic
