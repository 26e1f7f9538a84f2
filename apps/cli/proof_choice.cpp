#include "proof_choice.hpp"

#include <fmt/format.h>

namespace grundy::cli {

void ProofChoice::add_to(CLI::App& command, const std::string& box_help) {
  game.add_to(command);
  command
      .add_option("--slice", slice,
                  "A number or `:` for each coordinate: only positions up to these numbers, if no "
                  "move leaves them")
      ->type_name("N|:,...");
  command.add_option("--box", box, box_help)->type_name("N[,N...]");
  command.add_flag("--misere", misere, "Whoever cannot move wins");
  command.add_option("--seconds", seconds, "Give up each proof after this time")
      ->check(seconds_of_time())
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str()
      ->type_name("S");
  command
      .add_option("--memory", memory,
                  "Half of this for proofs, half for the box (default: what is free)")
      ->type_name("BYTES");
  command.add_flag("--json", as_json, "One JSON object");
}

Result<law::presburger::Section> ProofChoice::section_from(const std::string& text,
                                                           const rules::Rules& rules) {
  law::presburger::Section section;
  for (const std::string& part : CLI::detail::split(text, ',')) {
    if (part == ":") {
      section.push_back(std::nullopt);
      continue;
    }
    const auto number = parse_integers(part);
    if (!number || number->size() != 1)
      return Error{Errc::usage,
                   fmt::format("--slice {}: `{}` is neither a number nor `:`", text, part)};
    section.push_back(number->front());
  }
  if (section.size() != rules.dimensions())
    return Error{Errc::usage, fmt::format("--slice {}: {} has {} coordinates", text, rules.name,
                                          rules.dimensions())};
  return section;
}

}  // namespace grundy::cli
