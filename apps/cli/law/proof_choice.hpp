// cli/law/proof_choice.hpp: the options that `grundy check` and `grundy law` share.
#pragma once
#include <string>

#include "ask/laws/laws.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"

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
  template <class To>
  Result<To> ask() const {
    auto rules = game.load();
    if (!rules) return rules.error();
    const auto asked = asked_of(*rules);
    if (!asked) return asked.error();
    return session::law_asked<To>(*asked, *std::move(rules), &stop_on_interrupt());
  }

 private:
  Result<session::LawAsked> asked_of(const rules::Rules& rules) const;
};

}  // namespace grundy::cli
