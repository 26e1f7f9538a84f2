// compile/box_walk.hpp: all play in a box, depth first: whether it ends, and an order in which
// every position comes after its options.
//
// It is for rules of which no proof says that play ends (rules/proofs/termination.hpp). What is
// walked is what is proved.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "base/error.hpp"
#include "compile/compile.hpp"

namespace grundy::compile {

// Positions of which each leads to the next one by a move, as one of the positions of a sum, and
// the last one to the first.
using Cycle = std::vector<Position>;

// Errc::rules: play need not end, with the moves of the cycle and the rule at fault. `box` is the
// one that was walked through.
Error to_error(const rules::Rules& rules, const Box& box, const Cycle& cycle);

// Bytes of the marks of a walk, without its path.
std::uint64_t walk_bytes(const Box& box);

// Visits every position of `box` that play from positions of `roots` reaches, after all its
// options, and calls finish(rank) with its rank in `box`. Returns a cycle if play comes back to a
// position, without detours. `program` gives the ranks in `box`, where play from `roots` stays.
//
// Takes two bits for each position of the box and 8 bytes for each on the path, and as much again
// for options that wait. Errc::memory if these are more than `most_bytes`, Errc::interrupted if
// must_stop() is true.
Result<std::optional<Cycle>> walk(const CompiledRules& program, const Box& box, const Box& roots,
                                  std::uint64_t most_bytes, const std::function<bool()>& must_stop,
                                  const std::function<void(std::uint64_t rank)>& finish);

}  // namespace grundy::compile
