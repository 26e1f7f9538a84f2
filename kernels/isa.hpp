// kernels/isa.hpp: the SIMD targets of the kernels, by name.
//
// A SIMD kernel is written once against Google Highway and compiled for every target that
// the compiler knows; the first call chooses the widest one that this CPU has. Tests and
// benches walk all of them, --isa and GRUNDY_ISA force one.
//
// The choice holds for the whole process: make it while no kernel runs. All targets
// compute the same, so a digest never depends on it.
#pragma once
#include <string_view>
#include <vector>

namespace grundy::kernels {

// The targets that this CPU can run, widest first: "avx3", "avx2", "sse4",
// "scalar" and the like, with "scalar" always the last. Which there are, and whether "scalar" has
// vectors of one lane or of 16 bytes, is for Highway to say.
std::vector<std::string_view> isa_names();

// The target in force.
std::string_view isa_name();

// Forces a target. False, and nothing changes, for a name that is not in isa_names().
bool force_isa(std::string_view name);

// Back to the widest target.
void choose_isa();

}  // namespace grundy::kernels
