// law/find.hpp: searches for a law of a game: guesses it from a small box, compares it with a box
// at least 8 times as large, and tries to prove it.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "law/check.hpp"
#include "law/observations.hpp"
#include "law/sequence.hpp"

namespace grundy::law {

struct Law {
  // How it was guessed: "period", "intervals", "function", "rows", "xor", "residues" or "beatty";
  // or from what it follows: "range" or "automaton".
  std::string kind;
  std::string text;
  std::optional<rules::Claim> claim;  // none: only that values repeat, which solving has proved
  Checked checked;                    // proved or verified
  std::optional<Progression> progression = {};  // for values along one coordinate
  std::vector<std::uint32_t> values =
      {};                              // without a claim: those up to the end of the first period
  std::optional<RangeLaw> range = {};  // without a claim, too, as the next
  std::optional<Automaton> automaton = {};
};

struct Question : Subject {
  std::function<void(std::string)> stage = nullptr;  // called with each step after solving the box
};

// Whether all guesses were made and all proofs tried, or why not.
enum class Unfinished : std::uint8_t { no, out_of_time, stopped };

struct Found {
  Box box;  // that guesses were compared with
  std::optional<Law> law;
  double seconds = 0;
  std::optional<Statistics> statistics = {};  // if there is no law
  std::optional<MisereHeaps> misere = {};     // under misère play, of heaps
  Unfinished unfinished = Unfinished::no;     // if not `no`, the law is the best one so far
};

// The first guess or derived law that is proved, else the period that solving proved, else the
// first guess that is verified, else none. The errors of solving the box, Errc::interrupted among
// them; once it is solved, solving.stop ends the search and what was found is returned. Errc::usage
// if the box is too small to test a guess on positions that it was not made from.
Result<Found> find(const Question& question);

}  // namespace grundy::law
