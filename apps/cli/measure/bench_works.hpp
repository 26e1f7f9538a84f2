// cli/measure/bench_works.hpp: the works by which machines are compared, a fixed set with a
// version.
//
// They differ in what bounds them: bits, bytes looked up, memory, a chain of instructions, options
// that are followed one by one. Another game or box is another version, since figures of different
// versions must not be compared. The answers are this program's own, with its self-check.
#pragma once
#include <span>

#include "view/measure/measure.hpp"

namespace grundy::cli {

inline constexpr int works_version = 1;

enum class Size { small, large };  // some 0.1 s and some seconds on a core

std::span<const measure::Work> works(Size size);

}  // namespace grundy::cli
