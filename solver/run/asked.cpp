#include "run/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/machine.hpp"
#include "plan/cost.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/parser.hpp"
#include "table/array_format.hpp"

namespace grundy::solve {
namespace {

// What will be loaded by the time of solving: the program's own code, stacks of threads, and memory
// that the heap does not return.
constexpr std::uint64_t still_to_load = 10 << 18;

Result<rules::Rules> pick(std::vector<rules::Rules> games, std::string_view name) {
  if (name.empty() && games.size() == 1) return std::move(games.front());
  if (name.empty())
    return Error{Errc::usage, fmt::format("the rules hold {} games ({}), expected one; say which",
                                          games.size(), rules::names_of(games))};
  const auto found = std::ranges::find(games, name, &rules::Rules::name);
  if (found != games.end()) return std::move(*found);
  return Error{Errc::usage, fmt::format("the rules hold no game `{}`, but {}", rules::excerpt(name),
                                        rules::names_of(games))};
}

// The folder that TMPDIR names, or /tmp.
std::filesystem::path temporary_folder() {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(none);
  return none ? "/tmp" : folder;
}

std::filesystem::path folder_beside(std::filesystem::path table) {
  if (table.filename().empty()) table = table.parent_path();  // it was given as T.zarr/
  return table.has_parent_path() ? table.parent_path() : ".";
}

}  // namespace

Result<family::RequestedPasses> passes_from(std::string_view passes,
                                            const std::filesystem::path& scratch,
                                            const std::filesystem::path& table) {
  family::RequestedPasses asked{0, scratch};
  if (scratch.empty()) asked.scratch = table.empty() ? temporary_folder() : folder_beside(table);
  if (passes == "auto") return asked;
  const char* const end = passes.data() + passes.size();
  const auto [next, failure] = std::from_chars(passes.data(), end, asked.count);
  if (failure == std::errc() && next == end && asked.count > 0) return asked;
  return Error{Errc::usage, fmt::format("option `passes` takes 1, 2, 3 .. or auto, not '{}'",
                                        rules::excerpt(passes))};
}

Result<rules::Rules> load_rules(const Asked& asked) {
  if (asked.rules.empty()) return rules::load(asked.game, asked.parameters);
  auto games = rules::parse(asked.rules, "rules", asked.parameters);
  if (!games) return games.error();
  return pick(*std::move(games), asked.game);
}

Result<plan::Plan> make_plan(const Asked& asked, rules::Rules rules) {
  if (Status s = parallel::check_threads(asked.threads); !s) return s.error();
  plan::Request request;
  request.high = asked.high;
  if (request.high.size() == 1) request.high.resize(rules.written_dimensions(), asked.high.front());
  request.convention = asked.convention.value_or(rules.convention);
  request.quantity = asked.quantity.value_or(
      request.convention == Convention::misere ? Quantity::outcome : Quantity::nimber);
  request.rules = std::move(rules);
  request.threads = asked.executor == "serial" ? 1
                    : asked.threads            ? asked.threads
                                               : parallel::available_cores();
  request.memory_limit = asked.memory_limit;
  request.kernel = asked.kernel;
  request.passes = asked.passes;
  request.ranks = asked.ranks;
  request.ranks.owner_blocks = [](const Box& box) { return table::choose_layout(box).shard; };
  request.program_bytes = memory::resident_memory() + still_to_load;
  auto plan = plan::make_plan(request);
  if (!plan) return plan;
  // Planning takes memory that the process keeps.
  plan->program_bytes = memory::resident_memory() + still_to_load;
  if (!asked.on_this_machine) return plan;
  if (const Status fits = plan::check_memory(*plan); !fits) return fits.error();
  return plan;
}

Result<plan::Plan> make_plan(const Asked& asked) {
  auto rules = load_rules(asked);
  if (!rules) return rules.error();
  return make_plan(asked, *std::move(rules));
}

Result<std::unique_ptr<parallel::Executor>> make_executor(const plan::Plan& plan,
                                                          std::string_view name) {
  return parallel::make_executor(plan.kernel() == search::kernel ? "serial" : name, plan.threads);
}

}  // namespace grundy::solve
