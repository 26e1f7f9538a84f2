#include "methods/growth/family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "methods/growth/first_nimbers.hpp"

namespace grundy::growth {
namespace {

using family::HeapMove;
using family::Recognised;
using family::Scope;

constexpr std::uint64_t first_heaps = 512;
constexpr std::uint64_t largest_nimber = std::uint64_t{1} << 31;
constexpr const char* no_move = "no move takes any number";

// Whether some rule may leave any number of a heap: not where each binder has a set or constant
// ends. Sooner than the moves, of which there are as many as such binders have values.
bool may_take_any_number(const rules::Rules& rules) {
  const auto is_constant = [](const rules::Expression& expression) {
    return expression.op == rules::Expression::Op::constant;
  };
  const auto is_open = [&](const rules::Binder& binder) {
    return !binder.set && !(is_constant(binder.low) && binder.high && is_constant(*binder.high));
  };
  return std::ranges::any_of(rules.options, [&](const rules::OptionRule& rule) {
    return std::ranges::any_of(rule.binders, is_open);
  });
}

// Why the first heaps are not even asked; empty if they are.
std::string why_not_to_ask(const std::vector<HeapMove>& moves, std::uint64_t heaps) {
  if (heaps <= first_heaps) return fmt::format("there are {} heaps or fewer", first_heaps);
  if (std::ranges::any_of(moves, [](const HeapMove& move) { return move.parts() > 2; }))
    return "a move leaves three parts";
  if (std::ranges::none_of(
          moves, [](const HeapMove& move) { return move.total != HeapMove::Total::exact; }))
    return no_move;
  if (!may_be_proved(moves, first_heaps))
    return "a move leaves two parts of any total, or is not for all large heaps";
  return "";
}

}  // namespace

Result<Recognised<Growth>> Family::recognise(const Scope& scope) {
  if (scope.rules.dimensions() == 1 && !may_take_any_number(scope.rules))
    return family::does_not_apply(no_move);
  std::string why_not;
  const auto moves = family::heap_moves(scope.rules, why_not);
  if (!moves) return family::does_not_apply(why_not);
  const std::uint64_t heaps = scope.closure_positions();
  if (auto why = why_not_to_ask(*moves, heaps); !why.empty())
    return family::does_not_apply(std::move(why));
  auto growth = prove_growth(*moves, first_nimbers(*moves, first_heaps));
  if (!growth) return family::does_not_apply("the first heaps do not prove that nimbers grow");
  const std::uint64_t largest = growth->largest(heaps);
  if (largest > largest_nimber) return family::does_not_apply("some nimber exceeds 2^31");
  const auto [preperiod, length, saltus] = growth->period;
  const std::size_t known = growth->first.size();
  Recognised<Growth> found{
      *std::move(growth),
      fmt::format("any number may be taken: the first {} heaps prove that nimbers grow by {} with "
                  "{}, from {} on",
                  known, saltus, length == 1 ? "each heap" : fmt::format("{} heaps", length),
                  scope.closure.low[0] + static_cast<std::int64_t>(preperiod)),
      ""};
  found.growth = found.task.period;
  found.largest_value = largest;
  return found;
}

family::Bytes Family::bytes(const Growth& growth, const Scope&) {
  return {growth.first.size() * sizeof(std::uint32_t)};
}

// To look at all values: they are made as they are read.
double Family::seconds(const Growth&, const Scope& scope) {
  constexpr double seconds_per_heap = 1e-9;
  return seconds_per_heap * static_cast<double>(scope.closure_positions()) /
         static_cast<double>(scope.threads);
}

Result<family::Solved<Nimbers>> Family::solve(const Growth& growth, const Scope& scope,
                                              parallel::Executor&, const tiles::Watch& watch) {
  if (watch.solved) *watch.solved += scope.closure_positions();
  return family::Solved<Nimbers>{Nimbers(scope.closure, growth)};
}

}  // namespace grundy::growth
