#include "step/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "step/lists.hpp"

namespace grundy::step {
namespace {

// Where there is a longest step a period mostly comes soon, after some times as many heaps, and the
// rest is a copy.
constexpr double seconds_to_begin = 1e-3;
constexpr double longest_steps_to_period = 4;
constexpr double copies_per_second = 6e9;
// Of one thread, for a heap: 64 at a time, or one after the other by sets of values that last.
constexpr double seconds_per_heap = 3e-9;
constexpr double seconds_per_heap_one_by_one = 8e-9;
// For a step of a heap: outcomes, nimbers below 64 by bytes of masks, and larger ones, which go one
// by one.
constexpr double seconds_per_outcome_step = 0.02e-9;
constexpr double seconds_per_narrow_step_and_byte = 0.015e-9;
constexpr double seconds_per_wide_step = 1.2e-9;
constexpr double first_wide = 64;
// More steps are not listed, but bounded.
constexpr std::uint64_t most_listed = 4096;
// Heaps that are solved to see how nimbers grow.
constexpr std::size_t first_heaps = 2048;

// How nimbers grow, from those of the first heaps: about with a power of the heap.
class Growth {
 public:
  explicit Growth(const std::vector<std::int64_t>& steps) {
    std::vector<std::size_t> nimbers;
    std::vector<std::size_t> met(first_heaps + 1, first_heaps);  // the last to have that option
    std::size_t largest = 0;
    std::size_t largest_at_first = 0;
    for (std::size_t n = 0; n < first_heaps; ++n) {
      for (const std::int64_t k : steps) {
        if (k > static_cast<std::int64_t>(n)) break;
        met[nimbers[n - static_cast<std::size_t>(k)]] = n;
      }
      std::size_t nimber = 0;
      while (met[nimber] == n) ++nimber;
      nimbers.push_back(nimber);
      largest = std::max(largest, nimber);
      if (n == first_heaps / 4) largest_at_first = largest;
    }
    largest_ = static_cast<double>(std::max<std::size_t>(largest, 1));
    const double at_first = static_cast<double>(std::max<std::size_t>(largest_at_first, 1));
    power_ = std::log(largest_ / at_first) / std::log(4);
  }

  // How many heaps come before the first with such a nimber.
  double heaps_before(double nimber) const {
    if (power_ <= 0) return largest_ < nimber ? INFINITY : 0;
    return static_cast<double>(first_heaps) * std::pow(nimber / largest_, 1 / power_);
  }

  double largest_before(double heaps) const {
    return largest_ * std::pow(heaps / static_cast<double>(first_heaps), std::max(power_, 0.0));
  }

 private:
  double largest_;
  double power_;
};

// Heaps have none of the steps that are longer than themselves.
constexpr double share_of_steps = 0.5;

double seconds_of_steps(const Steps& steps, std::uint64_t bound, const family::Scope& scope) {
  const auto heaps = static_cast<double>(scope.closure_positions());
  const std::uint64_t count =
      bound > most_listed ? bound : list_steps(steps, scope.closure).single.size();
  const double mean = share_of_steps * static_cast<double>(count);
  if (scope.computed == Quantity::outcome) return heaps * mean * seconds_per_outcome_step;
  const Box first{{0}, {static_cast<std::int64_t>(first_heaps) - 1}};
  const Growth growth(list_steps(steps, first).single);
  const double narrow = std::min(heaps, growth.heaps_before(first_wide));
  const double bytes = std::ceil(std::min(growth.largest_before(narrow) + 1, first_wide) / 8);
  return mean * (narrow * bytes * seconds_per_narrow_step_and_byte +
                 (heaps - narrow) * seconds_per_wide_step);
}

// Of steps of which none is endless; `count` of them matter.
double seconds_to_period(const Steps& steps, double count, const family::Scope& scope) {
  if (count < first_wide) return 0;
  double longest = 0;
  for (const Progression& progression : steps.progressions)
    longest = std::max(longest, static_cast<double>(*progression.last));
  for (const ScaledSet& set : steps.sets)
    for (const std::int64_t member : set.set.listed)
      longest = std::max(longest, static_cast<double>(member) * static_cast<double>(set.scale));
  const double heaps =
      std::min(static_cast<double>(scope.closure_positions()), longest_steps_to_period * longest);
  const double step =
      scope.computed == Quantity::outcome ? seconds_per_outcome_step : seconds_per_wide_step;
  return heaps * count * step;
}

}  // namespace

double estimated_seconds(const Steps& steps, const family::Scope& scope) {
  const auto heaps = static_cast<double>(scope.closure_positions());
  const auto threads = static_cast<double>(scope.threads);
  const Forecast known = forecast(steps, scope.closure);
  if (!known.others.endless.empty()) return heaps * seconds_per_heap_one_by_one;
  if (!steps.endless())
    return seconds_to_begin + seconds_to_period(steps, static_cast<double>(known.single), scope) +
           heaps / copies_per_second / threads;
  return (heaps * seconds_per_heap + seconds_of_steps(steps, known.single, scope)) / threads;
}

}  // namespace grundy::step
