// methods/scope.hpp: what is to be solved, and by which means, before a family is chosen.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/box.hpp"
#include "base/value.hpp"
#include "compile/compile.hpp"
#include "ranks/transport.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"
#include "tiles/schedule.hpp"

namespace grundy::family {

// What is asked for where a family can solve in passes: with a part of its working memory at a
// time, and the values in a file without a name.
struct PassesAsked {
  std::uint64_t count = 1;             // 0: as few as memory allows
  std::filesystem::path scratch = {};  // the folder of the file
};

// Ranks that solve together, where a family can be spread over some (ranks/transport.hpp).
struct RanksAsked {
  std::size_t count = 1;
  cluster::Transport* transport = nullptr;  // null: all in this process
  std::size_t on_a_machine = 1;             // of them share the memory
  // Sides of the blocks of a box of which one rank gathers all values: a table's shards. Null: rank
  // 0 gathers all.
  std::vector<std::int64_t> (*owner_blocks)(const Box& box) = nullptr;
};

struct Scope {
  rules::Rules rules;
  Quantity quantity;
  Quantity computed;  // nimber where outcomes are found by nimbers
  Convention convention;
  Box box;
  Box closure;
  rules::Descent descent;
  tiles::Schedule schedule;
  std::uint64_t program_bytes;  // what the process holds before it solves
  std::uint64_t memory_limit;
  std::size_t threads;
  compile::Proofs proofs;
  PassesAsked passes = {};
  RanksAsked ranks = {};

  std::uint64_t positions() const { return *box.volume(); }
  std::uint64_t closure_positions() const { return *closure.volume(); }
};

}  // namespace grundy::family
