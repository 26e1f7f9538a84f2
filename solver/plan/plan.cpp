#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "base/machine.hpp"
#include "compile/reached_box.hpp"
#include "methods/forms.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/proofs/measure.hpp"

namespace grundy::plan {
namespace {

using rules::Rules;

Result<Box> requested_box(const Rules& rules, std::vector<std::int64_t> high) {
  if (rules.first_written() == 1 && high.size() == rules.written_dimensions())
    high = rules.from_written(high);
  if (high.size() != rules.dimensions())
    return Error{
        Errc::usage,
        fmt::format("{} has {} coordinates, the box gives {} numbers; option `box` takes one "
                    "number for all or one for each",
                    rules.name, rules.written_dimensions(), high.size())};
  Box box;
  for (std::size_t axis = 0; axis < high.size(); ++axis) {
    const rules::Coordinate& coordinate = rules.coordinates[axis];
    std::int64_t end = coordinate.high ? std::min(high[axis], *coordinate.high) : high[axis];
    if (rules.first_written() == 1 && (axis == 0 || axis > rules.written_dimensions()))
      end = coordinate.low;  // the own game alone
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

// Small boxes are cut finer, so that there is work for several threads in most waves. The number of
// threads does not matter: a saved state may be resumed with another one.
std::uint64_t tile_positions(const Request& request, std::uint64_t volume) {
  constexpr std::uint64_t enough_tiles = 768;
  return std::min(request.tile_positions, std::max(least_tile_positions, volume / enough_tiles));
}

// Without weights and scan order if it is not proved that play ends.
rules::Descent descent_in(const Rules& rules, const Box& closure) {
  const auto proof = rules::descent(rules, closure);
  if (const auto* descent = std::get_if<rules::Descent>(&proof)) return *descent;
  rules::Descent unproved;
  unproved.trends.assign(rules.dimensions(), {.rises = true, .falls = true});
  return unproved;
}

Result<family::Scope> scope_of(const Request& request) {
  if (const Status valid = check_quantity(request); !valid) return valid.error();
  const auto box = requested_box(request.rules, request.high);
  if (!box) return box.error();
  const auto closure = compile::reached_box(request.rules, *box);
  if (!closure) return closure.error();
  const auto volume = closure->volume();
  if (!volume)
    return Error{Errc::memory, fmt::format("the closure up to {} has more than 2^63 positions",
                                           grundy::to_string(closure->high))};
  const rules::Descent descent = descent_in(request.rules, *closure);
  return family::Scope{request,
                       /*computed=*/request.quantity,
                       *box,
                       *closure,
                       descent,
                       tiles::Schedule(*closure, descent, tile_positions(request, *volume)),
                       request.memory_limit ? *request.memory_limit : memory::available_memory(),
                       relation::differences(request.rules)};
}

// What alone could solve the box needs a proof that play ends: the reason why there is none.
Error not_proved(const family::Scope& scope) {
  const auto proof = rules::descent(scope.rules, scope.closure);
  return to_error(scope.rules, std::get<rules::Complaint>(proof));
}

Result<Plan> plan_for(family::Scope scope, std::string_view kernel) {
  const bool by_name = kernel != "auto";
  if (!scope.descent.is_proved()) {
    if (search::nimbers_do_not_tell(scope)) return not_proved(scope);
    if (by_name && kernel_named(kernel) && kernel != generic::kernel.name())
      return Error{Errc::usage, fmt::format("kernel {} does not apply: it is not proved that play "
                                            "ends, and kernel generic alone finds out",
                                            kernel)};
    if (!by_name) kernel = generic::kernel.name();
  }
  auto method = choose_method(scope, kernel);
  if (!method) return method.error();
  if (scope.passes.count > 1 && !method->takes_passes)
    return Error{Errc::usage,
                 fmt::format("kernel {} does not solve this in passes; leave option `passes` out",
                             to_string(method->kernel()))};
  if (scope.ranks.count > 1 && !method->ranks)
    return Error{
        Errc::usage,
        fmt::format("kernel {} does not solve this on several ranks: {}; take one rank, or "
                    "option `kernel` generic",
                    to_string(method->kernel()),
                    method->why_one_rank.empty() ? "its positions are solved one after the other"
                                                 : method->why_one_rank)};
  if (scope.ranks.count > 1 && !rules::is_true(scope.rules.where))
    return Error{Errc::usage, "several ranks solve no game with `where`; take one rank"};
  scope.computed = method->computed;
  rules::Membership inside(scope.rules);
  const auto axis = scope.rules.endings.empty() && inside.is_all()
                        ? family::section_axis(scope.differences, scope.closure)
                        : std::nullopt;
  return Plan{std::move(scope), std::move(*method), by_name, std::nullopt, axis, std::move(inside)};
}

Fallback fallback_of(const Plan& plan) {
  Fallback fallback{plan.method.limit, nullptr, std::nullopt};
  auto generic = plan_for(plan, generic::kernel.name());
  if (generic)
    fallback.plan = std::make_shared<const Plan>(std::move(*generic));
  else
    fallback.why_none = generic.error();
  return fallback;
}

Result<Plan> planned(const Request& request) {
  auto scope = scope_of(request);
  if (!scope) return scope.error();
  auto plan = plan_for(std::move(*scope), request.kernel);
  if (plan && plan->rules.falls) plan->measure_is_proved = rules::measure_is_proved(plan->rules);
  const bool may_change = plan && !plan->kernel_was_asked_for && plan->ranks.count == 1;
  if (may_change && !plan->method.limit.empty()) plan->fallback = fallback_of(*plan);
  return plan;
}

}  // namespace

const generic::Task* Plan::by_options() const noexcept {
  return with_family(method.task, [](auto, const auto& task) -> const generic::Task* {
    if constexpr (std::is_same_v<decltype(task), const generic::Task&>)
      return &task;
    else
      return nullptr;
  });
}

Result<Plan> make_plan(const Request& request) {
  const rules::Effort effort;
  try {
    return planned(request);
  } catch (const std::runtime_error&) {
    return to_error(request.rules, rules::what_stopped(request.rules));
  }
}

}  // namespace grundy::plan
