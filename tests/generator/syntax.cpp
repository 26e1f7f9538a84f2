#include "generator/syntax.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace grundy::generator {
namespace {

using Op = Number::Op;

bool is_sum(const Number& number) {
  return number.op == Op::add || number.op == Op::subtract;
}

bool is_product(const Number& number) {
  return number.op == Op::multiply || number.op == Op::modulo;
}

std::string in_parentheses(const std::string& text) {
  return fmt::format("({})", text);
}

std::string term(const Number& number) {
  return is_sum(number) ? in_parentheses(to_text(number)) : to_text(number);
}

std::string factor(const Number& number) {
  return is_sum(number) || is_product(number) ? in_parentheses(to_text(number)) : to_text(number);
}

std::string joined(const std::vector<Number>& numbers, std::string_view by = ", ") {
  std::vector<std::string> texts;
  for (const Number& number : numbers) texts.push_back(to_text(number));
  return fmt::format("{}", fmt::join(texts, by));
}

std::string joined(const std::vector<Condition>& conditions, std::string_view by) {
  std::vector<std::string> texts;
  for (const Condition& condition : conditions)
    texts.push_back(condition.op == Condition::Op::all || condition.op == Condition::Op::any
                        ? in_parentheses(to_text(condition))
                        : to_text(condition));
  return fmt::format("{}", fmt::join(texts, by));
}

std::string comparison(const Condition& condition) {
  std::string text = to_text(condition.numbers.front());
  for (std::size_t i = 0; i < condition.signs.size(); ++i)
    text += " " + condition.signs[i] + " " + to_text(condition.numbers[i + 1]);
  return text;
}

std::string to_text(const Coordinate& coordinate) {
  if (!coordinate.low) return coordinate.name;
  return fmt::format("{} in {} ..{}", coordinate.name, to_text(*coordinate.low),
                     coordinate.high ? fmt::format(" {}", to_text(*coordinate.high)) : "");
}

std::string to_text(const Parameter& parameter) {
  const std::string values = joined(parameter.values);
  using Kind = Parameter::Kind;
  return fmt::format("  param {} = {}\n", parameter.name,
                     parameter.kind == Kind::set     ? fmt::format("{{{}}}", values)
                     : parameter.kind == Kind::array ? fmt::format("[{}]", values)
                                                     : values);
}

std::string names(const Game& game, std::string_view by = ", ") {
  std::vector<std::string> all;
  for (const Coordinate& coordinate : game.coordinates) all.push_back(coordinate.name);
  return fmt::format("({})", fmt::join(all, by));
}

std::string group(const Game& game, const std::vector<std::size_t>& members) {
  std::vector<std::string> all;
  for (const std::size_t axis : members) all.push_back(game.coordinates[axis].name);
  return fmt::format("  symmetric ({})\n", fmt::join(all, ", "));
}

std::string to_text(const Stretch& stretch) {
  const std::string position = in_parentheses(joined(stretch.position));
  if (stretch.over.empty())
    return fmt::format("{} * {}", factor(stretch.numbers.front()), position);
  return fmt::format("sum of {} over {} in {}", position, stretch.over,
                     joined(stretch.numbers, " .. "));
}

std::string options(const Rule& rule, std::string_view other) {
  if (rule.summands.empty() && rule.stretches.empty()) return "()";
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < rule.summands.size(); ++i)
    texts.push_back(fmt::format("{}{}", rule.other == i ? other : "",
                                in_parentheses(joined(rule.summands[i]))));
  for (const Stretch& stretch : rule.stretches) texts.push_back(to_text(stretch));
  return fmt::format("{}", fmt::join(texts, " + "));
}

std::string to_text(const Game& game, const Rule& rule, std::string_view other) {
  std::string text = fmt::format("  {} -> {}", names(game), options(rule, other));
  std::vector<std::string> binders;
  for (const Binder& binder : rule.binders) binders.push_back(to_text(binder));
  if (!binders.empty()) text += fmt::format("  for {}", fmt::join(binders, ", "));
  if (rule.when) text += "  when " + to_text(*rule.when);
  return text + "\n";
}

}  // namespace

std::string to_text(const Number& number) {
  const auto& parts = number.parts;
  switch (number.op) {
    case Op::constant:
      return std::to_string(number.value);
    case Op::name:
      return number.name;
    case Op::add:
      return to_text(parts[0]) + " + " + term(parts[1]);
    case Op::subtract:
      return to_text(parts[0]) + " - " + term(parts[1]);
    case Op::multiply:
      return term(parts[0]) + " * " + factor(parts[1]);
    case Op::modulo:
      return term(parts[0]) + " mod " + factor(parts[1]);
    case Op::negate:
      return fmt::format("-{}", factor(parts[0]));
    case Op::floor:
      return fmt::format("floor({} / {})", term(parts[0]), factor(parts[1]));
    case Op::ceil:
      return fmt::format("ceil({} / {})", term(parts[0]), factor(parts[1]));
    case Op::minimum:
      return fmt::format("min({})", joined(parts));
    case Op::maximum:
      return fmt::format("max({})", joined(parts));
    case Op::bit_and:
      return fmt::format("({} band {})", to_text(parts[0]), to_text(parts[1]));
    case Op::bit_or:
      return fmt::format("({} bor {})", to_text(parts[0]), to_text(parts[1]));
    case Op::bit_xor:
      return fmt::format("({} bxor {})", to_text(parts[0]), to_text(parts[1]));
    case Op::power:
      return fmt::format("{}^({})", to_text(parts[0]), to_text(parts[1]));
    case Op::popcount:
      return fmt::format("popcount({})", to_text(parts[0]));
    case Op::gcd:
      return fmt::format("gcd({})", joined(parts));
    case Op::element:
      return fmt::format("{}[{}]", number.name, to_text(parts[0]));
  }
  return "";
}

std::string to_text(const Condition& condition) {
  switch (condition.op) {
    case Condition::Op::comparison:
      return comparison(condition);
    case Condition::Op::all:
      return joined(condition.parts, " and ");
    case Condition::Op::any:
      return joined(condition.parts, " or ");
    case Condition::Op::negation:
      return fmt::format("not ({})", to_text(condition.parts.front()));
    case Condition::Op::distinct:
      return fmt::format("distinct ({})", joined(condition.numbers));
  }
  return "";
}

std::string to_text(const Binder& binder) {
  using Kind = Binder::Kind;
  const std::string in = binder.name + " in ";
  switch (binder.kind) {
    case Kind::at_least:
      return binder.name + " >= " + to_text(binder.numbers[0]);
    case Kind::from:
      return in + to_text(binder.numbers[0]) + " ..";
    case Kind::range:
      return in + joined(binder.numbers, " .. ");
    case Kind::listed:
      return fmt::format("{}{{{}}}", in, joined(binder.numbers));
    case Kind::odd:
      return in + "odd";
    case Kind::even:
      return in + "even";
    case Kind::fibonacci:
      return in + "fibonacci";
    case Kind::squares:
      return in + "squares";
    case Kind::factorials:
      return in + "factorials";
    case Kind::primes:
      return in + "primes";
    case Kind::powers:
      return in + "powers(" + to_text(binder.numbers[0]) + ")";
    case Kind::parameter:
      return in + binder.set;
    case Kind::bits:
      return in + "bits(" + to_text(binder.numbers[0]) + ")";
    case Kind::subsets:
      return in + "subsets(" + to_text(binder.numbers[0]) + ")";
    case Kind::divisors:
      return in + "divisors(" + to_text(binder.numbers[0]) + ")";
    case Kind::prime_divisors:
      return in + "prime_divisors(" + to_text(binder.numbers[0]) + ")";
  }
  return "";
}

namespace {

// `other`: the name of the other game.
std::string text_of(const Game& game, std::string_view other) {
  std::vector<std::string> coordinates;
  for (const Coordinate& coordinate : game.coordinates) coordinates.push_back(to_text(coordinate));
  std::string text = game.comment.empty() ? "" : fmt::format("# {}\n", game.comment);
  text += fmt::format("game {}({})\n", game.name, fmt::join(coordinates, ", "));
  if (!game.description.empty()) text += fmt::format("  \"{}\"\n", game.description);
  if (game.misere) text += "  misere\n";
  for (const Parameter& parameter : game.parameters) text += to_text(parameter);
  for (const auto& members : game.groups) text += group(game, members);
  if (!game.code.empty()) text += "  take_and_break " + game.code + "\n";
  if (game.falls) text += fmt::format("  falls {}\n", to_text(*game.falls));
  if (game.where) text += fmt::format("  where {}\n", to_text(*game.where));
  for (const Ending& ending : game.endings)
    text += fmt::format("  {} when {}\n", ending.won ? "won" : "lost", to_text(ending.when));
  for (const Rule& rule : game.rules) text += to_text(game, rule, other);
  return text;
}

}  // namespace

std::string to_text(const Game& game) {
  if (game.other.empty()) return text_of(game, "");
  const Game& other = game.other.front();
  return text_of(game, other.name) + text_of(other, game.name);
}

Number constant(std::int64_t value) {
  return {Op::constant, value, {}, {}};
}

Number name(std::string name) {
  return {Op::name, 0, std::move(name), {}};
}

Number make(Op op, std::vector<Number> parts) {
  return {op, 0, {}, std::move(parts)};
}

Number operator+(Number a, Number b) {
  return make(Op::add, {std::move(a), std::move(b)});
}

Number operator-(Number a, Number b) {
  return make(Op::subtract, {std::move(a), std::move(b)});
}

Number operator*(Number a, Number b) {
  return make(Op::multiply, {std::move(a), std::move(b)});
}

Number plus(Number a, std::int64_t factor, const Number& times) {
  if (factor == 0) return a;
  const std::int64_t size = factor < 0 ? -factor : factor;
  Number change = times == constant(1) ? constant(size)
                  : size == 1          ? times
                                       : constant(size) * times;
  return factor < 0 ? std::move(a) - std::move(change) : std::move(a) + std::move(change);
}

Condition compare(Number left, std::string sign, Number right) {
  return {
      Condition::Op::comparison, {std::move(left), std::move(right)}, {std::move(sign)}, {}, {}};
}

Condition join(Condition::Op op, std::vector<Condition> parts) {
  return {op, {}, {}, std::move(parts), {}};
}

}  // namespace grundy::generator
