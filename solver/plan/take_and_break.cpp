#include "plan/take_and_break.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/recognise.hpp"
#include "rules/polynomial.hpp"

namespace grundy::plan {

using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;

namespace {

constexpr std::int64_t largest_take = 256;
constexpr rules::Variable n = 0;
constexpr rules::Variable i = 1;

struct Digit {
  std::int64_t taken;
  unsigned bits;
};

// k if the expression is n - k.
std::optional<std::int64_t> fall(const Polynomial& expression) {
  return (Polynomial(rules::variable(n)) - expression).as_constant();
}

// k if the condition compares n with k by `op`.
std::optional<std::int64_t> compared(const Condition& condition, Condition::Op op) {
  if (condition.op != op) return std::nullopt;
  return fall(Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]));
}

std::optional<Digit> leaves_nothing(const OptionRule& rule) {
  if (!rule.summands.empty() || !rule.binders.empty()) return std::nullopt;
  const auto k = compared(rule.when, Condition::Op::equal);
  return k ? std::optional(Digit{*k, TakeAndBreak::leave_nothing}) : std::nullopt;
}

std::optional<Digit> leaves_one(const OptionRule& rule) {
  if (rule.summands.size() != 1 || !rule.binders.empty()) return std::nullopt;
  const auto k = fall(Polynomial(rule.summands[0][0]));
  if (!k) return std::nullopt;
  if (always_true(rule.when))
    return Digit{*k, TakeAndBreak::leave_nothing | TakeAndBreak::leave_one};
  if (compared(rule.when, Condition::Op::greater) == k) return Digit{*k, TakeAndBreak::leave_one};
  return std::nullopt;
}

// The part that is left when i goes to its end: 0 or 1, or more than 1 if it stops half way.
std::optional<int> last_part(const rules::Binder& binder, const Polynomial& rest) {
  if (!binder.high) return 0;
  const Polynomial high(*binder.high);
  if (high == rest) return 0;
  if (high == rest - Polynomial(1)) return 1;
  const bool half = binder.high->op == Expression::Op::floor_divide &&
                    Polynomial(binder.high->arguments[0]) == rest &&
                    Polynomial(binder.high->arguments[1]).as_constant() == 2;
  return half ? std::optional(2) : std::nullopt;
}

std::optional<Digit> leaves_two(const OptionRule& rule) {
  if (rule.summands.size() != 2 || rule.binders.size() != 1 || rule.binders[0].set ||
      !always_true(rule.when))
    return std::nullopt;
  const Polynomial first(rule.summands[0][0]);
  const Polynomial rest = first + Polynomial(rule.summands[1][0]);
  const auto k = fall(rest);
  const auto low = Polynomial(rule.binders[0].low).as_constant();
  const auto last = last_part(rule.binders[0], rest);
  const Polynomial part(rules::variable(i));
  if (!k || !last || (low != 0 && low != 1) || (first != part && rest - first != part))
    return std::nullopt;
  unsigned bits = TakeAndBreak::leave_two;
  if (low == 0 || last == 0) bits |= TakeAndBreak::leave_one;
  if (low == 0) bits |= TakeAndBreak::leave_nothing;
  return Digit{*k, bits};
}

std::optional<Digit> digit_of(const OptionRule& rule) {
  auto digit = leaves_nothing(rule);
  if (!digit) digit = leaves_one(rule);
  if (!digit) digit = leaves_two(rule);
  if (!digit || digit->taken < 0 || digit->taken > largest_take) return std::nullopt;
  const bool idle = digit->taken == 0 && digit->bits != TakeAndBreak::leave_two;
  return idle ? std::nullopt : digit;
}

void add(TakeAndBreak& game, const Digit& digit) {
  const auto k = static_cast<std::size_t>(digit.taken);
  if (game.digits.size() <= k) game.digits.resize(k + 1);
  game.digits[k] = static_cast<std::uint8_t>(game.digits[k] | digit.bits);
}

}  // namespace

bool TakeAndBreak::splits() const noexcept {
  return std::any_of(digits.begin(), digits.end(), [](auto digit) { return digit & leave_two; });
}

std::optional<TakeAndBreak> recognise_take_and_break(const Rules& rules, std::string& why_not) {
  TakeAndBreak game;
  if (rules.dimensions() != 1 || rules.coordinates[0].low != 0)
    why_not = "the positions are not single heaps from 0 on";
  else if (!rules.endings.empty())
    why_not = "the rules have endings";
  else if (rules.options.empty())
    why_not = "there are no moves";
  if (!why_not.empty()) return std::nullopt;
  for (const OptionRule& rule : rules.options) {
    const auto digit = digit_of(rule);
    if (!digit) {
      why_not = fmt::format("line {} is no digit of an octal code", rule.place.line);
      return std::nullopt;
    }
    add(game, *digit);
  }
  return game;
}

}  // namespace grundy::plan
