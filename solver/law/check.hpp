// law/check.hpp: somebody's own law, proved, verified or refuted. Start reading here.
//
// A child process tries to prove the claim for all positions (law/presburger/), while this one
// compares it with the values of a box. So a claim that is not linear arithmetic, or takes too long
// to prove, is verified on the box at least; and a claim that is refuted beyond the box gets a
// larger one, to tell a counterexample with its true value.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "law/box.hpp"
#include "law/certificate/certificate.hpp"
#include "law/child/child.hpp"
#include "law/counterexample.hpp"

namespace grundy::law {

enum class Standing : std::uint8_t {
  proved,    // for all positions
  verified,  // equal on every position of the box
  refuted,
};

std::string_view to_string(Standing standing) noexcept;

struct Task {
  rules::Rules rules;  // of the section, where there is one
  presburger::Section section = {};
  rules::Claim claim;
  Convention convention = Convention::normal;
  // Of the box; none: as much as is solved in about a second, or, where not even a small one fits
  // the memory, nothing.
  std::vector<std::int64_t> high;
  Limits limits;  // of the proof
  Solving solving;
};

struct Checked {
  Standing standing;
  Box box;              // that was compared; none where not even a small one fits the memory
  std::string proof;    // proved: by what
  std::string why_not;  // verified: why it is not proved
  std::string wins;     // proved outcomes: winning moves, as text
  std::optional<Counterexample> counterexample;
  double seconds = 0;
  std::optional<presburger::Repetition> repetition = {};  // where that is the proof
  bool out_of_time = false;                               // verified: and so it was not proved
};

// Of a claim that was verified and not proved.
std::string no_proof_within(double seconds);

// Errors: those of solving the box, and of a claim that says nothing about a position of it.
Result<Checked> check(const Task& task);

// The same on a box that is solved, task.high.
Result<Checked> check_on(const Task& task, const Values& values);

// Whether a claim of nimbers breaks the definition at a position: what it says there does not
// follow from what it says of the options. False too where these are too many, or it says nothing.
bool contradicts_itself(const Task& task, const Position& at);

}  // namespace grundy::law
