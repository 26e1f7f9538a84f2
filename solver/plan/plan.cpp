#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "plan/estimate.hpp"
#include "plan/memory.hpp"
#include "plan/ray_symmetry.hpp"
#include "plan/recognise.hpp"
#include "rules/effort.hpp"

namespace grundy::plan {
namespace {

using rules::Rules;

// What a remembered line costs at most, in options. An outcome is often known without it; nimbers
// join its set.
std::size_t most_on_line(Quantity computed) {
  return computed == Quantity::outcome ? 8 : 64;
}

// What the widest cells hold: see bytes_for.
constexpr std::uint64_t largest_remoteness = (std::uint64_t{1} << 31) - 3;

Result<Box> requested_box(const Rules& rules, const std::vector<std::int64_t>& high) {
  if (high.size() != rules.dimensions())
    return Error{
        Errc::usage,
        fmt::format("{} has {} coordinates, the box gives {} numbers; option `box` takes one "
                    "number for all or one for each",
                    rules.name, rules.dimensions(), high.size())};
  Box box;
  for (std::size_t axis = 0; axis < high.size(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    const std::int64_t end = coordinate.high ? std::min(high[axis], *coordinate.high) : high[axis];
    if (end < coordinate.low)
      return Error{Errc::usage, fmt::format("the box ends at {} = {}, below the first value {}",
                                            coordinate.name, high[axis], coordinate.low)};
    box.low.push_back(coordinate.low);
    box.high.push_back(end);
  }
  if (!box.volume())
    return Error{Errc::memory, fmt::format("a box up to {} has more than 2^63 positions",
                                           grundy::to_string(box.high))};
  return box;
}

template <class T>
Result<T> proved(const Rules& rules, const rules::Proved<T>& proof) {
  if (const auto* complaint = std::get_if<rules::Complaint>(&proof))
    return to_error(rules, *complaint);
  return std::get<T>(proof);
}

Status check_quantity(const Request& request) {
  if (request.quantity != Quantity::nimber) return {};
  if (request.convention == Convention::misere)
    return Error{
        Errc::unsupported,
        "nimbers do not exist under misere play; set option `value` to outcome or remoteness"};
  for (const rules::Ending& ending : request.rules.endings)
    if (ending.outcome == Outcome::N)
      return Error{Errc::unsupported,
                   fmt::format("nimbers do not exist for rules with 'won when' ({}:{}); set option "
                               "`value` to outcome or remoteness",
                               request.rules.source, ending.place.line)};
  return {};
}

bool equal_within_groups(const std::vector<std::int64_t>& weights,
                         const std::vector<std::vector<std::size_t>>& groups) {
  for (const auto& group : groups)
    for (const std::size_t axis : group)
      if (weights[axis] != weights[group[0]]) return false;
  return true;
}

// Solving only sorted positions and copying is right when sorting an option never
// makes it later than the position: so it is when no coordinate ever rises. Copies must
// lie in the layer of their original, too.
bool use_symmetry(const Rules& rules, const Box& closure, const rules::Descent& descent,
                  std::string& reason) {
  if (rules.symmetric.empty()) return false;
  for (const auto& group : rules.symmetric)
    for (const std::size_t axis : group)
      if (closure.high[axis] != closure.high[group[0]]) {
        reason = "not used: the box is not the same along the symmetric coordinates";
        return false;
      }
  if (descent.scan.empty() && !equal_within_groups(descent.weights, rules.symmetric)) {
    reason = "not used: the layers are not the same along the symmetric coordinates";
    return false;
  }
  const bool rises = std::any_of(descent.trends.begin(), descent.trends.end(),
                                 [](const rules::Trend& trend) { return trend.rises; });
  reason = rises ? "not used: some move raises a coordinate"
                 : "only positions with sorted coordinates are solved, the others are copies";
  return !rises;
}

// Of m symmetric coordinates with n values, the sorted ones are the multisets: binomial
// (n + m - 1, m).
std::uint64_t sorted_positions(const Rules& rules, const Box& closure) {
  std::uint64_t count = *closure.volume();
  for (const auto& group : rules.symmetric) {
    const auto values = static_cast<std::uint64_t>(closure.extent(group[0]));
    for (std::size_t i = 0; i < group.size(); ++i) count /= values;
    std::uint64_t multisets = 1;
    for (std::uint64_t i = 1; i <= group.size(); ++i) multisets = multisets * (values + i - 1) / i;
    count *= multisets;
  }
  return count;
}

// The length of play is known only inside the box: a sum is longer than its parts, and the
// move to the empty sum is one ply more.
std::uint64_t bound_of(Quantity computed, const Request& request, const Box& closure,
                       const rules::Descent& descent) {
  if (computed == Quantity::outcome) return 1;
  const bool sums = request.rules.has_sums();
  const std::uint64_t plies = longest_play(closure, descent.weights) + 1;
  if (computed == Quantity::remoteness) return sums ? largest_remoteness : plies;
  // mex: a nimber is at most the number of options, and at most the length of play.
  const std::uint64_t options = most_options(request.rules, closure);
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
Status check_sample(const Plan& plan) {
  const std::uint64_t bytes =
      plan.program_bytes + plan.program->set_bytes() + plan.program->column_bytes();
  if (bytes <= plan.memory_limit) return {};
  return Error{Errc::memory,
               fmt::format("planning needs {}, but {} may be used; use fewer or simpler rules, or "
                           "allow more with option `memory`",
                           format_bytes(bytes), format_bytes(plan.memory_limit))};
}

// What only the generic kernel and the search need: cells, symmetry by copies, the program.
Status plan_cells(const Request& request, Plan& plan) {
  plan.largest_value = bound_of(plan.computed, request, plan.closure, plan.descent);
  const auto cell_bytes = bytes_for(plan.computed, plan.largest_value);
  if (!cell_bytes) return cell_bytes.error();
  plan.cell_bytes = *cell_bytes;
  auto program =
      compile::compile(request.rules, plan.closure, compile::Outputs::ranks, request.proofs);
  if (!program) return program.error();
  plan.program = std::move(*program);
  if (const Status fits = check_sample(plan); !fits) return fits;
  if (plan.kernel() == Kernel::generic)
    plan.sorted_only =
        use_symmetry(request.rules, plan.closure, plan.descent, plan.symmetry_reason);
  if (plan.sorted_only) plan.solved_positions = sorted_positions(request.rules, plan.closure);
  if (plan.kernel() == Kernel::search) plan.solved_positions = plan.positions();
  plan.options = mean_options(plan.program->program(), plan.closure, most_on_line(plan.computed));
  return {};
}

// Small boxes are cut finer, so that there is work for several threads in most waves. Not by the
// number of threads: a saved state may be gone on from with another one.
std::uint64_t tile_positions(const Request& request, std::uint64_t volume) {
  constexpr std::uint64_t enough_tiles = 768;
  return std::min(request.tile_positions, std::max(least_tile_positions, volume / enough_tiles));
}

Result<Plan> planned(const Request& request) {
  if (const Status valid = check_quantity(request); !valid) return valid.error();
  const auto box = requested_box(request.rules, request.high);
  if (!box) return box.error();
  const auto closure = proved(request.rules, rules::closure(request.rules, *box));
  if (!closure) return closure.error();
  const auto volume = closure->volume();
  if (!volume)
    return Error{Errc::memory, fmt::format("the closure up to {} has more than 2^63 positions",
                                           grundy::to_string(closure->high))};
  auto method = choose_method({request.rules, *box, *closure, request.quantity, request.convention},
                              request.kernel);
  if (!method) return method.error();
  const auto descent = proved(request.rules, rules::descent(request.rules, *closure));
  if (!descent) return descent.error();
  Plan plan{.rules = request.rules,
            .quantity = request.quantity,
            .computed = method->computed,
            .convention = request.convention,
            .box = *box,
            .closure = *closure,
            .descent = *descent,
            .schedule = Schedule(*closure, *descent, tile_positions(request, *volume)),
            .sorted_only = false,
            .symmetry_reason = method->symmetry,
            .solved_positions = *volume,
            .method = std::move(*method),
            .kernel_was_asked_for = request.kernel != "auto",
            .largest_value = 0,
            .cell_bytes = 0,
            .program_bytes = request.program_bytes,
            .memory_limit = request.memory_limit.value_or(available_memory()),
            .threads = request.threads,
            .section_axis = section_axis(request.rules),
            .options = {},
            .program = std::nullopt};
  if (!plan.has_family())
    if (const Status planned = plan_cells(request, plan); !planned) return planned.error();
  return plan;
}

}  // namespace

Result<Plan> make_plan(const Request& request) {
  const rules::Effort effort;
  try {
    return planned(request);
  } catch (const std::runtime_error&) {
    return to_error(request.rules, rules::what_stopped(request.rules));
  }
}

}  // namespace grundy::plan
