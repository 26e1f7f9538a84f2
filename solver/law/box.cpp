#include "law/box.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "law/timer.hpp"
#include "law/work_time.hpp"
#include "oracle/evaluate.hpp"
#include "plan/time.hpp"
#include "run/solution.hpp"

namespace grundy::law {
namespace {

constexpr std::uint64_t first_positions = 1 << 4;
constexpr std::uint64_t most_positions = 1 << 20;
constexpr double slower_by = 2;       // a larger box may be, for each position
constexpr double times_as_large = 4;  // mostly; of small sides some more

solve::Asked asked(Quantity quantity, Convention convention, const std::vector<std::int64_t>& high,
                   const Solving& solving) {
  solve::Asked asked;
  asked.high = high;
  asked.quantity = quantity;
  asked.convention = convention;
  asked.executor = solving.executor;
  asked.threads = solving.threads;
  asked.memory_limit = solving.memory_limit;
  return asked;
}

// Values of each coordinate, `side` unless the range has fewer.
std::vector<std::int64_t> corner(const rules::Rules& rules, std::int64_t side) {
  std::vector<std::int64_t> high;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    const std::int64_t end = coordinate.low + side - 1;
    high.push_back(coordinate.high ? std::min(end, *coordinate.high) : end);
  }
  return high;
}

bool fits(const rules::Rules& rules, std::int64_t side, std::uint64_t positions) {
  std::uint64_t volume = 1;
  const auto high = corner(rules, side);
  for (std::size_t axis = 0; axis < high.size(); ++axis) {
    const auto extent = static_cast<std::uint64_t>(high[axis] - rules.coordinates[axis].low + 1);
    if (__builtin_mul_overflow(volume, extent, &volume) || volume > positions) return false;
  }
  return true;
}

std::int64_t largest_side(const rules::Rules& rules, std::uint64_t positions) {
  std::int64_t side = 1, too_large = static_cast<std::int64_t>(positions) + 1;
  while (too_large - side > 1) {
    const std::int64_t middle = side + (too_large - side) / 2;
    (fits(rules, middle, positions) ? side : too_large) = middle;
  }
  return side;
}

std::int64_t sum(const Position& position) {
  return std::accumulate(position.begin(), position.end(), std::int64_t{0});
}

struct Mistake {
  Position position;
  std::int64_t claimed;
  std::int64_t value;
};

constexpr std::uint64_t cells_between_looks = 1024;

// The least mistake of a row, if it is less than the one known.
Status look_at(const rules::Claim& claim, Position at, std::span<const std::uint32_t> row,
               std::optional<Mistake>& least, const std::atomic<bool>* stop) {
  std::uint64_t looked = 0;
  for (const std::uint32_t value : row) {
    if (looked++ % cells_between_looks == 0 && stop != nullptr && *stop)
      return Error{Errc::interrupted, "the comparison with the box was stopped"};
    if (least && sum(at) >= sum(least->position)) return {};
    const auto says = oracle::claimed(claim, at);
    if (!says) return says.error();
    if (*says != value) {
      least = Mistake{at, *says, value};
      return {};
    }
    ++at.back();
  }
  return {};
}

}  // namespace

bool Values::is_everything() const {
  const auto& coordinates = plan.rules.coordinates;
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
    if (!coordinates[axis].high || *coordinates[axis].high != plan.box.high[axis]) return false;
  return true;
}

Status for_each_row(const Values& values, const VisitRow& visit) {
  Box starts = values.box();
  starts.high.back() = starts.low.back();
  std::vector<std::uint32_t> row(
      static_cast<std::size_t>(values.box().extent(starts.dimensions() - 1)));
  const std::uint64_t rows = *starts.volume();
  for (std::uint64_t i = 0; i < rows; ++i) {
    const Position start = starts.position(i);
    sweep::read_values(values.plan, values.solution, values.plan.quantity, start, row);
    if (Status visited = visit(start, row); !visited) return visited;
  }
  return {};
}

ValueOf Values::value_of() const {
  return [this](const Position& position) -> std::optional<std::int64_t> {
    if (!plan.box.contains(position)) return std::nullopt;
    return sweep::value_at(plan, solution, plan.quantity, position);
  };
}

bool ran_out_of_time(const Error& error, const std::atomic<bool>* stop) {
  return error.code == Errc::interrupted && (stop == nullptr || !*stop);
}

namespace {

Result<Values> carried_out(plan::Plan plan, const Solving& solving) {
  const auto executor = solve::make_executor(plan, solving.executor);
  if (!executor) return executor.error();
  solve::Options options;
  options.stop = solving.stop;
  options.solved = solving.solved;
  auto report = solve::run(plan, **executor, options);
  if (!report) return report.error();
  return Values{std::move(plan), std::move(report->solution)};
}

}  // namespace

Result<Values> solve_box(const rules::Rules& rules, Quantity quantity, Convention convention,
                         const std::vector<std::int64_t>& high, const Solving& solving) {
  auto plan = solve::make_plan(asked(quantity, convention, high, solving), rules);
  if (!plan) return plan.error();
  return carried_out(*std::move(plan), solving);
}

// Corner after corner, each 4 times as large, while the next is likely to be soon enough: forecasts
// may be wrong, and so the work that the last one took counts too. Its closure may be as large as
// all that follow.
Result<Values> solve_corner(const rules::Rules& rules, Quantity quantity, Convention convention,
                            const Solving& solving) {
  const auto corner_of = [&](std::uint64_t positions) {
    return corner(rules, largest_side(rules, positions));
  };
  const WorkTime first;
  auto values = solve_box(rules, quantity, convention, corner_of(first_positions), solving);
  double took = first.seconds();     // the last one
  double planned = 0, planning = 0;  // of the last two: for a plan a family may solve a part
  for (std::uint64_t positions = 4 * first_positions; values && positions <= most_positions;
       positions *= 4) {
    const auto high = corner_of(positions);
    if (high == values->box().high) continue;
    const double longer = planned > 0 ? std::max(planning / planned, 1.0) : 1;
    if (slower_by * longer * planning > seconds_of_box) break;
    const WorkTime work;
    auto plan = solve::make_plan(asked(quantity, convention, high, solving), rules);
    planned = std::exchange(planning, work.seconds());
    if (!plan || plan::estimated_seconds(*plan) > seconds_of_box) break;
    const double growth = std::min(static_cast<double>(plan->solved_positions()) /
                                       static_cast<double>(values->plan.solved_positions()),
                                   times_as_large);
    if (slower_by * growth * took > seconds_of_box) break;
    const Timer timer(2 * seconds_of_box, Seconds::of_work, solving.stop);
    Solving timed = solving;
    timed.stop = timer.flag();
    auto larger = carried_out(*std::move(plan), timed);
    if (solving.stop != nullptr && *solving.stop) return larger;
    if (!larger) break;
    values = std::move(larger);
    took = work.seconds();
  }
  return values;
}

Result<Values> solve_soon(const rules::Rules& rules, Quantity quantity, Convention convention,
                          const std::vector<std::int64_t>& high, double seconds,
                          const Solving& solving) {
  auto plan = solve::make_plan(asked(quantity, convention, high, solving), rules);
  if (!plan) return plan.error();
  if (plan::estimated_seconds(*plan) > seconds)
    return Error{Errc::usage, "the box takes too long to solve"};
  return carried_out(*std::move(plan), solving);
}

Result<std::optional<Counterexample>> compare(const rules::Claim& claim, const Values& values,
                                              const std::atomic<bool>* stop) {
  std::optional<Mistake> least;
  const Status looked =
      for_each_row(values, [&](const Position& start, std::span<const std::uint32_t> row) {
        return look_at(claim, start, row, least, stop);
      });
  if (!looked) return looked.error();
  if (!least) return std::optional<Counterexample>();
  return std::optional(explained(values.plan.rules, values.plan.quantity, least->position,
                                 least->claimed, least->value, values.value_of(), stop));
}

}  // namespace grundy::law
