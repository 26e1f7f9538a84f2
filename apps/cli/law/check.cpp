// cli/law/check.cpp: `grundy check`, somebody's own law.
#include "law/check.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/law/emit_choice.hpp"
#include "cli/law/law_text.hpp"
#include "cli/law/proof_choice.hpp"
#include "cli/text.hpp"
#include "law/report.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::cli {
namespace {

struct CheckChoice {
  ProofChoice proof;
  EmitChoice emit;
  std::string claim;
  std::size_t threads = 0;
};

Result<law::Task> task_of(const CheckChoice& choice) {
  auto subject = choice.proof.ask();
  if (!subject) return subject.error();
  auto claim = rules::parse_claim(choice.claim, subject->rules);
  if (!claim) return claim.error();
  subject->solving.threads = choice.threads;
  return law::task_of(*std::move(subject), *std::move(claim));
}

Status run_check(const CheckChoice& choice, bool& answer_is_no) {
  const auto task = task_of(choice);
  if (!task) return task.error();
  const auto checked = law::check(*task);
  if (!checked) return checked.error();
  answer_is_no = checked->standing == law::Standing::refuted;
  if (const auto form = choice.emit.form()) {
    const auto text = law::function_of(*task, *checked, *form);
    if (!text) return text.error();
    fmt::print("{}", *text);
  } else if (choice.proof.as_json) {
    print(law::report(*task, *checked));
  } else {
    print_headline(*task, task->claim.text);
    print_standing(*task, *checked);
    print_took(checked->seconds);
  }
  return {};
}

}  // namespace

void add_check(CLI::App& app, Status& result, bool& answer_is_no) {
  CLI::App* command = app.add_subcommand("check", about_check);
  const auto choice = std::make_shared<CheckChoice>();
  choice->proof.add_to(*command,
                       "Compare with all positions up to here (default: as many as are solved in "
                       "about a second)");
  command
      ->add_option("--claim", choice->claim,
                   "'P when CONDITION', 'N when CONDITION' or 'nimber = NUMBER', in the terms of "
                   "the rules, 'a bxor b' and 'n in SET'; of nimbers also 'A when C, B when D, E'")
      ->required()
      ->type_name("CLAIM");
  choice->emit.add_to(*command, false);
  command->add_option("--threads", choice->threads, "Threads to use (default: one for every core)")
      ->check(CLI::Range(1, 1024));
  command->footer(
      "Examples:\n"
      "  grundy check kiki --claim 'P when n mod 2 = 1 and m mod 2 = 1'\n"
      "  grundy check nim3 --claim 'nimber = a bxor b bxor c' --box 100\n"
      "  grundy check bash --claim 'nimber = n mod 4' --emit python\n"
      "Exit status: 0 proved or verified; 1 refuted.");
  command->callback(
      [&result, &answer_is_no, choice] { result = run_check(*choice, answer_is_no); });
}

}  // namespace grundy::cli
