// cli/proof_choice.hpp: the options that `grundy check` and `grundy law` share.
#pragma once
#include <string>

#include "interrupt.hpp"
#include "options.hpp"

namespace grundy::cli {

// GAME --param K=V --box N[,N...] --misere --seconds S --memory BYTES --json
struct ProofChoice {
  GameChoice game;
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
    asked.convention = misere ? Convention::misere : rules->convention;
    if (!box.empty()) {
      auto high = parse_box(box, *rules);
      if (!high) return high.error();
      asked.high = *std::move(high);
    }
    asked.rules = *std::move(rules);
    asked.limits = {seconds, *limit / 2};
    asked.solving.memory_limit = *limit / 2;
    asked.solving.stop = &stop_on_interrupt();
    return asked;
  }
};

}  // namespace grundy::cli
