// quotient/word.hpp: sums of generators, as exponents.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>

namespace grundy::quotient {

// Byte i is how often generator i occurs; without zeros at the end, so that new generators change
// no word. A std::string, which needs no allocation for up to 15 generators and can be hashed.
using Word = std::string;

inline constexpr char most_exponent = 100;

inline std::size_t exponent(const Word& word, std::size_t generator) {
  return generator < word.size() ? static_cast<std::size_t>(word[generator]) : 0;
}

inline Word generator_word(std::size_t generator) {
  Word word(generator + 1, 0);
  word[generator] = 1;
  return word;
}

// Whether no exponent of the sum exceeds most_exponent.
inline bool add_to(Word& word, const Word& more) {
  if (word.size() < more.size()) word.resize(more.size(), 0);
  bool fits = true;
  for (std::size_t i = 0; i < more.size(); ++i) {
    const int sum = word[i] + more[i];
    fits = fits && sum <= most_exponent;
    word[i] = static_cast<char>(std::min<int>(sum, most_exponent));
  }
  return fits;
}

// Requires the generator to occur.
inline void remove_one(Word& word, std::size_t generator) {
  --word[generator];
  while (!word.empty() && word.back() == 0) word.pop_back();
}

}  // namespace grundy::quotient
