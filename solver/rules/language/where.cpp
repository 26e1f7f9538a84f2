#include "rules/language/where.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "rules/expression.hpp"
#include "rules/substitute.hpp"

namespace grundy::rules {
namespace {

std::vector<Condition> parts_of(const Condition& condition) {
  if (condition.op == Condition::Op::all_of) return condition.parts;
  return {condition};
}

}  // namespace

void write_where(Rules& rules) {
  if (is_true(rules.where)) return;
  for (OptionRule& rule : rules.options) {
    std::vector<Condition> all = parts_of(rules.where);
    const auto add = [&](const Condition& condition) {
      for (Condition& part : parts_of(condition))
        if (std::ranges::find(all, part) == all.end()) all.push_back(std::move(part));
    };
    add(rule.when);
    for (const auto& summand : rule.summands) add(at(rules.where, summand));
    rule.when = join(Condition::Op::all_of, std::move(all));
  }
  std::erase_if(rules.options, [](const OptionRule& rule) { return is_false(rule.when); });
}

}  // namespace grundy::rules
