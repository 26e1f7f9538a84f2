// methods/sums/family.hpp: method `search`, for whole sums, position by position, where nimbers do
// not suffice.
//
// These are remoteness, misère play and play with `won when`, of rules whose options are sums. The
// box does not hold what a position needs, so each is searched (search/sum_search.hpp), all with
// one memory. One thread. What the search remembers grows as far as the memory limit allows: beyond
// it solving ends with Errc::memory. No state is saved.
#pragma once
#include "methods/family.hpp"
#include "methods/options/generic.hpp"

namespace grundy::search {

inline constexpr Kernel kernel{"search"};

// Whether nimbers do not suffice. Only for nimbers do values of sums follow from those of parts.
bool nimbers_do_not_tell(const family::Scope& scope);

struct Family {
  static constexpr Kernel kernel = search::kernel;
  static constexpr bool takes_where = true;
  using Task = generic::Task;                    // for the widths of cells and what options cost
  using Containers = std::tuple<memory::Cells>;  // of solutions

  static constexpr std::array claims{
      family::Claim{Quantity::outcome, Quantity::outcome, true, true},
      family::Claim{Quantity::remoteness, Quantity::remoteness, true, true}};

  static Result<family::Recognised<Task>> recognise(const family::Scope& scope);
  static family::Bytes bytes(const Task& task, const family::Scope& scope);
  static double seconds(const Task& task, const family::Scope& scope);
  static family::SolvedCells solve(const Task& task, const family::Scope& scope,
                                   parallel::Executor& executor, const tiles::Watch& watch);
};

static_assert(family::Family<Family>);

}  // namespace grundy::search
