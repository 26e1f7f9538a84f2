// differential/emit.hpp: questions with the oracle's answers, for somebody else's oracle.
//
// One JSON object a line: seed, text, and either `error`, why the rules are refused, or low, high,
// quantity, convention and values, in C order (outcomes: 0 = P, 1 = N). Questions that take our
// oracle too long, or that the rules leave open, are left out.
#pragma once
#include <cstdint>
#include <cstdio>

#include "generator/constructs.hpp"

namespace grundy::differential {

// Lines for `count` questions, of seeds `first` and on.
void emit(std::uint64_t first, std::uint64_t count, std::FILE* out);

// Lines until each of the constructs stood in `each` games with values.
void emit_each(std::uint64_t first, const generator::Constructs& constructs, std::uint64_t each,
               std::FILE* out);

}  // namespace grundy::differential
