// cli/measure/bench_compare.hpp: two saved results of `grundy bench --json`, work by work.
#pragma once
#include <string>

#include "base/error.hpp"
#include "cli/text.hpp"

namespace grundy::cli {

// Errc::io for a file that cannot be read, Errc::corrupt for one that is no such result, and
// Errc::usage where the works are of different versions.
//
// `ratio` is old / new of the medians: above 1 the new one is faster. `verdict` is
//     faster, slower   by more than 5 %: the exact test of ranks says so (rank_test.hpp), for all
//                      rows taken together
//     undecided        it does not: the programs may be equal, or the turns too few
//     disturbed        other work disturbed one of the two, so the row is not judged
//     few turns        one of the two has fewer than measure::least_turns
// `chance` is that of times so far apart, were they not.
Result<Json> compare_bench(const std::string& old_file, const std::string& new_file);

void print_comparison(const Json& comparison);

}  // namespace grundy::cli
