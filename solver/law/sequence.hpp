// law/sequence.hpp: numbers that repeat with a period and a saltus, and formulas for them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grundy::law {

// With r = n mod period, term n is offsets[r] + saltus[r] * floor(n / period), except for the
// exceptions.
struct Sequence {
  std::int64_t period = 1;
  std::vector<std::int64_t> saltus;                               // by residue
  std::vector<std::int64_t> offsets;                              // by residue
  std::vector<std::pair<std::int64_t, std::int64_t>> exceptions;  // n and its term, ascending
};

// After the first `preperiod` terms, term n + length equals term n plus saltus.
struct Progression {
  std::int64_t preperiod;
  std::int64_t length;
  std::optional<std::int64_t> saltus = 0;           // none: not the same for all residues
  std::optional<std::int64_t> last_exception = {};  // the last n before the progression

  friend bool operator==(const Progression&, const Progression&) = default;
};

// Whether a saltus is not 0.
bool grows(const Sequence& sequence);

Progression progression_of(const Sequence& sequence, std::int64_t low);

// The sequence with these terms low, low + 1, .. and this period; the last terms determine saltus
// and offsets. Requires 1 <= period < terms.size().
Sequence sequence_with(const std::vector<std::int64_t>& terms, std::int64_t low,
                       std::size_t period);

// The sequence with the least period that terms low, low + 1, .. may have: their last half repeats
// at least twice. Periods with one saltus for all residues are preferred. O(terms * period) time.
std::optional<Sequence> find_sequence(const std::vector<std::int64_t>& terms, std::int64_t low);

// The formula for one residue, and that for all residues if there is one: "n", "n - 1", "n mod 4",
// "2 * floor(n / 3) + 1", "5". Exceptions are ignored.
std::string formula(const Sequence& sequence, const std::string& name, std::int64_t residue);
std::optional<std::string> single_formula(const Sequence& sequence, const std::string& name);

}  // namespace grundy::law
