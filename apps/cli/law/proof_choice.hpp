// cli/law/proof_choice.hpp: the options that `grundy check` and `grundy law` share.
#pragma once
#include <cstdint>
#include <optional>
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
  std::optional<std::uint64_t> memory;
  bool as_json = false;

  // box_help: what the box is for.
  void add_to(CLI::App& command, const std::string& box_help);

  Result<law::Subject> ask() const;

 private:
  Result<session::LawAsked> asked_of(const rules::Rules& rules) const;
};

}  // namespace grundy::cli
