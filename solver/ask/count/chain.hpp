// ask/count/chain.hpp: variables in a row, a <= b < c, with a term for each.
#pragma once
#include <optional>
#include <vector>

#include "ask/count/group.hpp"

namespace grundy::count {

struct Link {
  std::size_t variable;
  Range range;
  const TermValues* term;
  bool after_strict;  // it exceeds the link before
};

// In ascending order; one at least.
struct Chain {
  std::vector<Link> links;
  std::size_t variables;  // of the question
};

// The group as a chain, if it is one.
std::optional<Chain> chain_of(const Group& group, const Question& question);

// O(extent * links * nimbers) time. Errors as in ask/count/group.hpp.
Result<Histogram> histogram(const Chain& chain, const Options& options, Arithmetic& arithmetic);

// Chains whose links are alike, a <= b <= c with the same term and range:
// their assignments are the multisets of the positions in that range, or the sets for a < b < c.

// O(extent + nimbers (log nimbers + links^2)) time, however many multisets there are. Nothing for
// other chains, where dynamic programming is faster (as it is for one link), and for more than
// 2^184 multisets of more than 64 nimbers. Errors: Errc::interrupted.
Result<std::optional<Histogram>> histogram_of_multisets(const Chain& chain, const Options& options,
                                                        Arithmetic& arithmetic);

// The histogram of one variable.

// How many values of the link's variable in `range` give each nimber, and their sum, exactly.
// Nimbers that repeat take O(preperiod + period) time, however large the range is. Errors:
// Errc::interrupted.
Result<Histogram> histogram_of_values(const Link& link, const Range& range, std::size_t variables,
                                      const Options& options);

}  // namespace grundy::count
