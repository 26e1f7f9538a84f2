// run/asked.hpp: what is to be solved, and the plan for it.
//
// The command line, the bindings and the benchmarks each read a request in their own way, and pass
// it on as this.
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
  std::string game;   // a name of the catalogue, a .game file or a code, for rules::load
  std::string rules;  // or the text of games; `game` names one of them unless there is only one
  rules::Parameters parameters;
  std::vector<std::int64_t> high;        // inclusive, by coordinate; a single number applies to all
  std::optional<Quantity> quantity;      // none: nimber, under misère play outcome
  std::optional<Convention> convention;  // none: that of the rules
  std::string kernel = "auto";
  std::string executor = "tbb";
  std::size_t threads = 0;                    // 0: one for every core
  std::optional<std::uint64_t> memory_limit;  // bytes; none: what is available
  family::RequestedPasses passes;
  family::RequestedRanks ranks;
  bool on_this_machine = true;  // the plan must fit its memory
};

// Reads "1", "2" .. or "auto". The scratch file is to lie in `scratch`, or if that is empty, beside
// `table`, or if that is empty too, where temporary files lie. Errc::usage.
Result<family::RequestedPasses> passes_from(std::string_view passes,
                                            const std::filesystem::path& scratch,
                                            const std::filesystem::path& table);

// The rules of `game`, or those in `rules`. The errors of rules::load.
Result<rules::Rules> load_rules(const Asked& asked);

// The plan for these rules, or for load_rules. The errors of plan::make_plan and, unless
// `on_this_machine` is false, of plan::check_memory.
Result<plan::Plan> make_plan(const Asked& asked, rules::Rules rules);
Result<plan::Plan> make_plan(const Asked& asked);

// The executor for the plan's threads; serial if the kernel uses only one. Errc::usage for an
// unknown name.
Result<std::unique_ptr<parallel::Executor>> make_executor(const plan::Plan& plan,
                                                          std::string_view name);

}  // namespace grundy::solve
