#include "ask/count/term_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "run/asked.hpp"
#include "run/solve.hpp"
#include "run/sweep.hpp"

namespace grundy::count {
namespace {

using Solved = std::shared_ptr<const solve::SolvedValues>;

std::int64_t highest(const query::FreeCoordinate& coordinate, const Question& question) {
  if (const auto* variable = std::get_if<query::FreeVariable>(&coordinate))
    return question.ranges[variable->number].high;
  return std::get<std::int64_t>(coordinate);
}

// A single position is P or N; of a sum of several the nimbers tell.
Quantity quantity_for(const Question& question) {
  const auto& terms = question.sum.terms;
  return terms.size() == 1 && terms[0].count == 1 ? Quantity::outcome : Quantity::nimber;
}

Status check_nimbers(const rules::Rules& rules, Convention convention) {
  if (convention == Convention::normal && !rules.has_ending(Outcome::N)) return {};
  return Error{Errc::unsupported,
               fmt::format("positions of sums are counted by nimbers, and {} has none {}; a single "
                           "term can be counted",
                           rules.name,
                           convention == Convention::misere ? "under misère play"
                                                            : "because of `won when`")};
}

// The first box to look for a period in, and by what factor each next one is larger. Boxes
// that are not smaller by that factor than the one that is needed are not tried.
constexpr std::int64_t heaps_for_period = 1 << 16;
constexpr std::int64_t growth_for_period = 16;

struct Game {
  const rules::Rules& rules;
  Quantity quantity;
  Convention convention;
};

Result<plan::Plan> planned(const Game& game, const Position& high, const Options& options) {
  solve::Asked asked;
  asked.high = high;
  asked.quantity = game.quantity;
  asked.convention = game.convention;
  asked.threads = options.threads;
  asked.memory_limit = options.memory_limit;
  return solve::make_plan(asked, game.rules);
}

Result<Solved> carried_out(plan::Plan plan, const Options& options) {
  solve::Options solving;
  solving.stop = options.stop;
  solving.solved = options.begin(plan.rules.name, plan.solved_positions());
  return solve::solve_values(std::move(plan), solve::Asked{}.executor, solving);
}

// The first heaps, if solving them proves that the values repeat.
Result<Solved> solve_first_heaps(const Game& game, std::int64_t high, const Options& options) {
  const std::int64_t low = game.rules.coordinates[0].low;
  for (std::int64_t heaps = heaps_for_period; heaps <= (high - low) / growth_for_period;
       heaps *= growth_for_period) {
    auto plan = planned(game, {low + heaps - 1}, options);
    if (!plan || plan->method.period_proof.empty()) break;
    auto solved = carried_out(*std::move(plan), options);
    if (!solved || (*solved)->report().solution.period) return solved;
  }
  return Solved();
}

Result<Solved> solve_box(const Game& game, const Position& high, const Options& options) {
  if (high.size() == 1) {
    auto first = solve_first_heaps(game, high[0], options);
    if (!first || *first) return first;
  }
  auto plan = planned(game, high, options);
  if (!plan) return plan.error();
  return carried_out(*std::move(plan), options);
}

}  // namespace

TermValues::TermValues(const query::FreeTerm& term, Solved solved, Quantity quantity)
    : term_(term),
      solved_(std::move(solved)),
      quantity_(quantity),
      bound_(term.count % 2 == 0 ? 1 : solved_->report().statistics.max_value + 1) {}

bool TermValues::mentions(std::size_t variable) const {
  return std::ranges::any_of(term_.coordinates, [&](const query::FreeCoordinate& coordinate) {
    const auto* free = std::get_if<query::FreeVariable>(&coordinate);
    return free && free->number == variable;
  });
}

bool TermValues::is_like(const TermValues& other) const {
  const auto same = [](const query::FreeCoordinate& a, const query::FreeCoordinate& b) {
    const auto* x = std::get_if<std::int64_t>(&a);
    const auto* y = std::get_if<std::int64_t>(&b);
    return x && y ? *x == *y : !x && !y;
  };
  return solved_ == other.solved_ && term_.count % 2 == other.term_.count % 2 &&
         std::ranges::equal(term_.coordinates, other.term_.coordinates, same);
}

Position TermValues::position(const std::vector<std::int64_t>& assignment) const {
  Position position;
  for (const query::FreeCoordinate& coordinate : term_.coordinates)
    if (const auto* variable = std::get_if<query::FreeVariable>(&coordinate))
      position.push_back(assignment[variable->number]);
    else
      position.push_back(std::get<std::int64_t>(coordinate));
  return position;
}

std::optional<TermValues::Repeats> TermValues::repeats() const {
  const auto& period = solved_->report().solution.period;
  if (!period || term_.coordinates.size() != 1) return std::nullopt;
  return Repeats{solved_->plan().box.low[0] + static_cast<std::int64_t>(period->preperiod),
                 static_cast<std::int64_t>(period->length)};
}

std::uint32_t TermValues::value_at(const Position& position) const {
  Position at = position;
  if (const auto repeating = repeats(); repeating && at[0] > repeating->first)
    at[0] = repeating->first + (at[0] - repeating->first) % repeating->length;
  return sweep::value_at(solved_->plan(), solved_->report().solution, quantity_, at);
}

// Where the row leaves the heaps that were solved.
void TermValues::add_repeating(std::int64_t first, std::span<std::uint32_t> values) const {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] ^= value_at({first + static_cast<std::int64_t>(i)});
}

void TermValues::add_row(std::vector<std::int64_t>& assignment, std::size_t variable,
                         std::int64_t first, std::span<std::uint32_t> values) const {
  if (term_.count % 2 == 0) return;  // equal positions cancel
  assignment[variable] = first;
  Position at = position(assignment);
  assignment[variable] = first + 1;
  const Position next = position(assignment);
  const auto& plan = solved_->plan();
  const auto& solution = solved_->report().solution;
  const auto last = at[0] + static_cast<std::int64_t>(values.size()) - 1;
  if (at.size() == 1 && at != next && last > plan.box.high[0]) return add_repeating(at[0], values);
  const bool along_rows = std::equal(at.begin(), at.end() - 1, next.begin()) && at != next;
  std::vector<std::uint32_t> row(along_rows ? values.size() : 1);
  if (along_rows) sweep::read_values(plan, solution, quantity_, at, row);
  if (!plan.inside.is_all()) std::ranges::replace(row, no_position(sizeof row[0]), 0U);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!along_rows && (i == 0 || at != next)) {
      assignment[variable] = first + static_cast<std::int64_t>(i);
      row[0] = value_at(position(assignment));
    }
    values[i] ^= row[along_rows ? i : 0];
  }
}

Result<std::vector<TermValues>> solve_terms(const Question& question, const Options& options) {
  const Quantity quantity = quantity_for(question);
  using Key = std::shared_ptr<const rules::Rules>;
  std::map<Key, std::vector<std::int64_t>> boxes;
  for (const query::FreeTerm& term : question.sum.terms) {
    std::vector<std::int64_t>& high = boxes[term.game->rules];
    high.resize(term.coordinates.size(), std::numeric_limits<std::int64_t>::min());
    for (std::size_t axis = 0; axis < high.size(); ++axis)
      high[axis] = std::max(high[axis], highest(term.coordinates[axis], question));
  }
  std::map<Key, Solved> solved;
  for (auto& [rules, high] : boxes) {
    const Convention convention = options.convention.value_or(rules->convention);
    if (quantity == Quantity::nimber)
      if (Status s = check_nimbers(*rules, convention); !s) return s.error();
    auto box = solve_box({*rules, quantity, convention}, high, options);
    if (!box) return box.error();
    solved[rules] = *std::move(box);
  }
  std::vector<TermValues> terms;
  for (const query::FreeTerm& term : question.sum.terms)
    terms.emplace_back(term, solved[term.game->rules], quantity);
  return terms;
}

}  // namespace grundy::count
