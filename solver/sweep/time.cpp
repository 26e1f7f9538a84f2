#include "sweep/time.hpp"

#include <variant>

#include "sweep/sparse_space_estimate.hpp"

namespace grundy::sweep {
namespace {

using plan::Plan;

// What the generic kernel takes for a position and for an option looked at.
constexpr double seconds_per_position = 25e-9;
constexpr double seconds_per_option = 1e-9;

// By rates of one thread. Of rays, outcomes go by rows.
struct Seconds {
  const Plan& plan;

  double at(double positions_per_second) const {
    return static_cast<double>(plan.closure_positions()) / positions_per_second /
           static_cast<double>(plan.threads);
  }
  double operator()(std::monostate) const {
    return static_cast<double>(plan.solved_positions) *
           (seconds_per_position + plan.options_looked_at * seconds_per_option) /
           static_cast<double>(plan.threads);
  }
  double operator()(const plan::Rays& rays) const {
    return at(3e7 * static_cast<double>(plan.closure.extent(*plan::ray_axis(rays))));
  }
  double operator()(const plan::RayNimbers&) const { return at(1e8); }
  double operator()(const plan::BitRows&) const { return at(5e9); }
  double operator()(const plan::Steps&) const { return at(1e8); }
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
