// law/find.hpp: looks for a law of a game: guesses it from a small box, compares it with one at
// least 8 times as large, and lets it be proved.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "law/check.hpp"
#include "law/misere.hpp"
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
  Limits limits;                   // of all proofs together
  Solving solving;
  std::function<void(std::string)> stage = nullptr;  // told what is done once the box is solved
};

// Why not all guesses were made and all proofs tried.
enum class Unfinished : std::uint8_t { no, out_of_time, stopped };

struct Found {
  Box box;  // that guesses were compared with
  std::optional<Law> law;
  double seconds = 0;
  std::optional<Statistics> statistics = {};  // where there is no law
  std::optional<MisereHeaps> misere = {};     // under misère play, of heaps
  Unfinished unfinished = Unfinished::no;     // then the law is the best one so far
};

// The first guess that is proved, else the period that solving proved, else the first guess that is
// verified, else none. Errors are those of solving the box, Errc::interrupted among them: once it
// is solved, what was found until solving.stop is told. Errc::usage for a box that is too small to
// test a guess on what it was not made from.
Result<Found> find(const Question& question);

}  // namespace grundy::law
