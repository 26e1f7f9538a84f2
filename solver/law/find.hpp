// law/find.hpp: looks for a law of a game: guesses it from a small box, compares it with one at
// least 8 times as large, and lets it be proved.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "law/check.hpp"
#include "law/sequence.hpp"
#include "law/statistics.hpp"

namespace grundy::law {

struct Law {
  std::string kind;  // "period", "xor" or "residues": how it was guessed
  std::string text;
  std::optional<rules::Claim>
      claim;        // none: only that values repeat, for which solving has a proof
  Checked checked;  // proved or verified
  std::optional<Progression> progression = {};  // of values along one coordinate
  std::vector<std::uint32_t> values = {};  // where no claim tells them, those before they repeat
};

struct Question {
  rules::Rules rules;  // of the section, where there is one
  presburger::Section section = {};
  Quantity quantity = Quantity::nimber;
  Convention convention = Convention::normal;
  std::vector<std::int64_t> high;  // of the box that laws are compared with; none: as in Task
  Limits limits;                   // of each proof
  Solving solving;
};

struct Found {
  Box box;  // that guesses were compared with
  std::optional<Law> law;
  double seconds = 0;
  std::optional<Statistics> statistics = {};  // where there is no law
};

// The first guess that is proved, else the period that solving proved, else the first guess that is
// verified, else none. Errors are those of
// solving the box; Errc::usage for a box that is too small to test a guess on what it was not made
// from.
Result<Found> find(const Question& question);

}  // namespace grundy::law
