// cli/plan.cpp: `grundy plan`, what a solve would do and why.
#include <fmt/format.h>

#include <memory>

#include "ask/session/plan_text.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"

namespace grundy::cli {
namespace {

Status show_plan(const PlanChoice& choice, bool as_json) {
  const auto plan = choice.plan(/*table=*/"", /*solved_here=*/false);
  if (!plan) return plan.error();
  if (as_json)
    print(session::to_json(*plan));
  else
    fmt::print("{}", session::explain(*plan));
  return {};
}

}  // namespace

void add_plan(CLI::App& app, Status& result) {
  CLI::App* command =
      app.add_subcommand("plan", "Explain what a solve would do, and why, without doing it");
  const auto choice = std::make_shared<PlanChoice>();
  const auto as_json = std::make_shared<bool>(false);
  choice->add_to(*command);
  choice->add_ranks_to(*command, 65536,
                       "On N ranks of a cluster: memory of each, messages and bytes, "
                       "efficiency");
  command->add_flag("--json", *as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy plan cards --box 30 --value outcome\n"
      "  grundy plan 0.137 --box 1000000 --json");
  command->callback([&result, choice, as_json] { result = show_plan(*choice, *as_json); });
}

}  // namespace grundy::cli
