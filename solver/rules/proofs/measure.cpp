#include "rules/proofs/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "rules/expression.hpp"
#include "rules/proofs/bounds.hpp"
#include "rules/proofs/effort.hpp"
#include "rules/substitute.hpp"

namespace grundy::rules {

// A rule for each way in which a move can break it: conditions without `or` are proved best.
Rules moves_against_measure(const Rules& rules) {
  Rules against = rules;
  against.options.clear();
  const Expression& here = rules.falls->value;
  const auto add = [&](const OptionRule& rule, Condition broken) {
    OptionRule part = rule;
    part.when = join(Condition::Op::all_of, {std::move(part.when), std::move(broken)});
    if (!is_false(part.when)) against.options.push_back(std::move(part));
  };
  for (const OptionRule& rule : rules.options) {
    add(rule, compare(Condition::Op::less, here, constant(0)));
    for (const auto& summand : rule.summands)
      add(rule, compare(Condition::Op::greater_equal, at(here, summand), here));
  }
  return against;
}

bool measure_is_proved(const Rules& rules) {
  const Effort::Share share(16);
  try {
    const Rules against = moves_against_measure(rules);
    return std::ranges::all_of(against.options, [&](const OptionRule& rule) {
      return Facts(against, rule, Region::everything(against)).impossible();
    });
  } catch (const std::runtime_error&) {
    return false;
  }
}

Complaint broken_measure(const Rules& rules, const Position& from,
                         const std::vector<Position>& to) {
  std::string sum;
  for (const Position& position : to)
    sum += (sum.empty() ? "" : " + ") + grundy::to_string(position);
  return {rules.falls->place,
          fmt::format("`{}` does not fall, or is negative, with the move {} -> {}",
                      measure_text(rules), grundy::to_string(from), sum.empty() ? "()" : sum),
          "`falls` takes a number that is at least 0 and that every move makes smaller"};
}

std::string measure_text(const Rules& rules) {
  return rules.falls ? to_string(rules.falls->value, rules.coordinate_names()) : "";
}

}  // namespace grundy::rules
