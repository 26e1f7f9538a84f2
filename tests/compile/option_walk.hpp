// compile/option_walk.hpp: the options that a program has, beside those that its rules have.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compile/compile.hpp"
#include "kernels/generic/runs.hpp"
#include "oracle/options.hpp"
#include "rules/rules.hpp"
#include "support/oracle_effort.hpp"

namespace grundy::compile {

using oracle::Sum;
using rules::Rules;

// The options of one position after another.
class Walk {
 public:
  explicit Walk(const CompiledRules& compiled)
      : program_(compiled.program()),
        outer_(program_.registers * kernels::lanes),
        inner_(outer_.size()),
        ready_(program_.rules.size()) {
    kernels::fill_constants(program_, columns());
  }

  // Ascending, those that are met twice twice; none where the game is over.
  std::vector<Sum> options(const Position& position) {
    for (std::size_t axis = 0; axis < position.size(); ++axis)
      outer_[axis * kernels::lanes] = position[axis];
    kernels::begin_batch(program_, columns(), 1);
    std::vector<Sum> found;
    if (program_.over != kernels::no_register && outer_[program_.over * kernels::lanes] != 0)
      return found;
    kernels::visit_runs(program_, columns(), 1, 0, [&](const kernels::Run& run) {
      for (std::size_t i = 0; i < run.count; ++i) found.push_back(option(run, i));
      return false;
    });
    std::ranges::sort(found);
    return found;
  }

 private:
  kernels::Columns columns() { return {outer_, inner_, ready_}; }

  Sum option(const kernels::Run& run, std::size_t i) const {
    Sum sum(run.summands, Position(program_.dimensions));
    for (std::size_t s = 0; s < run.summands; ++s)
      for (std::size_t axis = 0; axis < program_.dimensions; ++axis)
        sum[s][axis] = run.output(s * program_.dimensions + axis, i);
    std::ranges::sort(sum);
    return sum;
  }

  const kernels::Program& program_;
  std::vector<std::int64_t> outer_, inner_;
  std::vector<kernels::Ready> ready_;
};

// Those that lie in the box, ascending, repeats included.
inline Result<std::vector<Sum>> by_definition(const Rules& rules, const Box& box,
                                              const Position& at) {
  std::vector<Sum> found;
  const auto keep = [&](Sum option) -> Status {
    if (std::ranges::all_of(option, [&](const Position& part) { return box.contains(part); }))
      found.push_back(std::move(option));
    return {};
  };
  if (const Status status = oracle::for_each_option(rules, at, keep); !status)
    return status.error();
  std::ranges::sort(found);
  return found;
}

struct Counts {
  std::size_t rules = 0;
  std::size_t refused = 0;  // as numbers that may overflow, as far as is proved
  std::size_t replayed = 0;
  std::size_t positions = 0;
  std::size_t options = 0;
  std::size_t undefined = 0;  // positions at which the oracle divides by 0
};

// Whether the oracle has too much to try there.
inline bool is_far(const Rules& rules, const Position& at) {
  return std::ranges::any_of(rules.options, [&](const rules::OptionRule& rule) {
    return support::tries_of(rules, rule, at) > 1000;
  });
}

inline void expect_options(const Rules& rules, const Box& box, Counts& counts) {
  const auto trusted = compile(rules, box, Outputs::coordinates);
  counts.refused += trusted ? 0U : 1U;
  if (!trusted) return;
  const auto replayed = compile(rules, box, Outputs::coordinates, Proofs::replayed);
  counts.replayed += replayed ? 1U : 0U;
  Walk walk(*trusted);
  std::optional<Walk> replay;
  if (replayed) replay.emplace(*replayed);
  ++counts.rules;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    if (is_far(rules, at)) continue;
    const auto found = walk.options(at);
    if (replay) {
      ASSERT_EQ(replay->options(at), found) << "replayed at " << to_string(at);
    }
    const auto expected = by_definition(rules, box, at);
    counts.undefined += expected ? 0U : 1U;
    if (!expected) continue;
    ASSERT_EQ(found, *expected) << "at " << to_string(at);
    ++counts.positions;
    counts.options += found.size();
  }
}

}  // namespace grundy::compile
