// programs/c_program.hpp: a program of C callbacks (api/c/grundy.h) as one of ours.
#pragma once
#include "base/error.hpp"
#include "grundy.h"
#include "programs/program.hpp"

namespace grundy::programs {

// Its functions are copied. What they point to must live as long as the program.
Program program_of(const grundy_program& given);

// The sum that a text says, by the program's `start`. Errc::unsupported if there is none,
// Errc::usage if it does not take the text.
Result<Sum> sum_of(const grundy_program& program, const char* text);

}  // namespace grundy::programs
