#include "generator/constructs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grundy::generator {
namespace {

constexpr std::array binder_names{"k >= e",     "k in e ..", "k in e .. f", "listed set",
                                  "odd",        "even",      "fibonacci",   "squares",
                                  "factorials", "primes",    "powers",      "k in S",
                                  "bits",       "subsets",   "divisors",    "prime_divisors"};
constexpr std::array op_names{"",      "",     "+",     "-",        "",    "unary minus",
                              "floor", "ceil", "mod",   "min",      "max", "band",
                              "bor",   "bxor", "power", "popcount", "gcd", "element"};

constexpr std::int64_t far = 900;  // no constant of a game that was not moved is as large

class Reading {
 public:
  explicit Reading(const Game& game) : game_(game) {}

  Constructs read() {
    read_head();
    for (const Rule& rule : game_.rules) read(rule);
    binders_ = nullptr;
    for (const Ending& ending : game_.endings) {
      add(ending.won ? "won when" : "lost when");
      read(ending.when);
    }
    if (game_.endings.size() > 1) add("two endings");
    if (game_.falls) {
      add("falls");
      read(*game_.falls);
    }
    if (game_.where) {
      add("where");
      if (game_.where->op == Condition::Op::distinct) add("distinct");
      read(*game_.where);
    }
    for (const Game& other : game_.other) found_.merge(constructs_of(other));
    return std::move(found_);
  }

 private:
  void add(std::string_view construct) { found_.emplace(construct); }

  void read_head() {
    const std::size_t count = game_.coordinates.size();
    add(count == 1 ? "1 coordinate" : fmt::format("{} coordinates", count));
    for (const Coordinate& coordinate : game_.coordinates) read(coordinate);
    for (const auto& group : game_.groups)
      add(group.size() == 2 ? "symmetric pair" : "symmetric triple");
    if (game_.groups.size() > 1) add("two symmetric groups");
    for (const Parameter& parameter : game_.parameters)
      add(parameter.kind == Parameter::Kind::set     ? "set parameter"
          : parameter.kind == Parameter::Kind::array ? "array parameter"
                                                     : "number parameter");
    if (!game_.description.empty() || !game_.comment.empty()) add("texts");
    if (game_.misere) add("misere");
    if (game_.code.empty()) return;
    add(game_.rules.empty() ? "code alone" : "code and rules");
    if (std::ranges::any_of(game_.code, [](char c) { return c >= '8' && c <= 'F'; }))
      add("hexadecimal code");
    if (game_.code.ends_with(']')) add("code with digits that come again");
  }

  void read(const Coordinate& coordinate) {
    add(coordinate.high ? "upper end" : "no upper end");
    const Number low = coordinate.low.value_or(constant(0));
    if (low.op == Number::Op::constant && low.value != 0)
      add(low.value < 0 ? "low end below 0" : "low end above 0");
    if (low.op == Number::Op::constant && (low.value <= -far || low.value >= far))
      add("far from 0");
  }

  void read(const Rule& rule) {
    binders_ = &rule.binders;
    for (const Binder& binder : rule.binders) {
      add(binder_names[static_cast<std::size_t>(binder.kind)]);
      for (const Number& number : binder.numbers) read(number);
    }
    if (rule.binders.size() > 1) add("several binders");
    if (rule.binders.size() > 3) add("four to eight binders");
    if (rule.other) add("position of another game");
    static constexpr std::array parts{"empty sum", "one part", "two parts", "three parts",
                                      "four parts"};
    if (rule.stretches.empty()) add(parts[rule.summands.size()]);
    for (const Stretch& stretch : rule.stretches) {
      add(stretch.over.empty() ? "equal parts" : "parts in equal steps");
      for (const Number& number : stretch.position) read(number);
      for (const Number& number : stretch.numbers) read(number);
    }
    for (const Summand& summand : rule.summands)
      for (const Number& number : summand) read(number);
    if (rule.when) read(*rule.when);
  }

  bool binds(const Number& number) const {
    if (number.op != Number::Op::name)
      return std::ranges::any_of(number.parts, [this](auto& part) { return binds(part); });
    return binders_ && std::ranges::any_of(*binders_, [&](const Binder& binder) {
             return binder.name == number.name;
           });
  }

  bool is_constant(const Number& number) const {
    return number.op == Number::Op::constant ||
           (number.op != Number::Op::name &&
            std::ranges::all_of(number.parts, [this](auto& part) { return is_constant(part); }));
  }

  void read(const Number& number) {
    for (const Number& part : number.parts) read(part);
    if (number.op != Number::Op::multiply) {
      const std::string_view op = op_names[static_cast<std::size_t>(number.op)];
      if (!op.empty()) add(op);
      return;
    }
    if (is_constant(number.parts[0]) || is_constant(number.parts[1])) return;
    const int count = binds(number.parts[0]) + binds(number.parts[1]);
    add(count == 0   ? "product of coordinates"
        : count == 1 ? "product of binder and coordinate"
                     : "product of binders");
  }

  void read(const Condition& condition) {
    if (condition.truth == Condition::Truth::redundant) add("redundant condition");
    if (condition.truth == Condition::Truth::contradictory) add("contradictory condition");
    if (condition.signs.size() > 1) add("chain");
    if (condition.op == Condition::Op::all) add("and");
    if (condition.op == Condition::Op::any) add("or");
    if (condition.op == Condition::Op::negation) add("not");
    for (const std::string& sign : condition.signs) add(sign == "==" ? "=" : sign);
    for (const Number& number : condition.numbers) read(number);
    for (const Condition& part : condition.parts) read(part);
  }

  const Game& game_;
  const std::vector<Binder>* binders_ = nullptr;  // of the rule that is read
  Constructs found_;
};

}  // namespace

Constructs constructs_of(const Game& game) {
  return Reading(game).read();
}

const std::vector<std::string_view>& all_constructs() {
  static const std::vector<std::string_view> all{"1 coordinate",
                                                 "2 coordinates",
                                                 "3 coordinates",
                                                 "4 coordinates",
                                                 "5 coordinates",
                                                 "low end below 0",
                                                 "low end above 0",
                                                 "far from 0",
                                                 "upper end",
                                                 "no upper end",
                                                 "symmetric pair",
                                                 "symmetric triple",
                                                 "two symmetric groups",
                                                 "set parameter",
                                                 "array parameter",
                                                 "number parameter",
                                                 "texts",
                                                 "misere",
                                                 "code alone",
                                                 "code and rules",
                                                 "code with digits that come again",
                                                 "hexadecimal code",
                                                 "lost when",
                                                 "won when",
                                                 "two endings",
                                                 "where",
                                                 "distinct",
                                                 "falls",
                                                 "k >= e",
                                                 "k in e ..",
                                                 "k in e .. f",
                                                 "listed set",
                                                 "odd",
                                                 "even",
                                                 "fibonacci",
                                                 "squares",
                                                 "factorials",
                                                 "primes",
                                                 "powers",
                                                 "k in S",
                                                 "bits",
                                                 "subsets",
                                                 "divisors",
                                                 "prime_divisors",
                                                 "several binders",
                                                 "four to eight binders",
                                                 "empty sum",
                                                 "one part",
                                                 "position of another game",
                                                 "two parts",
                                                 "three parts",
                                                 "four parts",
                                                 "equal parts",
                                                 "parts in equal steps",
                                                 "+",
                                                 "-",
                                                 "product of coordinates",
                                                 "product of binder and coordinate",
                                                 "product of binders",
                                                 "unary minus",
                                                 "floor",
                                                 "ceil",
                                                 "mod",
                                                 "min",
                                                 "max",
                                                 "band",
                                                 "bor",
                                                 "bxor",
                                                 "power",
                                                 "popcount",
                                                 "gcd",
                                                 "element",
                                                 "=",
                                                 "!=",
                                                 "<",
                                                 "<=",
                                                 ">",
                                                 ">=",
                                                 "chain",
                                                 "and",
                                                 "or",
                                                 "not",
                                                 "redundant condition",
                                                 "contradictory condition"};
  return all;
}

}  // namespace grundy::generator
