#include "family/amounts.hpp"

#include <algorithm>

#include "rules/bounds.hpp"
#include "rules/fold.hpp"
#include "rules/polynomial.hpp"
#include "rules/replace.hpp"

namespace grundy::family {
namespace {

using rules::Condition;
using rules::Expression;
using rules::Polynomial;

// What is known of all amounts from most_amounts on.
class Others {
 public:
  Others() {
    rules_.coordinates.push_back({"amount", most_amounts, std::nullopt});
    facts_.emplace(rules::Facts::of_region(rules_, rule_, rules::Region::everything(rules_)));
  }
  Others(const Others&) = delete;  // facts_ points into it
  Others& operator=(const Others&) = delete;

  // Of a condition about variable 0: whether it holds of all, or of none; nothing if unknown.
  std::optional<bool> holds(const Condition& condition) {
    if (!condition.sides.empty()) return compares(condition);
    if (condition.op == Condition::Op::negation) {
      const auto part = holds(condition.parts[0]);
      return part ? std::optional(!*part) : std::nullopt;
    }
    const bool all = condition.op == Condition::Op::all_of;
    std::optional<bool> result = all;
    for (const Condition& part : condition.parts) {
      const auto one = holds(part);
      if (one == !all) return one;
      if (!one) result.reset();
    }
    return result;
  }

 private:
  std::optional<bool> compares(const Condition& comparison) {
    using Op = Condition::Op;
    const Polynomial difference = Polynomial(comparison.sides[0]) - Polynomial(comparison.sides[1]);
    const auto low = facts_->lower(difference);
    const auto high = facts_->upper(difference);
    const auto between = [](bool always, bool never) {
      return always || never ? std::optional(always) : std::nullopt;
    };
    const bool positive = low && *low > 0;
    const bool negative = high && *high < 0;
    const bool not_negative = low && *low >= 0;
    const bool not_positive = high && *high <= 0;
    switch (comparison.op) {
      case Op::less:
        return between(negative, not_negative);
      case Op::less_equal:
        return between(not_positive, positive);
      case Op::greater:
        return between(positive, not_positive);
      case Op::greater_equal:
        return between(not_negative, negative);
      case Op::equal:
        return between(not_negative && not_positive, positive || negative);
      default:
        return between(positive || negative, not_negative && not_positive);
    }
  }

  rules::Rules rules_;
  rules::OptionRule rule_;
  std::optional<rules::Facts> facts_;
};

std::optional<bool> holds_of(const Condition& condition, const Expression& variable,
                             std::int64_t amount) {
  const Condition known = rules::replaced(condition, variable, rules::constant(amount));
  if (rules::is_true(known)) return true;
  return rules::is_false(known) ? std::optional(false) : std::nullopt;
}

}  // namespace

std::optional<Amounts> Amounts::allowed_by(const std::vector<Condition>& conditions,
                                           rules::Variable amount) {
  const Condition all = rules::join(Condition::Op::all_of, conditions);
  const Expression variable = rules::variable(amount);
  Amounts allowed;
  for (std::int64_t value = 0; value < most_amounts; ++value) {
    const auto holds = holds_of(all, variable, value);
    if (!holds) return std::nullopt;
    allowed.first_.push_back(*holds);
  }
  const auto others = Others().holds(rules::replaced(all, variable, rules::variable(0)));
  if (!others) return std::nullopt;
  allowed.others_ = *others;
  return allowed;
}

}  // namespace grundy::family
