#include "oracle/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "oracle/evaluate.hpp"
#include "oracle/lines.hpp"

namespace grundy::oracle {
namespace {

bool in_range(const rules::Coordinate& coordinate, std::int64_t value) {
  return value >= coordinate.low && (!coordinate.high || value <= *coordinate.high);
}

constexpr double most_values = 1e7;

// The options of one rule: nested loops, one for each binder.
class Enumeration {
 public:
  Enumeration(const rules::Rules& rules, const rules::OptionRule& rule, const Position& position,
              Patience* patience)
      : rules_(rules),
        rule_(rule),
        patience_(patience),
        variables_(position),
        spans_(spans(rules, rule, position)) {}

  Status run(const Visit& visit) {
    if (ended()) return Patience::error();  // also here, as many rules have no binders
    const Status status = bind(0, visit);
    if (status || ended_) return status;
    return Error{status.error().code,
                 fmt::format("rule '{}': {}", rule_.text, status.error().message)};
  }

 private:
  // Tries all values of binder number `index` and of those after it.
  Status bind(std::size_t index, const Visit& visit) {
    if (index == rule_.binders.size()) return take(visit);
    const rules::Binder& binder = rule_.binders[index];
    Span span = spans_[index];
    if (binder.set && binder.set->kind == rules::NumberSet::Kind::listed)
      return bind_listed(binder.set->listed, span, index, visit);
    if (!binder.set) {
      const auto low = evaluate(binder.low, variables_);
      if (!low) return low.error();
      span.low = std::max(span.low, *low);
    }
    if (!binder.set && binder.high) {
      const auto high = evaluate(*binder.high, variables_);
      if (!high) return high.error();
      span.high = std::min(span.high, *high);
    }
    if (span.length() > most_values) return too_far(binder, span);
    if (span.low > span.high) return {};
    for (std::int64_t value = span.low;; ++value) {
      if (const Status status = bind_to(value, index, visit); !status) return status;
      if (value == span.high) return {};
    }
  }

  Status bind_listed(const std::vector<std::int64_t>& members, const Span& span, std::size_t index,
                     const Visit& visit) {
    for (const std::int64_t value : members)
      if (value >= span.low && value <= span.high)
        if (const Status status = bind_to(value, index, visit); !status) return status;
    return {};
  }

  Status bind_to(std::int64_t value, std::size_t index, const Visit& visit) {
    if (ended()) return Patience::error();
    const auto& set = rule_.binders[index].set;
    if (set && !is_member(*set, value)) return {};
    variables_.push_back(value);
    const Status status = bind(index + 1, visit);
    variables_.pop_back();
    return status;
  }

  static Status too_far(const rules::Binder& binder, const Span& span) {
    return Error{Errc::unsupported,
                 fmt::format("the oracle would have to try the values of {} from {} to {}, which "
                             "are more than {}; ask about smaller positions",
                             binder.name, span.low, span.high, most_values)};
  }

  bool ended() {
    ended_ = patience_ != nullptr && patience_->ended();
    return ended_;
  }

  // Called when every binder has a value. There is an option if `when` holds and all coordinates
  // stay in range. If one is out of range, errors in the others do not matter.
  Status take(const Visit& visit) {
    const auto allowed = holds(rule_.when, variables_);
    if (!allowed) return allowed.error();
    if (!*allowed) return {};
    Sum option;
    std::optional<Error> undefined;
    for (const auto& summand : rule_.summands) {
      Position position;
      position.reserve(summand.size());
      for (std::size_t axis = 0; axis < summand.size(); ++axis) {
        const auto value = evaluate(summand[axis], variables_);
        if (value && !in_range(rules_.coordinates[axis], *value)) return {};
        if (!value && !undefined) undefined = value.error();
        position.push_back(value ? *value : 0);
      }
      option.push_back(std::move(position));
    }
    if (undefined) return *undefined;
    for (std::size_t i = rule_.stretches.size(); i-- > 0;)
      if (const auto inside = write_out(rule_.stretches[i], option); !inside || !*inside)
        return inside ? Status() : inside.error();
    std::sort(option.begin(), option.end());
    return visit(std::move(option));
  }

  // Puts all positions of a stretch in place of its ends. To be called for the last stretch first,
  // as summands after it change their numbers. False if a position is out of range.
  Result<bool> write_out(const rules::Stretch& stretch, Sum& option) const {
    const auto count = evaluate(stretch.count, variables_);
    if (!count) return count.error();
    if (static_cast<double>(*count) > most_values)
      return Error{Errc::unsupported,
                   fmt::format("the oracle would have to look at a sum of {} positions, which are "
                               "more than {}; ask about smaller positions",
                               *count, most_values)};
    Position position = option[stretch.first];
    if (!stretch.repeats())
      option.erase(option.begin() + static_cast<std::ptrdiff_t>(stretch.last));
    for (std::int64_t i = 1; i < *count; ++i) {
      for (std::size_t axis = 0; axis < position.size(); ++axis) {
        position[axis] += stretch.step[axis];
        if (!in_range(rules_.coordinates[axis], position[axis])) return false;
      }
      option.push_back(position);
    }
    return true;
  }

  const rules::Rules& rules_;
  const rules::OptionRule& rule_;
  Patience* patience_;  // may be null
  bool ended_ = false;
  std::vector<std::int64_t> variables_;
  const std::vector<Span> spans_;
};

}  // namespace

std::string to_string(const Sum& sum) {
  std::string text;
  for (const Position& position : sum)
    text += (text.empty() ? "" : " + ") + grundy::to_string(position);
  return text.empty() ? "()" : text;
}

Result<std::optional<Outcome>> ending(const rules::Rules& rules, const Position& position) {
  for (const rules::Ending& ending : rules.endings) {
    const auto over = holds(ending.when, position);
    if (!over) return over.error();
    if (*over) return std::optional(ending.outcome);
  }
  return std::optional<Outcome>();
}

bool in_range(const rules::Rules& rules, const Position& position) {
  if (position.size() != rules.dimensions()) return false;
  for (std::size_t axis = 0; axis < position.size(); ++axis)
    if (!in_range(rules.coordinates[axis], position[axis])) return false;
  const auto inside = holds(rules.where, position);
  return inside && *inside;
}

Status for_each_option(const rules::Rules& rules, const Position& position, const Visit& visit,
                       Patience* patience) {
  const auto over = ending(rules, position);
  if (!over) return over.error();
  if (*over) return {};
  for (const rules::OptionRule& rule : rules.options)
    if (Status s = Enumeration(rules, rule, position, patience).run(visit); !s) return s;
  return {};
}

Result<std::vector<Sum>> options(const rules::Rules& rules, const Position& position,
                                 Patience* patience) {
  std::set<Sum> found;
  const auto keep = [&](Sum option) {
    found.insert(std::move(option));
    return Status();
  };
  if (Status s = for_each_option(rules, position, keep, patience); !s) return s.error();
  return std::vector<Sum>(found.begin(), found.end());
}

namespace {

using rules::Binder;
using Limits = std::numeric_limits<std::int64_t>;

// Binders with ends of their own are tried in full up to this length.
constexpr double tried_in_full = 1e4;

// The search for the spans of one rule at one position.
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
  // The bounds of a binder's values given by its own ends.
  Between ends_of(const Binder& binder) const {
    if (binder.set && binder.set->kind == rules::NumberSet::Kind::listed) {
      if (binder.set->listed.empty()) return {exactly(1).lower, exactly(0).upper};
      return {exactly(binder.set->listed.front()).lower, exactly(binder.set->listed.back()).upper};
    }
    if (binder.set) return {exactly(1).lower, std::nullopt};  // all infinite sets are positive
    return {between(binder.low, lines_).lower,
            binder.high ? between(*binder.high, lines_).upper : std::nullopt};
  }

  // Narrows the span of binder `i`: upwards from its least value and from 0, downwards from its
  // greatest value and from 0.
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
