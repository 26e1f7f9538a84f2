// law/certificate/certificate.hpp: a law with what is needed to judge it anew; start reading here.
//
// Judging shares nothing with the search for laws: this folder links the reader of rules, the
// definition (oracle/) and isl. The rules stand in the file, and so do claim and status. A law
// that is said to hold for all positions is proved again; one of a box is compared with the
// definition again, at each position: its value follows from what is claimed of the options.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/box.hpp"
#include "law/child/child.hpp"
#include "relation/reduction.hpp"
#include "rules/claim.hpp"
#include "rules/rules.hpp"

namespace grundy::law {

inline constexpr int certificate_version = 1;

struct Certified {
  std::string kind;
  std::string status;  // "proved" for all positions, or "verified" on the box
  rules::Claim claim;
  // Of a law proved by it: the claim repeats so, and the rules with it.
  std::optional<presburger::Repetition> repetition = {};
  // Instead of a formula the values up to the end of the first period; `claim` has a text and a
  // quantity alone. Only with `repetition`.
  std::vector<std::uint32_t> values = {};
};

struct Certificate {
  rules::Rules rules;
  Convention convention = Convention::normal;
  Box box;
  std::vector<Certified> laws;       // one at least
  presburger::Section section = {};  // empty: the laws are about all positions
};

// Errc::corrupt for a text that is none, Errc::rules for rules or claims that are not sound.
// `source` names the text in messages.
Result<Certificate> read_certificate(std::string_view text, std::string_view source);
std::string certificate_text(const Certificate& certificate);

// What a law says whose values are listed, of a game of heaps.
std::string repetition_text(const rules::Rules& rules, Quantity quantity,
                            const presburger::Repetition& repetition);

struct Judged {
  bool holds = false;
  std::string why;              // how it was shown, or why not
  std::uint64_t positions = 0;  // looked at one by one
};

// Of a box at most so many positions are looked at, those of a smaller one.
inline constexpr std::uint64_t most_judged = 20'000;

// Of heaps that tell all others each is looked at, as far as time allows. More are too many.
inline constexpr std::uint64_t most_heaps = 50'000'000;

// Errc::interrupted after `stop`, which may be null.
Result<Judged> judge(const Certificate& certificate, const Certified& law, const Limits& limits,
                     const std::atomic<bool>* stop);

}  // namespace grundy::law
