// law/words.hpp: laws as people write them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "law/find.hpp"

namespace grundy::law {

// Nimbers of heaps that repeat: those of n mod length, but for the exceptions, which are all below
// `first`.
struct PeriodTable {
  std::int64_t first = 0;
  std::vector<std::int64_t> by_residue;
  std::vector<std::pair<std::int64_t, std::int64_t>> exceptions;  // a heap and its nimber
};

// Of a law whose formula would be a long list of conditions; nothing if it is another law.
std::optional<PeriodTable> period_table(const Question& question, const Law& law);

// "period 12 from 71" of such a law; else its text, with names for the lesser of two coordinates
// and for their difference where it has both.
std::string in_words(const Question& question, const Law& law);

}  // namespace grundy::law
