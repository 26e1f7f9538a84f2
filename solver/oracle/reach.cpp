#include "oracle/reach.hpp"

#include <algorithm>
#include <limits>

#include "oracle/lines.hpp"

namespace grundy::oracle {
namespace {

using rules::Binder;
using Limits = std::numeric_limits<std::int64_t>;

// Binders with ends of their own are tried in full up to this length.
constexpr double tried_in_full = 1e4;

class Search {
 public:
  Search(const rules::Rules& rules, const rules::OptionRule& rule, const Position& position)
      : rules_(rules), rule_(rule), dimensions_(position.size()) {
    for (const std::int64_t coordinate : position) lines_.push_back(exactly(coordinate));
    for (const Binder& binder : rule.binders) {
      const Between ends = ends_of(binder);
      lines_.push_back(ends);
      spans_.push_back({least_at_first(ends), greatest_at_first(ends)});
    }
  }

  std::vector<Span> run() {
    const bool far =
        std::ranges::any_of(spans_, [](const Span& span) { return span.length() > tried_in_full; });
    for (std::size_t round = 0; far && round < spans_.size(); ++round)
      for (std::size_t i = 0; i < spans_.size(); ++i) narrow(i);
    return std::move(spans_);
  }

 private:
  // Where the values of a binder lie, by its own ends.
  Between ends_of(const Binder& binder) const {
    if (binder.set && binder.set->kind == rules::NumberSet::Kind::listed) {
      if (binder.set->listed.empty()) return {exactly(1).lower, exactly(0).upper};
      return {exactly(binder.set->listed.front()).lower, exactly(binder.set->listed.back()).upper};
    }
    if (binder.set) return {exactly(1).lower, std::nullopt};  // no infinite set begins sooner
    return {between(binder.low, lines_).lower,
            binder.high ? between(*binder.high, lines_).upper : std::nullopt};
  }

  // Finds ends of binder `i`, upwards from its least value and from 0, and downwards likewise.
  void narrow(std::size_t i) {
    Span& span = spans_[i];
    for (const std::int64_t start : {span.low, std::int64_t{0}}) {
      if (start == Limits::min() || start < span.low || start > span.high) continue;
      const std::int64_t last = last_step(i, start, 1);
      if (last < Limits::max() - std::max<std::int64_t>(start, 0))
        span.high = std::min(span.high, start + last);
    }
    for (const std::int64_t start : {span.high, std::int64_t{0}}) {
      if (start == Limits::max() || start < span.low || start > span.high) continue;
      const std::int64_t last = last_step(i, start, -1);
      if (last < Limits::max() + std::min<std::int64_t>(start, 0))
        span.low = std::max(span.low, start - last);
    }
  }

  // The last t at which binder `i` at start + step * t can give an option.
  std::int64_t last_step(std::size_t i, std::int64_t start, std::int64_t step) {
    std::int64_t last = for_ever;
    for (std::size_t j = 0; j < spans_.size(); ++j) {
      const Between ends = ends_of(rule_.binders[j]);
      Between& value = lines_[dimensions_ + j];
      value = i == j ? exactly(start, step) : both(ends, numbers(spans_[j]));
      last = std::min(last, i == j ? last_within(ends, value) : last_at_most(ends, ends));
    }
    for (const auto& summand : rule_.summands)
      for (std::size_t axis = 0; axis < summand.size(); ++axis)
        last = std::min(last, last_within(range_of(axis), between(summand[axis], lines_)));
    return std::min(last, last_that_holds(rule_.when, lines_));
  }

  Between range_of(std::size_t axis) const {
    const auto& [name, low, high] = rules_.coordinates[axis];
    return {exactly(low).lower, high ? exactly(*high).upper : std::nullopt};
  }

  static std::int64_t last_within(const Between& ends, const Between& value) {
    return std::min(last_at_most(ends, value), last_at_most(value, ends));
  }

  static Between numbers(const Span& span) {
    Between numbers;
    if (span.low > Limits::min()) numbers.lower = exactly(span.low).lower;
    if (span.high < Limits::max()) numbers.upper = exactly(span.high).upper;
    return numbers;
  }

  const rules::Rules& rules_;
  const rules::OptionRule& rule_;
  const std::size_t dimensions_;
  Lines lines_;
  std::vector<Span> spans_;
};

}  // namespace

std::vector<Span> spans(const rules::Rules& rules, const rules::OptionRule& rule,
                        const Position& position) {
  if (rule.binders.empty()) return {};
  return Search(rules, rule, position).run();
}

}  // namespace grundy::oracle
