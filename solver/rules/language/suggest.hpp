// rules/language/suggest.hpp: the word that was probably meant.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grundy::rules {

// "did you mean `fibonacci`?" for the candidate nearest to `word` by edit distance
// (Levenshtein, with neighbours swapped counting once); empty when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace grundy::rules
