#include "methods/heap/step.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace grundy::step {
using family::Scope;

Result<family::Recognised<Steps>> Family::recognise(const Scope& scope) {
  auto steps = recognise_steps(scope.rules);
  if (!steps) return steps.error();
  if (scope.computed == Quantity::nimber &&
      forecast(*steps, scope.closure).others.options > std::numeric_limits<std::uint32_t>::max())
    return family::does_not_apply("nimbers may exceed 2^32 - 1");
  family::Recognised<Steps> found{{"every move takes a number of one set from a heap"},
                                  std::move(*steps)};
  found.period_proof = "as many values in a row as the longest step determine all that follow";
  return found;
}

family::Bytes Family::bytes(const Steps& steps, const Scope& scope) {
  return {memory_bytes(steps, scope.closure, scope.computed)};
}

family::SolvedCells Family::solve(const Steps& steps, const Scope& scope,
                                  parallel::Executor& executor, const tiles::Watch& watch) {
  return step::solve(steps, scope.closure, scope.computed, scope.convention, executor, watch);
}

namespace {

// Where there is a longest step, a period mostly comes after a few times as many heaps, and the
// rest is a copy.
constexpr double seconds_to_begin = 1e-3;
constexpr double longest_steps_to_period = 4;
constexpr double copies_per_second = 6e9;
// Of one thread, for a heap: 64 at a time, or one by one with sets of values that are kept.
constexpr double seconds_per_heap = 1.5e-9;
constexpr double seconds_per_heap_one_by_one = 8e-9;
// For a step of a heap: outcomes, nimbers below 64 by bytes of masks, and larger ones one by one.
constexpr double seconds_per_outcome_step = 0.02e-9;
constexpr double seconds_per_narrow_step_and_byte = 0.015e-9;
constexpr double seconds_per_wide_step = 1.2e-9;
constexpr double first_wide = 64;
// More steps are not listed, but bounded.
constexpr std::uint64_t most_listed = 4096;
// Heaps that are solved to see how nimbers grow. Their count is halved while they have more options
// than most_first_options, down to the least.
constexpr std::size_t most_first_heaps = 8192;
constexpr std::size_t least_first_heaps = 2048;
constexpr double most_first_options = 0x1p20;

// Extrapolates the nimbers of the first heaps: they grow about as a power of the heap.
class Growth {
 public:
  Growth(const std::vector<std::int64_t>& steps, std::size_t heaps)
      : heaps_(static_cast<double>(heaps)) {
    std::vector<std::size_t> nimbers;
    std::vector<std::size_t> met(heaps + 1, heaps);  // the last to have that option
    std::size_t largest = 0;
    std::size_t largest_at_first = 0;
    for (std::size_t n = 0; n < heaps; ++n) {
      for (const std::int64_t k : steps) {
        if (k > static_cast<std::int64_t>(n)) break;
        met[nimbers[n - static_cast<std::size_t>(k)]] = n;
      }
      std::size_t nimber = 0;
      while (met[nimber] == n) ++nimber;
      nimbers.push_back(nimber);
      largest = std::max(largest, nimber);
      if (n == heaps / 4) largest_at_first = largest;
    }
    largest_ = static_cast<double>(std::max<std::size_t>(largest, 1));
    const double at_first = static_cast<double>(std::max<std::size_t>(largest_at_first, 1));
    power_ = std::log(largest_ / at_first) / std::log(4);
  }

  // How many heaps come before the first with such a nimber.
  double heaps_before(double nimber) const {
    if (power_ <= 0) return largest_ < nimber ? INFINITY : 0;
    return heaps_ * std::pow(nimber / largest_, 1 / power_);
  }

  double largest_before(double heaps) const {
    return largest_ * std::pow(heaps / heaps_, std::max(power_, 0.0));
  }

 private:
  double heaps_;
  double largest_;
  double power_;
};

// How many options heaps `first` .. `end` - 1 have in all. Steps longer than a heap give it none.
double options_of_heaps(const std::vector<std::int64_t>& steps, double first, double end) {
  double options = 0;
  for (const std::int64_t step : steps)
    options += std::max(0.0, end - std::max(first, static_cast<double>(step)));
  return options;
}

std::vector<std::int64_t> steps_up_to(const Steps& steps, std::size_t longest) {
  return list_steps(steps, {{0}, {static_cast<std::int64_t>(longest)}}).single;
}

Growth growth_of(const Steps& steps) {
  const std::vector<std::int64_t> list = steps_up_to(steps, most_first_heaps - 1);
  std::size_t heaps = most_first_heaps;
  while (heaps > least_first_heaps &&
         options_of_heaps(list, 0, static_cast<double>(heaps)) > most_first_options)
    heaps /= 2;
  return {list, heaps};
}

// Steps that are not listed may lie anywhere: then a heap is taken to have half of `bound`.
double seconds_of_steps(const Steps& steps, std::uint64_t bound, const family::Scope& scope) {
  const auto heaps = static_cast<double>(scope.closure_positions());
  const auto list =
      bound > most_listed ? std::vector<std::int64_t>() : list_steps(steps, scope.closure).single;
  const auto options = [&](double first, double end) {
    return list.empty() ? static_cast<double>(bound) / 2 * (end - first)
                        : options_of_heaps(list, first, end);
  };
  if (scope.computed == Quantity::outcome) return options(0, heaps) * seconds_per_outcome_step;
  const Growth growth = growth_of(steps);
  const double narrow = std::min(heaps, growth.heaps_before(first_wide));
  // No more than there are options.
  const auto most = static_cast<double>(list.empty() ? bound : list.size());
  const double largest = std::min(growth.largest_before(narrow), most);
  const double bytes = std::ceil(std::min(largest + 1, first_wide) / 8);
  return options(0, narrow) * bytes * seconds_per_narrow_step_and_byte +
         options(narrow, heaps) * seconds_per_wide_step;
}

// `count` is how many steps matter.
double seconds_to_period(std::int64_t longest, double count, const family::Scope& scope) {
  if (count < first_wide) return 0;
  const double heaps = std::min(static_cast<double>(scope.closure_positions()),
                                longest_steps_to_period * static_cast<double>(longest));
  const double step =
      scope.computed == Quantity::outcome ? seconds_per_outcome_step : seconds_per_wide_step;
  return heaps * count * step;
}

}  // namespace

// Takes a few milliseconds where the first nimbers are computed.
double Family::seconds(const Steps& steps, const Scope& scope) {
  const auto heaps = static_cast<double>(scope.closure_positions());
  const auto threads = static_cast<double>(scope.threads);
  const Forecast known = forecast(steps, scope.closure);
  if (!known.others.endless.empty()) return heaps * seconds_per_heap_one_by_one;
  if (const auto longest = steps.longest())
    return seconds_to_begin +
           seconds_to_period(*longest, static_cast<double>(known.single), scope) +
           heaps / copies_per_second / threads;
  return (heaps * seconds_per_heap + seconds_of_steps(steps, known.single, scope)) / threads;
}

}  // namespace grundy::step
