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

constexpr double farthest_reach = 1e7;

// The options that one rule gives: a loop for each binder, one inside the other.
class Enumeration {
 public:
  Enumeration(const rules::Rules& rules, const rules::OptionRule& rule, const Position& position,
              int stretch, Patience* patience)
      : rules_(rules),
        rule_(rule),
        patience_(patience),
        variables_(position),
        reach_(reaches(rules, rule, position)) {
    for (double& reach : reach_) reach *= stretch;
  }

  Status run(const Visit& visit) {
    for (const double reach : reach_)
      if (reach > farthest_reach) return too_far();
    if (ended()) return Patience::error();  // many rules of many positions have no binders
    const Status status = bind(0, visit);
    if (status || ended_) return status;
    return Error{status.error().code,
                 fmt::format("rule '{}': {}", rule_.text, status.error().message)};
  }

 private:
  Status too_far() const {
    return Error{Errc::unsupported,
                 fmt::format("rule '{}': the oracle would have to try more than {} values of a "
                             "binder; ask about smaller positions",
                             rule_.text, farthest_reach)};
  }

  // Tries every value of the binders from number `index` on.
  Status bind(std::size_t index, const Visit& visit) {
    if (index == rule_.binders.size()) return take(visit);
    const rules::Binder& binder = rule_.binders[index];
    if (binder.set) return bind_members(*binder.set, index, visit);
    const auto low = evaluate(binder.low, variables_);
    if (!low) return low.error();
    const auto high = binder.high ? evaluate(*binder.high, variables_) : last(index);
    if (!high) return high.error();
    if (static_cast<double>(*high) - static_cast<double>(*low) > farthest_reach) return too_far();
    for (std::int64_t value = *low; value <= *high; ++value)
      if (const Status status = bind_to(value, index, visit); !status) return status;
    return {};
  }

  Status bind_members(const rules::NumberSet& set, std::size_t index, const Visit& visit) {
    const bool listed = set.kind == rules::NumberSet::Kind::listed;
    for (std::int64_t value = 1; !listed && value <= *last(index); ++value) {
      if (ended()) return Patience::error();
      if (is_member(set, value))
        if (const Status status = bind_to(value, index, visit); !status) return status;
    }
    for (const std::int64_t value : set.listed)
      if (const Status status = bind_to(value, index, visit); !status) return status;
    return {};
  }

  Status bind_to(std::int64_t value, std::size_t index, const Visit& visit) {
    if (ended()) return Patience::error();
    variables_.push_back(value);
    const Status status = bind(index + 1, visit);
    variables_.pop_back();
    return status;
  }

  bool ended() {
    ended_ = patience_ != nullptr && patience_->ended();
    return ended_;
  }

  Result<std::int64_t> last(std::size_t index) const {
    return static_cast<std::int64_t>(reach_[index]);
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
  std::vector<double> reach_;
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
                       int stretch, Patience* patience) {
  const auto over = ending(rules, position);
  if (!over) return over.error();
  if (*over) return {};
  for (const rules::OptionRule& rule : rules.options)
    if (Status s = Enumeration(rules, rule, position, stretch, patience).run(visit); !s) return s;
  return {};
}

Result<std::vector<Sum>> options(const rules::Rules& rules, const Position& position, int stretch,
                                 Patience* patience) {
  std::set<Sum> found;
  const auto keep = [&](Sum option) {
    found.insert(std::move(option));
    return Status();
  };
  if (Status s = for_each_option(rules, position, keep, stretch, patience); !s) return s.error();
  return std::vector<Sum>(found.begin(), found.end());
}

}  // namespace grundy::oracle
