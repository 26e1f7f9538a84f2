// cli/measure/bench_machine.hpp: the machine that something was measured on, as Linux describes it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/quota.hpp"
#include "cli/text.hpp"

namespace grundy::cli {

struct Cache {
  int level;
  std::string type;  // "Data", "Instruction" or "Unified"
  std::uint64_t bytes;
  std::size_t sharers;  // cores that share one
};

// Texts are empty, and counts 0, where Linux does not tell.
struct Machine {
  std::string processor;
  std::size_t cores;          // that this process may use
  std::string online;         // cores as Linux lists them: "0-3,8"
  std::string affinity;       // those that this process is bound to
  std::size_t nodes;          // of NUMA
  std::optional<bool> smt;    // whether cores run several threads each
  std::vector<Cache> caches;  // of core 0
  std::string kernel;
  std::string governor;  // of core 0's frequency
  std::uint64_t memory;  // bytes that could be taken now
  Quota quota;
  std::string compiler;  // "g++ 12.2.0"
  std::string isa;       // SIMD target of the kernels

  // Of all caches of the last level together; 0 if unknown.
  std::uint64_t last_caches() const;
};

// `root` stands before every path that is read.
Machine this_machine(const std::string& root = "");

// The processes that wanted to run, averaged over a minute; negative if unknown.
double load_average(const std::string& root = "");

Json to_json(const Machine& machine);

// In lines of at most 80 columns.
std::string to_text(const Machine& machine);

// Joined by commas, in lines of at most 80 columns.
std::string lines_of(const std::vector<std::string>& items);

}  // namespace grundy::cli
