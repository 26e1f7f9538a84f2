// cli/run.hpp: what main does, but for exceptions. Knows nothing of the parser, which is slow to
// compile.
#pragma once
namespace grundy::cli {

// The exit status.
int run(int argc, char** argv);

}  // namespace grundy::cli
