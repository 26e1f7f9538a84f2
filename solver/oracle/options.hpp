// oracle/options.hpp: the options of one position, straight from the rules.
//
// Every value of every binder is tried. Only for binders without an end or with a long range are
// values skipped that provably give no option (spans, below). Errors: overflow or division by zero
// in an expression, and Errc::unsupported for a binder with more than 10^7 values to try. Pure
// functions; any thread may call them.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "rules/rules.hpp"

namespace grundy::oracle {

// When to give up an enumeration: after a moment, or soon after a flag is set. Once ended it stays
// so. Each thread needs one of its own.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  Patience() = default;  // without end
  explicit Patience(Clock::time_point end, const std::atomic<bool>* stop = nullptr)
      : end_(end), stop_(stop) {}

  // Reading the clock takes as long as an option, so only every 32nd call does.
  bool ended() noexcept {
    if (!ended_ && ++calls_ % calls_for_each_reading == 0)
      ended_ = (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
               (end_ != Clock::time_point::max() && Clock::now() > end_);
    return ended_;
  }

  // The error of an enumeration given up.
  static Error error() { return {Errc::interrupted, "given up"}; }

 private:
  static constexpr std::uint32_t calls_for_each_reading = 32;

  Clock::time_point end_ = Clock::time_point::max();
  const std::atomic<bool>* stop_ = nullptr;
  std::uint32_t calls_ = 0;
  bool ended_ = false;
};

// A disjunctive sum: its positions, ascending.
using Sum = std::vector<Position>;

// "(3, 4) + (5, 6)"; the empty sum is "()".
std::string to_string(const Sum& sum);

// The outcome of the first ending that holds at `position`; nothing if none does.
Result<std::optional<Outcome>> ending(const rules::Rules& rules, const Position& position);

// Whether it is a position: every coordinate lies in its range, and `where` holds.
bool in_range(const rules::Rules& rules, const Position& position);

// Receives an option. If it returns an error, the enumeration ends and returns that.
using Visit = std::function<Status(Sum option)>;

// Visits every option, some more than once, in no particular order, and keeps none, so it suits
// positions with millions of options. Otherwise the same as `options`.
Status for_each_option(const rules::Rules& rules, const Position& position, const Visit& visit,
                       Patience* patience = nullptr);

// All options, ascending and without repeats; none if the game is over. Patience::error() once
// `patience`, which may be null, has ended.
Result<std::vector<Sum>> options(const rules::Rules& rules, const Position& position,
                                 Patience* patience = nullptr);

// Which values of a rule's binders can give an option at a position.
//
// A binder `k >= e`, or over an infinite set, has no last value of its own. Something else in the
// rule stops it: a new coordinate that must stay in its range, a comparison, or a later binder
// whose range must not be empty. A binder with an end may go on far beyond where it gives options.
//
// The position is known, so every coordinate is a number. Let binder k be s + t, where s is its
// least value and t >= 0. Each expression of the rule then lies between two lines in t:
//
//   l + l' t  <=  expression  <=  u + u' t        for all t >= 0.
//
// The lines of a sum, a product or a quotient follow from those of its arguments. Other binders lie
// between the lines of their ends, or between the numbers found for them so far. A constraint such
// as expression >= c holds for no t beyond (u - c) / -u' if u' is negative. So the least of these
// ends over all constraints is the last value worth trying. The first one is found from above, with
// k = s - t. The ends found for one binder improve those of others, in one round for each binder.
//
// The lines have coefficients in units of 2^-20, rounded outwards, so ends may come out too far but
// never too near. Nothing depends on how far from 0 the ranges of the game lie.

// All values from `low` to `high`; none if low > high.
struct Span {
  std::int64_t low = 0;
  std::int64_t high = 0;

  // The count of values less one, rounded.
  double length() const noexcept { return static_cast<double>(high) - static_cast<double>(low); }
};

// For each binder of the rule a span that contains its value wherever the rule gives an option at
// this position. An end that was not found is that of 64-bit integers. With b binders it evaluates
// the rule O(b^2) times.
std::vector<Span> spans(const rules::Rules& rules, const rules::OptionRule& rule,
                        const Position& position);

}  // namespace grundy::oracle
