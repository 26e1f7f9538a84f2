#include "law/box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

#include "law/timer.hpp"
#include "oracle/evaluate.hpp"
#include "plan/cost.hpp"
#include "run/sweep.hpp"

namespace grundy::law {

// Counterexamples.

namespace {

constexpr auto p_value = static_cast<std::int64_t>(Outcome::P);

// The value of a sum: known from those of its parts only for nimbers.
std::optional<std::int64_t> value_of_sum(const oracle::Sum& sum, Quantity quantity,
                                         const ValueOf& value_of) {
  if (sum.size() == 1) return value_of(sum.front());
  if (quantity != Quantity::nimber) return std::nullopt;
  std::int64_t all = 0;
  for (const Position& position : sum) {
    const auto value = value_of(position);
    if (!value) return std::nullopt;
    all ^= *value;
  }
  return all;
}

// The value of an option that shows the mistake; nothing if the mistake is that an option is
// missing.
std::optional<std::int64_t> showing_value(Quantity quantity, std::int64_t claimed,
                                          std::int64_t value) {
  if (quantity == Quantity::nimber)
    return claimed >= 0 && claimed < value ? std::optional(claimed) : std::nullopt;
  return value != p_value ? std::optional(p_value) : std::nullopt;
}

std::string named(std::int64_t value, Quantity quantity) {
  if (quantity == Quantity::nimber) return fmt::format("nimber {}", value);
  return std::string(grundy::to_string(static_cast<Outcome>(value)));
}

}  // namespace

oracle::Patience patience_for_options(const std::atomic<bool>* stop) {
  constexpr std::chrono::seconds most{2};
  return oracle::Patience(oracle::Patience::Clock::now() + most, stop);
}

Counterexample explained(const rules::Rules& rules, Quantity quantity, const Position& position,
                         std::int64_t claimed, std::int64_t value, const ValueOf& value_of,
                         const std::atomic<bool>* stop) {
  Counterexample found{position, claimed, value, false, std::nullopt};
  const auto showing = showing_value(quantity, claimed, value);
  if (!showing) return found;
  const auto visit = [&](const oracle::Sum& option) -> Status {
    if (!found.option && value_of_sum(option, quantity, value_of) == showing) found.option = option;
    return {};
  };
  // If options cannot be listed none is shown; the values differ all the same.
  oracle::Patience patience = patience_for_options(stop);
  static_cast<void>(oracle::for_each_option(rules, position, visit, &patience));
  return found;
}

std::string to_string(const Counterexample& counterexample, Quantity quantity) {
  const auto& [position, claimed, value, by_itself, option] = counterexample;
  const bool nimbers = quantity == Quantity::nimber;
  if (!value)
    return fmt::format("{} is claimed {}, which contradicts what is claimed of its options",
                       grundy::to_string(position), named(claimed, quantity));
  const std::string verb = std::string(by_itself ? " is claimed"
                                       : nimbers ? ""
                                                 : " is") +
                           (!nimbers    ? " "
                            : by_itself ? " to have "
                                        : " has ");
  const std::string is = fmt::format(
      "{} is claimed {}, and {} {}", grundy::to_string(position), named(claimed, quantity),
      by_itself ? "by its options' claims is" : "is", named(*value, quantity));
  if (option)
    return is + ": its option " + oracle::to_string(*option) + verb +
           (nimbers ? named(claimed, quantity) : "P");
  if (nimbers && claimed > *value)
    return is + ": none of its options" + verb + named(*value, quantity);
  if (!nimbers && *value == p_value) return is + ": none of its options" + verb + "P";
  return is;
}

// Boxes.

namespace {

constexpr std::uint64_t first_positions = 1 << 4;
constexpr double slower_by = 2;       // a larger box may take more time per position
constexpr double times_as_large = 4;  // usually; somewhat more if sides are small

Result<plan::Plan> planned(const Subject& subject, const std::vector<std::int64_t>& high) {
  solve::Asked asked;
  asked.high = high;
  asked.quantity = subject.quantity;
  asked.convention = subject.convention;
  asked.executor = subject.solving.executor;
  asked.threads = subject.solving.threads;
  asked.memory_limit = subject.solving.memory_limit;
  return solve::make_plan(asked, subject.rules);
}

// The upper ends of the largest corner of that many positions, with equal sides as far as ranges
// allow.
std::vector<std::int64_t> corner(const rules::Rules& rules, std::uint64_t positions) {
  std::int64_t side = 1, too_large = static_cast<std::int64_t>(positions) + 1;
  while (too_large - side > 1) {
    const std::int64_t middle = side + (too_large - side) / 2;
    const auto volume = rules.low_box(middle).volume();
    (volume && *volume <= positions ? side : too_large) = middle;
  }
  return rules.low_box(side).high;
}

std::int64_t sum(const Position& position) {
  return std::accumulate(position.begin(), position.end(), std::int64_t{0});
}

struct Mistake {
  Position position;
  std::int64_t claimed;
  std::int64_t value;
};

constexpr std::uint64_t cells_between_checks = 1024;

// Updates the least mistake with those of a row.
Status find_in_row(const rules::Claim& claim, Position at, std::span<const std::uint32_t> row,
                   std::optional<Mistake>& least, const std::atomic<bool>* stop) {
  std::uint64_t checked = 0;
  for (const std::uint32_t value : row) {
    if (checked++ % cells_between_checks == 0 && stop != nullptr && *stop)
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

Result<Values> solve_plan(plan::Plan plan, const Solving& solving) {
  const auto executor = solve::make_executor(plan, solving.executor);
  if (!executor) return executor.error();
  solve::Options options;
  options.stop = solving.stop;
  options.solved = solving.solved;
  auto report = solve::run(plan, **executor, options);
  if (!report) return report.error();
  return Values{std::move(plan), std::move(report->solution)};
}

// Gives up after twice solving.seconds of work, with Errc::interrupted.
Result<Values> solve_in_time(plan::Plan plan, const Solving& solving) {
  const Timer timer(2 * solving.seconds, Seconds::of_work, solving.stop);
  Solving timed = solving;
  timed.stop = timer.flag();
  return solve_plan(std::move(plan), timed);
}

// Solves corner after corner, each 4 times as large, while the next one is likely to be fast
// enough. Estimates may be wrong, so the work that the last corner took counts too. The closure of
// a corner may be as large as that of all that follow.
Result<Values> solve_corner(const Subject& subject) {
  const Solving& solving = subject.solving;
  double took = 0;  // the last one
  const auto first_corner = [&](std::uint64_t positions) -> Result<Values> {
    const WorkTime first;
    auto smallest = planned(subject, corner(subject.rules, positions));
    if (!smallest) return smallest.error();
    auto solved = solve_in_time(*std::move(smallest), solving);
    took = first.seconds();
    return solved;
  };
  std::uint64_t positions = first_positions;
  auto values = first_corner(positions);
  for (; !values && ran_out_of_time(values.error(), solving.stop) && positions > 1; positions /= 4)
    values = first_corner(positions / 4);
  double planned_seconds = 0, planning = 0;  // of the last two: planning may include solving a part
  while (values && positions < solving.positions) {
    positions = std::min(4 * positions, solving.positions);
    const auto high = corner(subject.rules, positions);
    if (high == values->box().high) continue;
    const double longer = planned_seconds > 0 ? std::max(planning / planned_seconds, 1.0) : 1;
    if (slower_by * longer * planning > solving.seconds) break;
    const WorkTime work;
    auto plan = planned(subject, high);
    planned_seconds = std::exchange(planning, work.seconds());
    if (!plan || plan::estimated_seconds(*plan) > solving.seconds) break;
    const double growth = std::min(static_cast<double>(plan->solved_positions()) /
                                       static_cast<double>(values->plan.solved_positions()),
                                   times_as_large);
    if (slower_by * growth * took > solving.seconds) break;
    auto larger = solve_in_time(*std::move(plan), solving);
    if (solving.stop != nullptr && *solving.stop) return larger;
    if (!larger) break;
    values = std::move(larger);
    took = work.seconds();
  }
  return values;
}

}  // namespace

Status has_laws(const rules::Rules& rules) {
  if (rules::is_true(rules.where)) return {};
  return Error{Errc::unsupported,
               fmt::format("{} has `where`, and laws are about all tuples of a box; say the game "
                           "without it to ask for one",
                           rules.name)};
}

Result<Values> solve_box(const Subject& subject) {
  if (subject.high.empty()) return solve_corner(subject);
  auto plan = planned(subject, subject.high);
  if (!plan) return plan.error();
  return solve_plan(*std::move(plan), subject.solving);
}

Result<Values> solve_soon(const Subject& subject, double seconds) {
  auto plan = planned(subject, subject.high);
  if (!plan) return plan.error();
  if (const double needed = plan::estimated_seconds(*plan); needed > seconds)
    return Error{Errc::usage,
                 fmt::format("a box up to {} takes about {:.2g} s, more than the {:.2g} "
                             "s for it; choose a smaller one",
                             grundy::to_string(plan->box.high), needed, seconds)};
  return solve_plan(*std::move(plan), subject.solving);
}

Result<std::optional<Counterexample>> compare(const rules::Claim& claim, const Values& values,
                                              const std::atomic<bool>* stop) {
  std::optional<Mistake> least;
  const Status looked =
      for_each_row(values, [&](const Position& start, std::span<const std::uint32_t> row) {
        return find_in_row(claim, start, row, least, stop);
      });
  if (!looked) return looked.error();
  if (!least) return std::optional<Counterexample>();
  return std::optional(explained(values.plan.rules, values.plan.quantity, least->position,
                                 least->claimed, least->value, values.value_of(), stop));
}

}  // namespace grundy::law
