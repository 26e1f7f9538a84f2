// support/solvers.hpp: every way in which Grundy can answer, under one face.
//
// Tests of published values run over these lists, so that a new solver is tested by one
// line here. Values are as in base/value.hpp: outcomes are 0 and 1. For programs that link
// grundy_oracle and grundy_sweep (and with it grundy_lazy).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "oracle/oracle.hpp"
#include "rules/rules.hpp"
#include "run/sweep.hpp"
#include "search/nimber_search.hpp"
#include "search/sum_search.hpp"

namespace grundy::support {

using Values = std::vector<std::uint32_t>;

// Answers for one position at a time.
using Ask = std::function<Result<std::uint32_t>(const Position&, Quantity)>;
struct PointSolver {
  std::string name;
  std::function<Ask(const rules::Rules&, Convention)> open;
  friend std::ostream& operator<<(std::ostream& out, const PointSolver& s) { return out << s.name; }
};

// Answers for every position of a box that starts at the low ends, in rank order.
struct BoxSolver {
  std::string name;
  std::function<Result<Values>(const rules::Rules&, const Box&, Quantity, Convention)> solve;
  friend std::ostream& operator<<(std::ostream& out, const BoxSolver& s) { return out << s.name; }
};

// Whole sums are too many for the larger boxes, so nimbers are xored; where there are
// nimbers, outcomes under normal play follow from them.
inline Result<std::uint32_t> ask_oracle(oracle::Oracle& oracle, const Position& at, Quantity what) {
  if (what == Quantity::nimber) return oracle.nimber_by_xor(at);
  if (what == Quantity::remoteness) return oracle.remoteness(at);
  if (const auto nimber = oracle.nimber_by_xor(at)) return *nimber == 0 ? 0 : 1;
  const auto outcome = oracle.outcome(at);
  if (!outcome) return outcome.error();
  return static_cast<std::uint32_t>(*outcome);
}

inline Ask open_oracle(const rules::Rules& rules, Convention convention) {
  const auto oracle = std::make_shared<oracle::Oracle>(rules, convention);
  return [oracle](const Position& at, Quantity what) { return ask_oracle(*oracle, at, what); };
}

// The searches of solver/lazy with what they remember between questions.
struct Searches {
  Searches(const rules::Rules& of, Convention convention)
      : rules(std::make_shared<const rules::Rules>(of)),
        nimbers(rules, meter),
        outcomes(convention, lazy::SumSearch::Goal::outcome, meter),
        remoteness(convention, lazy::SumSearch::Goal::remoteness, meter) {}

  std::shared_ptr<const rules::Rules> rules;
  lazy::Meter meter;
  lazy::NimberSearch nimbers;
  lazy::SumSearch outcomes;
  lazy::SumSearch remoteness;
};

inline Result<std::uint32_t> ask_searches(Searches& searches, const Position& at, Quantity what) {
  if (what == Quantity::nimber) return searches.nimbers.nimber(at);
  const lazy::Summand alone{searches.rules, at, 1};
  const bool outcome = what == Quantity::outcome;
  const auto found = (outcome ? searches.outcomes : searches.remoteness).solve({&alone, 1});
  if (!found) return found.error();
  return outcome ? static_cast<std::uint32_t>(found->outcome) : found->remoteness;
}

// Under normal play outcomes follow from nimbers, where there are any.
inline Ask open_searches(const rules::Rules& rules, Convention convention) {
  const auto searches = std::make_shared<Searches>(rules, convention);
  const bool by_nimbers = convention == Convention::normal && rules.has_sums();
  return [=](const Position& at, Quantity what) -> Result<std::uint32_t> {
    if (what != Quantity::outcome || !by_nimbers) return ask_searches(*searches, at, what);
    const auto nimber = ask_searches(*searches, at, Quantity::nimber);
    if (!nimber) return nimber.error();
    return *nimber != 0;
  };
}

inline std::vector<PointSolver> point_solvers() {
  return {{"oracle", open_oracle}, {"lazy", open_searches}};
}

inline Result<Values> sweep_box(const rules::Rules& rules, const Box& box, Quantity what,
                                Convention convention) {
  plan::Request request;
  request.rules = rules;
  request.high = box.high;
  request.quantity = what;
  request.convention = convention;
  const auto plan = plan::make_plan(request);
  if (!plan) return plan.error();
  const auto executor = parallel::make_executor("openmp", 2);
  if (!executor) return executor.error();
  const auto solution = sweep::solve(*plan, **executor);
  if (!solution) return solution.error();
  Values values;
  for (std::uint64_t rank = 0; rank < plan->positions(); ++rank)
    values.push_back(sweep::value_at(*plan, *solution, what, plan->box.position(rank)));
  return values;
}

inline BoxSolver by_points(const PointSolver& solver) {
  const auto solve = [solver](const rules::Rules& rules, const Box& box, Quantity what,
                              Convention convention) -> Result<Values> {
    const Ask ask = solver.open(rules, convention);
    Values values;
    for (std::uint64_t rank = 0; rank < box.volume().value_or(0); ++rank) {
      const auto value = ask(box.position(rank), what);
      if (!value) return value.error();
      values.push_back(*value);
    }
    return values;
  };
  return {solver.name, solve};
}

inline std::vector<BoxSolver> box_solvers() {
  std::vector<BoxSolver> solvers;
  for (const PointSolver& solver : point_solvers()) solvers.push_back(by_points(solver));
  solvers.push_back({"sweep", sweep_box});
  return solvers;
}

// Names tests after the solver they run.
template <class Info>
std::string solver_name(const Info& info) {
  return info.param.name;
}

}  // namespace grundy::support
