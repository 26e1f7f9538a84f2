// law/check.hpp: a law that the user claims: proved, verified or refuted. Start reading here.
//
// A child process tries to prove the claim for all positions (law/automata/prove.hpp), while this
// one compares it with the values of a box. So a claim that is not linear arithmetic, or takes
// too long to prove, is at least verified on the box. If a claim is refuted beyond the box, a
// larger box is solved to report a counterexample with its true value.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "law/box.hpp"
#include "law/certificate/certificate.hpp"

namespace grundy::law {

enum class Standing : std::uint8_t {
  proved,    // for all positions
  verified,  // equal on every position of the box
  refuted,
};

std::string_view to_string(Standing standing) noexcept;

struct Task : Subject {
  rules::Claim claim;  // of the same quantity
};
Task task_of(Subject subject, rules::Claim claim);

struct Checked {
  Standing standing;
  Box box;              // that was compared; empty if not even a small one fits the memory
  std::string proof;    // if proved: how
  std::string why_not;  // if verified: why it is not proved
  std::string wins;     // if outcomes are proved: winning moves, as text
  std::optional<Counterexample> counterexample;
  double seconds = 0;
  std::optional<relation::Repetition> repetition = {};  // if that is the proof
  bool out_of_time = false;  // if verified: there was no time for a proof
};

// The reason why a claim was verified and not proved.
std::string no_proof_within(double seconds);

// The errors of solving the box, of Child, and of a claim that says nothing about a position of it.
Result<Checked> check(const Task& task);

// The same on a box that is solved, task.high.
Result<Checked> check_on(const Task& task, const Values& values);

// Whether a claim of nimbers contradicts the definition at a position: its value there does not
// follow from its values of the options. Also false if there are too many options, or the claim
// says nothing.
bool contradicts_itself(const Task& task, const Position& at);

}  // namespace grundy::law
