// c/solve.cpp: boxes solved.
#include "arguments.hpp"
#include "ask/session/solving.hpp"
#include "handles.hpp"
#include "rules/language/parser.hpp"

namespace grundy::c {
namespace {

Result<std::vector<std::int64_t>> high_of(const grundy_solve_options& options) {
  if (options.high == nullptr || options.dimensions == 0 || options.dimensions > max_dimensions)
    return Error{Errc::usage,
                 fmt::format("`high` has {} coordinates, expected 1 for all or one for each",
                             options.high ? options.dimensions : 0)};
  return std::vector(options.high, options.high + options.dimensions);
}

Result<solve::Asked> asked_from(const grundy_solve_options& options) {
  if (!options.game && !options.rules)
    return Error{Errc::usage, "neither `game` nor `rules` says what to solve"};
  const auto parameters = rules::parse_overrides(text_from(options.parameters));
  if (!parameters) return parameters.error();
  const auto high = high_of(options);
  if (!high) return high.error();
  const auto quantity = quantity_from(options.quantity);
  if (!quantity) return quantity.error();
  const auto convention = convention_from(options.convention);
  if (!convention) return convention.error();
  const auto passes = solve::passes_from(options.passes ? options.passes : "1",
                                         text_from(options.scratch), text_from(options.output));
  if (!passes) return passes.error();
  solve::Asked asked;
  asked.passes = *passes;
  asked.game = text_from(options.game);
  asked.rules = text_from(options.rules);
  asked.parameters = *parameters;
  asked.high = *high;
  asked.quantity = *quantity;
  asked.convention = *convention;
  asked.threads = options.threads;
  if (options.kernel) asked.kernel = options.kernel;
  if (options.executor) asked.executor = options.executor;
  if (options.memory_bytes) asked.memory_limit = options.memory_bytes;
  return asked;
}

Result<std::optional<solve::Output>> output_of(const grundy_solve_options& options) {
  const auto store = store_from(options.store);
  if (!store) return store.error();
  if (!options.output && (options.replace != 0 || options.resume != 0))
    return Error{Errc::usage, fmt::format("`{}` is set without `output`: expected both, or neither",
                                          options.resume != 0 ? "resume" : "replace")};
  if (!options.output) return std::optional<solve::Output>();
  solve::Output output;
  output.table = options.output;
  output.force = options.replace != 0;
  output.store = *store;
  output.resume = options.resume != 0;
  return std::optional(std::move(output));
}

Result<solve::CheckCount> check_of(const grundy_solve_options& options) {
  return solve::check_count_from(options.check ? options.check : "auto");
}

session::Watch watch_of(const grundy_solve_options& options) {
  if (!options.progress) return nullptr;
  return [&options](std::uint64_t solved, std::uint64_t total) {
    return options.progress(options.user, solved, total) == 0;
  };
}

Status solve(const grundy_solve_options* given, grundy_table** table) {
  if (Status there = required(table, "table"); !there) return there;
  *table = nullptr;
  const auto options = options_from(given, "grundy_solve_options");
  if (!options) return options.error();
  const auto asked = asked_from(*options);
  if (!asked) return asked.error();
  const auto output = output_of(*options);
  if (!output) return output.error();
  const auto check = check_of(*options);
  if (!check) return check.error();
  auto solved = session::solve(*asked, *output, watch_of(*options), *check);
  if (!solved) return solved.error();
  auto handle = std::make_unique<grundy_table>();
  handle->values = *solved;
  handle->solved = *solved;
  *table = handle.release();
  return {};
}

}  // namespace
}  // namespace grundy::c

int grundy_solve(const grundy_solve_options* options, grundy_table** table) {
  return grundy::c::guarded([&] { return grundy::c::solve(options, table); });
}
