#include "sparse/heap_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "family/forms.hpp"
#include "rules/polynomial.hpp"

namespace grundy::sparse {

using rules::Condition;
using rules::Expression;
using rules::OptionRule;
using rules::Polynomial;
using rules::Rules;

namespace {

constexpr std::int64_t largest_take = 256;
constexpr rules::Variable whole_heap = 0;
constexpr rules::Variable first_part = 1;

struct Digit {
  std::int64_t taken;
  unsigned bits;
};

// k if the expression is n - k.
std::optional<std::int64_t> fall(const Polynomial& expression) {
  return (Polynomial(rules::variable(whole_heap)) - expression).as_constant();
}

// k if the condition compares n with k by `op`.
std::optional<std::int64_t> compared(const Condition& condition, Condition::Op op) {
  if (condition.op != op) return std::nullopt;
  return fall(Polynomial(condition.sides[0]) - Polynomial(condition.sides[1]));
}

std::optional<Digit> leaves_nothing(const OptionRule& rule) {
  if (!rule.summands.empty() || !rule.binders.empty()) return std::nullopt;
  const auto k = compared(rule.when, Condition::Op::equal);
  return k ? std::optional(Digit{*k, HeapGame::leave_nothing}) : std::nullopt;
}

std::optional<Digit> leaves_one(const OptionRule& rule) {
  if (rule.summands.size() != 1 || !rule.binders.empty()) return std::nullopt;
  const auto k = fall(Polynomial(rule.summands[0][0]));
  if (!k) return std::nullopt;
  if (family::always_true(rule.when))
    return Digit{*k, HeapGame::leave_nothing | HeapGame::leave_one};
  if (compared(rule.when, Condition::Op::greater) == k) return Digit{*k, HeapGame::leave_one};
  return std::nullopt;
}

// Where i ends, for a heap of which `rest` is left.
enum class End : std::uint8_t { rest, before_rest, half, before_half };

std::optional<End> end_of(const rules::Binder& binder, const Polynomial& rest) {
  if (!binder.high) return End::rest;
  const Polynomial high(*binder.high);
  const Polynomial before = rest - Polynomial(1);
  if (high == rest) return End::rest;
  if (high == before) return End::before_rest;
  if (binder.high->op != Expression::Op::floor_divide ||
      Polynomial(binder.high->arguments[1]).as_constant() != 2)
    return std::nullopt;
  const Polynomial doubled(binder.high->arguments[0]);
  if (doubled == rest) return End::half;
  return doubled == before ? std::optional(End::before_half) : std::nullopt;
}

// What is left by parts i = low, .. and their rests, low 0 or 1. A part 0 leaves the rest alone,
// and nothing if that is 0 too.
unsigned left_by_parts(std::int64_t low, End end) {
  unsigned bits = HeapGame::leave_two;
  if (end != End::before_half) bits |= HeapGame::leave_halves;
  if (low == 0 || end == End::rest) bits |= HeapGame::leave_one;
  if (low == 0 && (end == End::rest || end == End::half)) bits |= HeapGame::leave_nothing;
  return bits;
}

std::optional<Digit> leaves_two(const OptionRule& rule) {
  if (rule.summands.size() != 2 || rule.binders.size() != 1 || rule.binders[0].set ||
      !family::always_true(rule.when))
    return std::nullopt;
  const Polynomial first(rule.summands[0][0]);
  const Polynomial rest = first + Polynomial(rule.summands[1][0]);
  const auto k = fall(rest);
  const auto low = Polynomial(rule.binders[0].low).as_constant();
  const auto end = end_of(rule.binders[0], rest);
  const Polynomial part(rules::variable(first_part));
  if (!k || !end || (low != 0 && low != 1) || (first != part && rest - first != part))
    return std::nullopt;
  return Digit{*k, left_by_parts(*low, *end)};
}

std::optional<Digit> digit_of(const OptionRule& rule) {
  auto digit = leaves_nothing(rule);
  if (!digit) digit = leaves_one(rule);
  if (!digit) digit = leaves_two(rule);
  if (!digit || digit->taken < 0 || digit->taken > largest_take) return std::nullopt;
  constexpr unsigned one_or_none = HeapGame::leave_one | HeapGame::leave_nothing;
  const bool idle = digit->taken == 0 && digit->bits & one_or_none;
  return idle ? std::nullopt : digit;
}

void add(HeapGame& game, const Digit& digit) {
  const auto k = static_cast<std::size_t>(digit.taken);
  if (game.digits.size() <= k) game.digits.resize(k + 1);
  game.digits[k] = static_cast<std::uint8_t>(game.digits[k] | digit.bits);
}

}  // namespace

bool HeapGame::splits() const noexcept {
  return std::any_of(digits.begin(), digits.end(), [](auto digit) { return digit & leave_two; });
}

bool HeapGame::unlike() const noexcept {
  return std::any_of(digits.begin(), digits.end(),
                     [](auto digit) { return digit & leave_two && !(digit & leave_halves); });
}

std::optional<HeapGame> recognise_heap_game(const Rules& rules, std::string& why_not) {
  HeapGame game;
  if (rules.dimensions() != 1 || rules.coordinates[0].low != 0)
    why_not = "the positions are not single heaps from 0 on";
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

}  // namespace grundy::sparse
