// cli/check.cpp: `grundy check`, somebody's own law.
#include "law/check.hpp"

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "interrupt.hpp"
#include "law_text.hpp"
#include "options.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

struct CheckChoice {
  GameChoice game;
  std::string claim;
  std::string box;
  bool misere = false;
  double seconds = 60;
  std::size_t threads = 0;
  std::string memory;
  bool as_json = false;
};

Result<law::Task> task_of(const CheckChoice& choice) {
  auto rules = choice.game.load();
  if (!rules) return rules.error();
  auto claim = rules::parse_claim(choice.claim, *rules);
  if (!claim) return claim.error();
  const auto limit = memory_limit(choice.memory);
  if (!limit) return limit.error();
  law::Task task;
  task.convention = choice.misere ? Convention::misere : rules->convention;
  if (!choice.box.empty()) {
    auto high = parse_box(choice.box, *rules);
    if (!high) return high.error();
    task.high = *std::move(high);
  }
  task.rules = *std::move(rules);
  task.claim = *std::move(claim);
  task.limits = {choice.seconds, *limit / 2};
  task.solving.threads = choice.threads;
  task.solving.memory_limit = *limit / 2;
  task.solving.stop = &stop_on_interrupt();
  return task;
}

Status run_check(const CheckChoice& choice, bool& answer_is_no) {
  const auto task = task_of(choice);
  if (!task) return task.error();
  const auto checked = law::check(*task);
  if (!checked) return checked.error();
  if (choice.as_json)
    print(laws_json({task->rules.name, task->claim.quantity, task->convention, checked->box},
                    {law_json("claim", task->claim, *checked)}));
  else
    print_law(task->rules, task->convention, task->claim, *checked);
  answer_is_no = checked->standing == law::Standing::refuted;
  return {};
}

}  // namespace

void add_check(CLI::App& app, Status& result, bool& answer_is_no) {
  CLI::App* command =
      app.add_subcommand("check", "Prove, verify or refute what somebody claims of a game");
  const auto choice = std::make_shared<CheckChoice>();
  choice->game.add_to(*command);
  command
      ->add_option("--claim", choice->claim,
                   "'P when CONDITION', 'N when CONDITION' or 'nimber = NUMBER', in the terms of "
                   "the rules; of nimbers also xor, written bxor, and 'A when C, B when D, E'")
      ->required()
      ->type_name("CLAIM");
  command
      ->add_option("--box", choice->box,
                   "Compare with all positions up to here (default: as many as are solved in "
                   "about a second)")
      ->type_name("N[,N...]");
  command->add_flag("--misere", choice->misere, "Whoever cannot move wins");
  command->add_option("--seconds", choice->seconds, "Give up the proof after this time")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str()
      ->type_name("S");
  command->add_option("--threads", choice->threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--memory", choice->memory,
                   "Half of this for the proof, half for the box (default: what is free)")
      ->type_name("BYTES");
  command->add_flag("--json", choice->as_json, "One JSON object");
  command->footer(
      "Examples:\n"
      "  grundy check kiki --claim 'P when n mod 2 = 1 and m mod 2 = 1'\n"
      "  grundy check nim3 --claim 'nimber = a bxor b bxor c' --box 100\n"
      "Exit status: 0 proved or verified; 1 refuted.");
  command->callback(
      [&result, &answer_is_no, choice] { result = run_check(*choice, answer_is_no); });
}

}  // namespace grundy::cli
