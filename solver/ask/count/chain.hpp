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

}  // namespace grundy::count
