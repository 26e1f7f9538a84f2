// support/options_within.hpp: options by trying every binder from -farthest to farthest.
//
// Without oracle/options.hpp, to judge it. Only for positions and rules near 0. What is undefined
// is no option.
#pragma once
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "oracle/evaluate.hpp"
#include "oracle/options.hpp"
#include "rules/rules.hpp"

namespace grundy::support {

class OptionsWithin {
 public:
  OptionsWithin(const rules::Rules& rules, std::int64_t farthest)
      : rules_(rules), farthest_(farthest) {}

  std::vector<oracle::Sum> of(const Position& position) {
    found_.clear();
    if (*oracle::ending(rules_, position)) return {};
    for (const rules::OptionRule& rule : rules_.options) {
      rule_ = &rule;
      variables_ = position;
      bind(0);
    }
    return {found_.begin(), found_.end()};
  }

 private:
  void bind(std::size_t index) {
    if (index == rule_->binders.size()) return take();
    const rules::Binder& binder = rule_->binders[index];
    for (std::int64_t value = -farthest_; value <= farthest_; ++value) {
      if (!allows(binder, value)) continue;
      variables_.push_back(value);
      bind(index + 1);
      variables_.pop_back();
    }
  }

  bool allows(const rules::Binder& binder, std::int64_t value) const {
    if (binder.set) return oracle::is_member(*binder.set, value);
    const auto low = oracle::evaluate(binder.low, variables_);
    if (!binder.high) return low && value >= *low;
    const auto high = oracle::evaluate(*binder.high, variables_);
    return low && high && value >= *low && value <= *high;
  }

  void take() {
    const auto allowed = oracle::holds(rule_->when, variables_);
    if (!allowed || !*allowed) return;
    oracle::Sum option;
    for (const auto& summand : rule_->summands) {
      Position part;
      for (const rules::Expression& expression : summand) {
        const auto value = oracle::evaluate(expression, variables_);
        if (!value) return;
        part.push_back(*value);
      }
      if (!oracle::in_range(rules_, part)) return;
      option.push_back(std::move(part));
    }
    for (const rules::Stretch& stretch : rule_->stretches)
      if (!add_between(stretch, option)) return;
    std::erase(option, nowhere);
    std::sort(option.begin(), option.end());
    found_.insert(std::move(option));
  }

  // Those between the ends, which are one position if there is only one; or all but the first of
  // equal positions. False if that is not a sum.
  bool add_between(const rules::Stretch& stretch, oracle::Sum& option) const {
    const auto count = oracle::evaluate(stretch.count, variables_);
    if (!count || *count < 1) return false;
    const Position first = option[stretch.first];
    const Position last = option[stretch.last];
    if (stretch.repeats()) option.insert(option.end(), static_cast<std::size_t>(*count - 1), first);
    if (stretch.repeats()) return true;
    if (*count == 1) option[stretch.last] = nowhere;
    for (std::int64_t i = 1; i < *count - 1; ++i) {
      Position part;
      for (std::size_t axis = 0; axis < first.size(); ++axis)
        part.push_back(first[axis] + (last[axis] - first[axis]) / (*count - 1) * i);
      if (!oracle::in_range(rules_, part)) return false;
      option.push_back(std::move(part));
    }
    return true;
  }

  inline static const Position nowhere{};

  const rules::Rules& rules_;
  const std::int64_t farthest_;
  const rules::OptionRule* rule_ = nullptr;
  std::vector<std::int64_t> variables_;
  std::set<oracle::Sum> found_;
};

inline std::vector<oracle::Sum> options_within(const rules::Rules& rules, const Position& position,
                                               std::int64_t farthest) {
  return OptionsWithin(rules, farthest).of(position);
}

}  // namespace grundy::support
