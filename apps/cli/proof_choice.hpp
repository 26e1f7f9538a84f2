// cli/proof_choice.hpp: the options that `grundy check` and `grundy law` share.
#pragma once
#include <string>

#include "interrupt.hpp"
#include "law/certificate/section.hpp"
#include "options.hpp"

namespace grundy::cli {

// GAME --param K=V --slice 1,: --box N[,N...] --misere --seconds S --memory BYTES --json
struct ProofChoice {
  GameChoice game;
  std::string slice;
  std::string box;
  bool misere = false;
  double seconds = 60;
  std::string memory;
  bool as_json = false;

  // box_help: what the box is for.
  void add_to(CLI::App& command, const std::string& box_help);

  // As a law::Task or law::Question, but for what only one of them has.
  template <class Asked>
  Result<Asked> ask() const {
    auto rules = game.load();
    if (!rules) return rules.error();
    const auto limit = memory_limit(memory);
    if (!limit) return limit.error();
    Asked asked;
    asked.limits = {seconds, *limit / 2};
    if (!slice.empty()) {
      auto section = section_from(slice, *rules);
      if (!section) return section.error();
      asked.section = *std::move(section);
      rules = law::section_of(*rules, asked.section, asked.limits, &stop_on_interrupt());
      if (!rules) return rules.error();
    }
    asked.convention = misere ? Convention::misere : rules->convention;
    if (!box.empty()) {
      auto high = parse_box(box, *rules);
      if (!high) return high.error();
      asked.high = *std::move(high);
    }
    asked.rules = *std::move(rules);
    asked.solving.memory_limit = *limit / 2;
    asked.solving.stop = &stop_on_interrupt();
    return asked;
  }

 private:
  // "1,:" of two coordinates.
  static Result<law::presburger::Section> section_from(const std::string& text,
                                                       const rules::Rules& rules);
};

}  // namespace grundy::cli
