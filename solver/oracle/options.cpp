#include "oracle/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "oracle/evaluate.hpp"
#include "oracle/member.hpp"
#include "oracle/reach.hpp"

namespace grundy::oracle {
namespace {

bool in_range(const rules::Coordinate& coordinate, std::int64_t value) {
  return value >= coordinate.low && (!coordinate.high || value <= *coordinate.high);
}

constexpr double most_values = 1e7;

// The options that one rule gives: a loop for each binder, one inside the other.
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
    if (ended()) return Patience::error();  // many rules of many positions have no binders
    const Status status = bind(0, visit);
    if (status || ended_) return status;
    return Error{status.error().code,
                 fmt::format("rule '{}': {}", rule_.text, status.error().message)};
  }

 private:
  // Tries every value of the binders from number `index` on.
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

  // Every binder has a value: if `when` holds and all stays in range, here is an option. One
  // coordinate out of range is enough, even if another one has no value there.
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
    std::sort(option.begin(), option.end());
    return visit(std::move(option));
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
  return true;
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

}  // namespace grundy::oracle
