// support/solvers.hpp: every way in which Grundy can answer, under one face.
//
// Tests of published values run over these lists, so that a new solver is tested by one
// line here. Values are as in core/value.hpp: outcomes are 0 and 1.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "oracle/oracle.hpp"
#include "rules/rules.hpp"

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

inline std::vector<PointSolver> point_solvers() {
  return {{"oracle", open_oracle}};
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
  return solvers;
}

// Names tests after the solver they run.
template <class Info>
std::string solver_name(const Info& info) {
  return info.param.name;
}

}  // namespace grundy::support
