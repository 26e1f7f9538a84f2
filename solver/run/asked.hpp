// run/asked.hpp: what people ask to be solved, and the plan for it.
//
// The command line, the bindings and the benchmarks read a request each in their own way;
// from here on they are alike.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/value.hpp"
#include "plan/plan.hpp"
#include "rules/rules.hpp"

namespace grundy::solve {

struct Asked {
  std::string game;   // of the catalogue, a .game file or a code: what rules::load takes
  std::string rules;  // or the text of games, of which `game` names one unless there is only one
  rules::Parameters parameters;
  std::vector<std::int64_t> high;        // inclusive, by coordinate; a single one stands for all
  std::optional<Quantity> quantity;      // none: nimber, under misère play outcome
  std::optional<Convention> convention;  // none: as the rules say
  std::string kernel = "auto";
  std::string executor = "tbb";
  std::size_t threads = 0;                    // 0: one for every core
  std::optional<std::uint64_t> memory_limit;  // bytes; none: what is free
  family::PassesAsked passes;
  family::RanksAsked ranks;
  bool on_this_machine = true;  // the plan must fit its memory
};

// "1", "2" .. or "auto". The scratch file is to lie in `scratch`, else beside `table`, else where
// temporary files do; those may be empty. Errc::usage.
Result<family::PassesAsked> passes_from(std::string_view passes,
                                        const std::filesystem::path& scratch,
                                        const std::filesystem::path& table);

// The rules of `game` or out of `rules`. Errors are those of rules::load.
Result<rules::Rules> load_rules(const Asked& asked);

// The plan for these rules. Errors: those of plan::make_plan and, if it does not fit the memory,
// of plan::check_memory.
Result<plan::Plan> make_plan(const Asked& asked, rules::Rules rules);
Result<plan::Plan> make_plan(const Asked& asked);

// What runs the plan's threads; serial where the kernel uses one alone.
Result<std::unique_ptr<parallel::Executor>> make_executor(const plan::Plan& plan,
                                                          std::string_view name);

}  // namespace grundy::solve
