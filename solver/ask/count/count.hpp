// ask/count/count.hpp: how many positions of a sum have an outcome.
//
// Start reading here. The boxes of the games are solved once, by their kernels. Variables that
// nothing ties together (an ordering, a condition, a common term) are counted apart: each group
// gives a histogram, how many of its positions have nimber 0, 1, 2, .., and histograms combine
// by xor convolution, since the nimber of a sum is the xor of those of its terms. So 10^14
// positions are counted without visiting them. Within a group:
//
//   one variable, or a chain such as a <= b < c with a term for each: by dynamic programming over
//   the coordinate x; how many of the chain's variables have values up to x, and with which xor.
//   O(extent * variables * nimbers) time. If all its terms are alike: by symmetric polynomials of
//   their characters (ask/count/chain.hpp), without the product of extent and nimbers. Values
//   that repeat, as solving has proved, are not gone through one by one (ask/count/chain.hpp).
//
//   anything else: every position of the group is looked at, in parallel, rows along the last
//   variable at a time. O(positions of the group) time.
//
// Memory: the solved boxes, 32 bytes for each variable and nimber, and 100 for each nimber while
// large histograms combine.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/count/amount.hpp"
#include "ask/expression.hpp"
#include "ask/parse.hpp"
#include "base/error.hpp"
#include "base/value.hpp"
#include "rules/expression.hpp"

namespace grundy::count {

// Which positions are meant: a sum with variables, and a condition on them.

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

struct Options {
  Outcome outcome = Outcome::P;
  bool sum_coordinates = false;
  std::optional<Convention> convention;  // none: that of the games
  std::optional<std::int64_t> modulus;   // from 1 to 2^62
  std::size_t threads = 0;               // 0: one for every core
  std::optional<std::uint64_t> memory_limit;
  const std::atomic<bool>* stop = nullptr;
  // Called when a part of the work begins, with its name and the positions (or values of a chain's
  // variables) that it goes through, 0 if nobody knows; those done are added to what it returns.
  std::function<std::atomic<std::uint64_t>*(std::string_view part, std::uint64_t of)> progress;

  std::atomic<std::uint64_t>* begin(std::string_view part, std::uint64_t of) const {
    return progress ? progress(part, of) : nullptr;
  }
};

// The positions with that outcome that the question means, and the sum of their variables if that
// is asked for.
// Errors: Errc::usage for a question whose work is out of reach, Errc::unsupported where a sum has
// no nimbers (misère play, `won when`) or numbers exceed 127 bits, Errc::interrupted, and those of
// planning and solving.
Result<Amount> count(const Question& question, const Options& options);

std::string to_string(Number number);

}  // namespace grundy::count
