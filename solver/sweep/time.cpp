#include "sweep/time.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "sweep/sparse_space_estimate.hpp"

namespace grundy::sweep {
namespace {

using plan::Plan;

// What the generic kernel takes for a position, for a run of options and for an option looked at.
constexpr double seconds_per_position = 35e-9;
constexpr double seconds_per_run = 6e-9;
constexpr double seconds_per_option = 1e-9;
constexpr double seconds_to_find_period = 1e-3;

// Threads that find work in most waves: where each has a single tile, the others wait.
double threads_at_work(const Plan& plan) {
  const auto threads = static_cast<double>(plan.threads);
  if (plan.schedule.order() != plan::Order::tiles) return threads;
  return std::min(threads, static_cast<double>(plan.schedule.tiles()) /
                               static_cast<double>(plan.schedule.waves()));
}

// Positions for each that is solved, where those with sorted coordinates stand for all.
double positions_for_sorted(const plan::AxisGroups& groups) {
  double permutations = 1;
  for (const auto& group : groups)
    permutations *= std::tgamma(static_cast<double>(group.size()) + 1);
  return permutations;
}

// Few steps are a matter of bits, 64 heaps at a time; many cost one by one, and endless
// progressions are solved heap after heap. Members beyond 2^22 are not counted: primes would take
// long.
double seconds_per_heap(const plan::Steps& steps, const Plan& plan) {
  const std::int64_t largest = std::min<std::int64_t>(plan.closure.extent(0) - 1, 1 << 22);
  double members = 0;
  for (const plan::ScaledSet& set : steps.sets)
    members += static_cast<double>(set.set.members(1, largest / set.scale).size());
  const bool endless = std::any_of(steps.progressions.begin(), steps.progressions.end(),
                                   [](const plan::Progression& one) { return !one.last; });
  const double for_member = plan.computed == Quantity::outcome ? 0.15e-9 : 1.2e-9;
  return (endless ? 20e-9 : 10e-9) + (members > 64 ? members * for_member : 0);
}

// By rates of one thread. Of rays, outcomes go by rows.
struct Seconds {
  const Plan& plan;

  double at(double positions_per_second) const {
    return static_cast<double>(plan.closure_positions()) / positions_per_second /
           static_cast<double>(plan.threads);
  }
  double operator()(std::monostate) const {
    return static_cast<double>(plan.solved_positions) *
           (seconds_per_position + plan.options.runs * seconds_per_run +
            plan.options.looked_at * seconds_per_option) /
           threads_at_work(plan);
  }
  double operator()(const plan::Rays& rays) const {
    return at(3e7 * static_cast<double>(plan.closure.extent(*plan::ray_axis(rays))));
  }
  double operator()(const plan::RayNimbers& task) const {
    return at(5e7 * positions_for_sorted(task.groups));
  }
  // A move reads a row, and a ray writes one too.
  double operator()(const plan::BitRows& rows) const {
    return at(3e10 / static_cast<double>(rows.moves.size() + rows.rays() + 2 * rows.chain.size()));
  }
  double operator()(const plan::Steps& steps) const {
    // Where there is a longest step a period mostly comes soon, and the rest is a copy.
    if (!steps.endless()) return seconds_to_find_period + at(2.5e9);
    return at(1 / seconds_per_heap(steps, plan));
  }
  double operator()(const plan::Splits&) const { return at(4e7); }
  double operator()(const plan::TakeAndBreak& game) const {
    return take_and_break_seconds(game, plan.closure, plan.threads);
  }
};

}  // namespace

double estimated_seconds(const Plan& plan) {
  return std::visit(Seconds{plan}, plan.method.family);
}

}  // namespace grundy::sweep
