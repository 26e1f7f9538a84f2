// cli/run.hpp: what main does, but for exceptions. Knows nothing of the parser, which is slow to
// compile.
#pragma once
#include "base/error.hpp"

namespace grundy::cli {

constexpr int system_status = 4;
constexpr int interrupted_status = 130;

// The exit status.
int run(int argc, char** argv);

// Tells the error, unless it has no message, which means that all is told; its exit status.
int fail(const Error& error);

}  // namespace grundy::cli
