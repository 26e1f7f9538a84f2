// Boxes that were solved, to be checked, and values in them that were made wrong by hand.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "base/executor.hpp"
#include "run/asked.hpp"
#include "run/self_check.hpp"
#include "run/sweep.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::solve {

// What is solved: a game of the catalogue, or the text of one.
struct Case {
  std::string game;
  std::vector<std::int64_t> high;
  Quantity quantity = Quantity::nimber;
  std::string kernel = "auto";
  Convention convention = Convention::normal;
  std::string rules = "";

  friend std::ostream& operator<<(std::ostream& out, const Case& of) {
    return out << of.game << " " << to_string(of.quantity) << " by " << of.kernel << ", "
               << to_string(of.convention);
  }
};

inline plan::Plan plan_of(const Case& of, std::size_t threads = 1) {
  Asked asked;
  asked.game = of.game;
  asked.rules = of.rules;
  asked.high = of.high;
  asked.quantity = of.quantity;
  asked.convention = of.convention;
  asked.kernel = of.kernel;
  asked.threads = threads;
  asked.memory_limit = std::uint64_t{1} << 32;
  auto plan = make_plan(asked);
  if (!plan) throw std::runtime_error(plan.error().message);
  return *std::move(plan);
}

inline std::unique_ptr<parallel::Executor> executor_of(std::size_t threads = 1) {
  return *parallel::make_executor(threads == 1 ? "serial" : "tbb", threads);
}

inline sweep::Solution solution_of(const plan::Plan& plan) {
  auto solution = sweep::solve(plan, *executor_of());
  if (!solution) throw std::runtime_error(solution.error().message);
  return *std::move(solution);
}

// The bytes of the values, however they are kept.
inline std::span<std::byte> bytes_of(sweep::Solution& solution) {
  struct Bytes {
    std::span<std::byte> operator()(memory::Cells& cells) const { return cells.bytes(); }
    std::span<std::byte> operator()(ray::SortedCells& cells) const { return cells.bytes(); }
    std::span<std::byte> operator()(family::Section& section) const { return section.bytes(); }
    std::span<std::byte> operator()(offset::Bits& bits) const {
      return std::as_writable_bytes(bits.words());
    }
    std::span<std::byte> operator()(growth::Nimbers&) const { return {}; }  // kept nowhere
  };
  return std::visit(Bytes{}, solution.values);
}

// All values of the box that are reported.
inline std::vector<std::uint32_t> reported_values(const plan::Plan& plan,
                                                  const sweep::Solution& solution) {
  std::vector<std::uint32_t> values;
  for (std::uint64_t rank = 0; rank < plan.positions(); ++rank)
    values.push_back(sweep::value_at(plan, solution, plan.quantity, plan.box.position(rank)));
  return values;
}

}  // namespace grundy::solve
