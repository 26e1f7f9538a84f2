// cli/measure/bench_compare.hpp: two saved results of `grundy bench --json`, work by work.
#pragma once
#include <string>

#include "base/error.hpp"
#include "cli/text.hpp"

namespace grundy::cli {

// Errc::io for a file that cannot be read, Errc::corrupt for one that is no such result, and
// Errc::usage where the works are of different versions.
//
// `ratio` is old / new of the medians: above 1 the new one is faster. `apart` says that the times
// of all turns of one lie below all of the other.
Result<Json> compare_bench(const std::string& old_file, const std::string& new_file);

void print_comparison(const Json& comparison);

}  // namespace grundy::cli
