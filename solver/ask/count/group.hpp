// ask/count/group.hpp: the variables that something ties together, and the histogram they give.
#pragma once
#include <vector>

#include "ask/count/amount.hpp"
#include "ask/count/term_values.hpp"

namespace grundy::count {

// [x] = the positions of nimber x. The size is a power of two.
using Histogram = std::vector<Amount>;

struct Group {
  std::vector<std::size_t> variables;  // ascending; none: a term without variables
  std::vector<const TermValues*> terms;
  std::vector<Ordering> orderings;
  std::vector<rules::Condition> general;
};

// Every variable and every term of the question is in one.
std::vector<Group> groups_of(const Question& question, const std::vector<TermValues>& terms);

// Of the xor of the group's terms. Errors: Errc::usage for too much work, Errc::interrupted.
Result<Histogram> histogram(const Group& group, const Question& question, const Options& options,
                            Arithmetic& arithmetic);

// A group of variables, position by position.

// O(positions) time, in parallel over the values of the first variable. Errors as in
// ask/count/group.hpp, and those of evaluating the condition (division by zero, overflow).
Result<Histogram> enumerate(const Group& group, const Question& question, const Options& options,
                            Arithmetic& arithmetic);

}  // namespace grundy::count
