#include "run/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "plan/cost.hpp"

namespace grundy::sweep {
namespace {

using plan::Plan;

template <class Values>
plan::Values to_values(Values&& values) {
  return plan::Values(std::forward<Values>(values));
}
template <class... Kinds>
plan::Values to_values(std::variant<Kinds...>&& values) {
  return std::visit([](auto&& kind) { return plan::Values(std::move(kind)); }, std::move(values));
}

Result<Solution> solve_by_family(const Plan& plan, parallel::Executor& executor,
                                 const tiles::Watch& watch) {
  return plan::with_family(
      plan.method.task, [&](auto family, const auto& task) -> Result<Solution> {
        using Family = decltype(family);
        auto solved = Family::solve(task, plan, executor, watch);
        if (!solved) return solved.error();
        return Solution{to_values(std::move(solved->values)), Family::kernel, solved->period};
      });
}

Error cannot_hold(const Plan& plan, const Error& error) {
  return {Errc::unsupported,
          fmt::format("kernel {} cannot solve this: {}; use option `kernel` generic{}",
                      to_string(plan.kernel()), error.message,
                      plan.ranks.count > 1 ? "" : ", or auto, which goes over to it")};
}

// Saves states, but reports no saved one: what was saved is the state of the kernel that gave up.
class RestartingKeeper final : public tiles::Keeper {
 public:
  explicit RestartingKeeper(tiles::Keeper& keeper) : keeper_(keeper) {}
  bool due() const override { return keeper_.due(); }
  Status save(const tiles::Frontier& frontier) override { return keeper_.save(frontier); }
  const tiles::Frontier* saved() const override { return nullptr; }
  Status load(const tiles::Parts& parts) override { return keeper_.load(parts); }

 private:
  tiles::Keeper& keeper_;
};

// Solves with the fallback, after the kernel met values that it cannot hold.
Result<Solution> fall_back(const Plan& plan, parallel::Executor& executor,
                           const tiles::Watch& watch) {
  if (plan.fallback->why_none) return *plan.fallback->why_none;
  if (const Status fits = plan::check_memory(*plan.fallback->plan); !fits) return fits.error();
  watch.solved->store(0);
  return solve_by_family(*plan.fallback->plan, executor, watch);
}

Result<Solution> fall_back_from_the_start(const Plan& plan, parallel::Executor& executor,
                                          tiles::Watch watch) {
  if (!watch.keeper) return fall_back(plan, executor, watch);
  RestartingKeeper keeper(*watch.keeper);
  watch.keeper = &keeper;
  return fall_back(plan, executor, watch);
}

// Whether the state to resume from was saved after the kernel had given up.
bool fell_back(const Plan& plan, const tiles::Keeper* keeper) {
  return plan.fallback && plan.fallback->plan && keeper && keeper->saved() &&
         keeper->saved()->kernel == plan.fallback->plan->kernel();
}

Position without(std::size_t axis, Position position) {
  position.erase(position.begin() + static_cast<std::ptrdiff_t>(axis));
  return position;
}

template <family::Lines Values>
void section_of_lines(const plan::Plan& plan, const Values& values, const Position& start,
                      std::uint32_t none, std::span<std::uint32_t> indices) {
  values.copy_entries(without(values.axis(), start), indices);
  const auto extent = static_cast<std::uint32_t>(plan.box.extent(values.axis()));
  for (std::uint32_t& entry : indices) entry = entry == 0 || entry > extent ? none : entry - 1;
}

// Reads line by line if the lines are rows, else row by row across the lines.
void section_of_rows(const plan::Plan& plan, const Solution& solution, std::size_t axis,
                     Position at, std::span<std::uint32_t> indices) {
  const std::size_t last = plan.box.dimensions() - 1;
  const auto extent = static_cast<std::size_t>(plan.box.extent(axis));
  std::vector<std::uint32_t> outcomes(axis == last ? extent : indices.size());
  const auto read = [&] { read_values(plan, solution, Quantity::outcome, at, outcomes); };
  at[axis] = plan.box.low[axis];
  if (axis != last)
    for (std::uint32_t index = 0; index < extent; ++index, ++at[axis]) {
      read();
      for (std::size_t line = 0; line < indices.size(); ++line)
        if (outcomes[line] == 0) indices[line] = index;
    }
  else
    for (std::uint32_t& index : indices) {
      read();
      const auto p = std::find(outcomes.begin(), outcomes.end(), 0U);
      if (p != outcomes.end()) index = static_cast<std::uint32_t>(p - outcomes.begin());
      ++at[last - 1];
    }
}

}  // namespace

Result<Solution> solve(const Plan& plan, parallel::Executor& executor, const tiles::Watch& watch) {
  if (const Status fits = plan::check_memory(plan); !fits) return fits.error();
  if (watch.stop && watch.stop->load()) return Error{Errc::interrupted, "interrupted"};
  std::atomic<std::uint64_t> uncounted{0};
  tiles::Watch counted = watch;
  if (!counted.solved) counted.solved = &uncounted;
  if (fell_back(plan, watch.keeper)) return fall_back(plan, executor, counted);
  auto solution = solve_by_family(plan, executor, counted);
  if (solution || solution.error().code != Errc::unsupported) return solution;
  if (plan.fallback) return fall_back_from_the_start(plan, executor, counted);
  const bool was_chosen = plan.kernel_was_asked_for || plan.ranks.count > 1;
  return was_chosen ? cannot_hold(plan, solution.error()) : solution.error();
}

Box kept_box(const Solution& solution) {
  return std::visit([](const auto& values) -> Box { return values.box(); }, solution.values);
}

bool keeps_lines(const Solution& solution) {
  return std::visit([]<class Values>(const Values&) { return family::Lines<Values>; },
                    solution.values);
}

bool move_to_p_position(const Solution& solution, Position& position) {
  return std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::Lines<Values>) {
          const auto p = values.p_position(without(values.axis(), position));
          if (p) position[values.axis()] = *p;
          return p.has_value();
        }
        return false;
      },
      solution.values);
}

void read_section(const plan::Plan& plan, const Solution& solution, const Position& start,
                  std::uint32_t none, std::span<std::uint32_t> indices) {
  const bool read = std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (family::Lines<Values>)
          if (values.axis() == *plan.section_axis) {
            section_of_lines(plan, values, start, none, indices);
            return true;
          }
        return false;
      },
      solution.values);
  if (read) return;
  std::fill(indices.begin(), indices.end(), none);
  section_of_rows(plan, solution, *plan.section_axis, start, indices);
}

void read_cells(const Solution& solution, const Position& start, std::span<std::uint32_t> cells) {
  std::visit([&](const auto& values) { values.read(start, cells); }, solution.values);
}

void read_values(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                 const Position& start, std::span<std::uint32_t> values) {
  read_cells(solution, start, values);
  for (std::uint32_t& value : values) value = value_of(plan, quantity, value);
  if (plan.inside.is_all()) return;
  std::vector<std::uint8_t> inside(values.size());
  plan.inside.row(start, inside);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (inside[i] == 0) values[i] = no_position(sizeof values[i]);
}

void leave_other_ranks(Solution& solution) {
  std::visit(
      []<class Values>(Values& values) {
        if constexpr (family::SharedOut<Values>) values.leave_others();
      },
      solution.values);
}

std::uint32_t value_at(const plan::Plan& plan, const Solution& solution, Quantity quantity,
                       const Position& position) {
  const std::uint32_t cell =
      std::visit([&](const auto& values) { return values.at(position); }, solution.values);
  return value_of(plan, quantity, cell);
}

}  // namespace grundy::sweep
