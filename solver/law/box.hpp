// law/box.hpp: the box on which a claim is compared with values that were solved.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "law/counterexample.hpp"
#include "plan/plan.hpp"
#include "run/asked.hpp"
#include "run/solve.hpp"

namespace grundy::law {

// How boxes are solved.
struct Solving {
  std::size_t threads = 0;  // 0: one for every core
  std::string executor = "tbb";
  std::optional<std::uint64_t> memory_limit;
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* solved = nullptr;  // counts positions while boxes are solved
};

// A solved box.
struct Values {
  plan::Plan plan;
  sweep::Solution solution;

  const Box& box() const noexcept { return plan.box; }
  bool is_everything() const;  // no position of the game is outside
  ValueOf value_of() const;    // of positions that were solved
};

// Called with each row along the last axis: its first position and its values.
using VisitRow = std::function<Status(const Position& start, std::span<const std::uint32_t> row)>;
Status for_each_row(const Values& values, const VisitRow& visit);

// For a box that nobody named.
inline constexpr double seconds_of_box = 0.7;

// Whether this is an end that `stop`, which may be null, did not ask for.
bool ran_out_of_time(const Error& error, const std::atomic<bool>* stop);

// The largest corner that is solved in about seconds_of_box: of at most 2^20 positions, and with
// sides as equal as ranges let them be. A forecast that is too low costs some times as much.
Result<Values> solve_corner(const rules::Rules& rules, Quantity quantity, Convention convention,
                            const Solving& solving);

Result<Values> solve_box(const rules::Rules& rules, Quantity quantity, Convention convention,
                         const std::vector<std::int64_t>& high, const Solving& solving);

// The same if it is likely to take no more seconds than this, else Errc::usage.
Result<Values> solve_soon(const rules::Rules& rules, Quantity quantity, Convention convention,
                          const std::vector<std::int64_t>& high, double seconds,
                          const Solving& solving);

// The position of the box at which the claim is wrong, if there is one: of these one with the least
// sum of coordinates, and among them the first in C order. Errors are those of claimed().
Result<std::optional<Counterexample>> compare(const rules::Claim& claim, const Values& values,
                                              const std::atomic<bool>* stop);

}  // namespace grundy::law
