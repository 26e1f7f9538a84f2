#include "cli/law/proof_choice.hpp"

namespace grundy::cli {

void ProofChoice::add_to(CLI::App& command, const std::string& box_help) {
  game.add_to(command);
  command
      .add_option("--slice", slice,
                  "A number or `:` for each coordinate: only positions up to these numbers, if no "
                  "move leaves them")
      ->type_name("N|:,...");
  command.add_option("--box", box, box_help)->type_name("N[,N...]");
  command.add_flag("--misere", misere, "The player who cannot move wins");
  command.add_option("--seconds", seconds, "Give up proofs after this time, all together")
      ->check(seconds_of_time())
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str()
      ->type_name("S");
  add_memory(command, memory, "Half of this for proofs, half for the box (default: what is free)");
  command.add_flag("--json", as_json, "One JSON object");
}

Result<session::LawAsked> ProofChoice::asked_of(const rules::Rules& rules) const {
  session::LawAsked asked;
  asked.section = slice;
  asked.seconds = seconds;
  asked.solve.memory_limit = memory_limit(memory);
  if (misere) asked.solve.convention = Convention::misere;
  if (!box.empty()) {
    auto high = parse_box(box, rules);
    if (!high) return high.error();
    asked.solve.high = *std::move(high);
  }
  return asked;
}

Result<law::Subject> ProofChoice::ask() const {
  auto rules = game.load();
  if (!rules) return rules.error();
  const auto asked = asked_of(*rules);
  if (!asked) return asked.error();
  return session::law_asked(*asked, *std::move(rules), &stop_on_interrupt());
}

}  // namespace grundy::cli
