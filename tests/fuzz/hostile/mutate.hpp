// fuzz/hostile/mutate.hpp: rules that somebody may have written, by accident or on purpose.
#pragma once
#include <random>
#include <string>
#include <vector>

namespace grundy::hostile {

// Texts to begin with: the games of the folder, the examples in the document, the files of the
// corpus, and rules that were made to hurt.
std::vector<std::string> seeds(const std::string& root);

// One of them with up to six edits: bytes and words changed, removed, doubled and nested, lines
// repeated many times, numbers made large.
std::string mutated(const std::vector<std::string>& seeds, std::mt19937_64& random);

}  // namespace grundy::hostile
