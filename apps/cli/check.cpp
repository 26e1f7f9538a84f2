// cli/check.cpp: `grundy check`, somebody's own law.
#include "law/check.hpp"

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "interrupt.hpp"
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

Json counterexample_json(const law::Counterexample& found, Quantity quantity) {
  const auto value = [&](std::int64_t number) {
    return quantity == Quantity::nimber ? Json(number)
                                        : Json(to_string(static_cast<Outcome>(number)));
  };
  return {{"position", found.position},
          {"claimed", value(found.claimed)},
          {"value", found.value ? value(*found.value) : Json()},
          {"by_itself", found.by_itself},
          {"option", found.option ? Json(*found.option) : Json()}};
}

Json to_json(const law::Task& task, const law::Checked& checked) {
  Json law;
  law["kind"] = "claim";
  law["status"] = to_string(checked.standing);
  law["text"] = task.claim.text;
  law["domain"] = checked.standing == law::Standing::verified ? "box" : "all";
  law["certificate"] = Json();
  law["proof"] = checked.proof.empty() ? Json() : Json(checked.proof);
  law["why_not_proved"] = checked.why_not.empty() ? Json() : Json(checked.why_not);
  law["wins"] = checked.wins.empty() ? Json() : Json(checked.wins);
  law["counterexample"] = checked.counterexample
                              ? counterexample_json(*checked.counterexample, task.claim.quantity)
                              : Json();
  law["seconds"] = checked.seconds;
  return {{"game", task.rules.name},
          {"value", to_string(task.claim.quantity)},
          {"convention", to_string(task.convention)},
          {"box", checked.box.high},
          {"laws", Json::array({law})},
          {"statistics", Json::object()}};
}

void print_for_people(const law::Task& task, const law::Checked& checked) {
  fmt::print("{}: {}{}\n", task.rules.name, task.claim.text,
             task.convention == Convention::misere ? ", misère play" : "");
  const std::string compared =
      fmt::format("all {} positions up to {}", grouped(checked.box.volume().value_or(0)),
                  to_string(checked.box.high));
  switch (checked.standing) {
    case law::Standing::proved:
      fmt::print("  proved      for all positions: {}\n", checked.proof);
      fmt::print("  compared    with {}\n", compared);
      if (!checked.wins.empty()) fmt::print("  wins        {}\n", checked.wins);
      break;
    case law::Standing::verified:
      fmt::print("  verified    on {}\n", compared);
      fmt::print("  not proved  {}\n", checked.why_not);
      break;
    case law::Standing::refuted:
      fmt::print("  refuted     {}\n", checked.counterexample
                                           ? to_string(*checked.counterexample, task.claim.quantity)
                                           : "beyond the box, by linear arithmetic (isl)");
  }
  fmt::print("  took        {}\n", duration(checked.seconds));
}

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
    print(to_json(*task, *checked));
  else
    print_for_people(*task, *checked);
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
