// ask/count/question.hpp: which positions are meant: a sum with variables, and a condition on them.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "ask/games.hpp"
#include "ask/parse.hpp"
#include "base/error.hpp"
#include "rules/expression.hpp"

namespace grundy::count {

// left <= right, or left < right.
struct Ordering {
  std::size_t left;
  std::size_t right;
  bool strict;
};

struct Range {
  std::int64_t low;
  std::int64_t high;  // inclusive; below low: empty

  bool empty() const noexcept { return low > high; }
};

struct Question {
  query::FreeSum sum;
  std::vector<Range> ranges;              // by variable: those outside have no part in the answer
  std::vector<Ordering> orderings;        // what it says of two
  std::vector<rules::Condition> general;  // all else; variables are numbered as in sum.variables
};

// `condition` is one of the rule language (docs/rules.md): comparisons, which may be chained as in
// `0 <= a <= b < c`, joined by `and`, `or`, `not`. Names are the variables of the expression. Every
// variable must be bounded above, by a comparison or by several linear ones together, outside of
// `or` and `not`; below, the range of the coordinate bounds it too. Errors are those of
// query::parse_free and of rules::parse, which call the condition `--where`, and Errc::usage for a
// variable without bound or one that is not in the expression.
Result<Question> read(std::string_view expression, std::string_view condition, query::Games& games);

}  // namespace grundy::count
