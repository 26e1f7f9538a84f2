// law/sequence.hpp: numbers that repeat with a period and a saltus, and formulas for them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grundy::law {

// With r = n mod period, term n is offsets[r] + saltus[r] * floor(n / period), but for the
// exceptions.
struct Sequence {
  std::int64_t period = 1;
  std::vector<std::int64_t> saltus;                               // by residue
  std::vector<std::int64_t> offsets;                              // by residue
  std::vector<std::pair<std::int64_t, std::int64_t>> exceptions;  // n and its term, ascending
};

// After the first `preperiod` terms that of n + length is that of n, plus saltus.
struct Progression {
  std::int64_t preperiod;
  std::int64_t length;
  std::optional<std::int64_t> saltus = 0;           // none: not the same for all residues
  std::optional<std::int64_t> last_exception = {};  // the n before them

  friend bool operator==(const Progression&, const Progression&) = default;
};

// Whether a saltus is not 0.
bool grows(const Sequence& sequence);

Progression progression_of(const Sequence& sequence, std::int64_t low);

// Whose terms low, low + 1, .. are these, with the period and saltus that the last of them show.
// Requires 1 <= period < terms.size().
Sequence sequence_with(const std::vector<std::int64_t>& terms, std::int64_t low,
                       std::size_t period);

// The sequence with the least period of which these may be the terms low, low + 1, ..: the last
// half of them repeats at least twice. If no residue's terms need a saltus of their own, it has the
// least such period. O(terms * period) time.
std::optional<Sequence> find_sequence(const std::vector<std::int64_t>& terms, std::int64_t low);

// The formula for one residue, and the one formula for all if there is one: "n", "n - 1",
// "n mod 4", "2 * floor(n / 3) + 1", "5". Exceptions aside.
std::string formula(const Sequence& sequence, const std::string& name, std::int64_t residue);
std::optional<std::string> single_formula(const Sequence& sequence, const std::string& name);

}  // namespace grundy::law
