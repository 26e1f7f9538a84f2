// compile/random_rule.hpp: the text of a game with one random rule, for tests of its options.
//
// Whatever the grammar of docs/rules.md allows in a rule may stand anywhere: products of binders
// and coordinates, divisions by either, conditions that say nothing or contradict one another, low
// ends below and above 0. A clock t that every move lowers makes every rule playable whose binders
// are bounded and whose divisors are positive; guards that see to the latter are strewn in, and are
// missing often enough. random_rule(seed) gives the same text everywhere.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grundy::compile {

class RandomRule {
 public:
  explicit RandomRule(std::uint64_t seed) : engine_(seed) {}

  std::string text() {
    std::string head = "game g(t in 0 .. 1";
    const std::int64_t coordinates = between(1, 2);
    for (std::int64_t i = 0; i < coordinates; ++i) head += ", " + coordinate();
    const std::string left = fmt::format("({})", fmt::join(names_, ", "));
    std::string binders;
    for (std::int64_t count = below(4); count > 0; --count)
      binders += (binders.empty() ? " for " : ", ") + binder();
    std::string rule = "  " + left + " -> " + option(coordinates) + binders;
    if (chance(75)) rule += " when " + when();
    std::string text = head + ")\n";
    if (chance(15)) text += ending(coordinates);
    return text + rule + "\n";
  }

 private:
  using Terms = std::vector<std::string>;

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool chance(std::int64_t percent) { return below(100) < percent; }
  std::string one_of(const Terms& terms) {
    return terms[static_cast<std::size_t>(below(static_cast<std::int64_t>(terms.size())))];
  }

  std::string coordinate() {
    const std::string name(1, static_cast<char>('a' + names_.size() - 1));
    names_.push_back(name);
    const std::int64_t low = chance(50) ? 0 : between(-3, 2);
    if (chance(15)) return low == 0 ? name : fmt::format("{} in {} ..", name, low);
    return fmt::format("{} in {} .. {}", name, low, low + between(2, 6));
  }

  std::string binder() {
    const std::string name(1, static_cast<char>('i' + binders_++));
    std::string range;
    const std::int64_t die = below(100);
    if (die < 30)
      range = fmt::format(" in {} .. {}", number(1), number(1));
    else if (die < 50)
      range = fmt::format(" in {} .. {}", between(-2, 2), between(1, 6));
    else if (die < 65)
      range = fmt::format(" in {} .. {}", between(-1, 2), number(2));
    else if (die < 80)
      range = fmt::format(" >= {}", number(chance(70) ? 0 : 1));
    else
      range = " in " + one_of({"{1, 3, 4}", "{-2, 0, 2}", "{0}", "{}", "odd", "even", "fibonacci",
                               "squares", "factorials", "primes", "powers(2)"});
    names_.push_back(name);
    return name + range;
  }

  std::string name() { return names_.size() > 1 && chance(90) ? any_name() : names_[0]; }
  std::string any_name() {
    return names_[1 +
                  static_cast<std::size_t>(below(static_cast<std::int64_t>(names_.size() - 1)))];
  }

  std::string number(int depth) {
    const std::int64_t die = below(100);
    if (depth == 0 || die < 15) return chance(35) ? fmt::format("{}", between(-3, 5)) : name();
    const std::string left = number(depth - 1);
    const std::string right = number(depth - 1);
    if (die < 35) return fmt::format("({} + {})", left, right);
    if (die < 55) return fmt::format("({} - {})", left, right);
    if (die < 75) return fmt::format("({} * {})", left, right);
    const std::string divisor = chance(50)   ? fmt::format("{}", between(1, 4))
                                : chance(70) ? name()
                                             : right;
    if (die < 80) return fmt::format("floor({} / {})", left, divisor);
    if (die < 84) return fmt::format("ceil({} / {})", left, divisor);
    if (die < 90) return fmt::format("({} mod {})", left, divisor);
    return fmt::format("{}({}, {})", chance(50) ? "min" : "max", left, right);
  }

  std::string comparison() {
    const std::string sign = one_of({"<", "<=", "=", "!=", ">=", ">", ">=", "<="});
    if (chance(15)) return fmt::format("{} {} {}", name(), sign, between(-2, 4));
    const std::string side = number(2);
    if (chance(10)) return fmt::format("{} - {} {} {}", side, side, sign, between(-1, 1));
    return fmt::format("{} {} {}", side, sign, number(chance(60) ? 0 : 2));
  }

  std::string condition(int depth) {
    const std::int64_t die = below(100);
    if (depth == 0 || die < 50) return comparison();
    if (die < 62) return fmt::format("not ({})", condition(depth - 1));
    const std::string left = condition(depth - 1);
    if (die < 70) return fmt::format("({} and {})", left, left);
    if (die < 75) return fmt::format("({} and not ({}))", left, left);
    return fmt::format("({} {} {})", left, die < 88 ? "and" : "or", condition(depth - 1));
  }

  std::string when() {
    std::string text = condition(2);
    for (std::int64_t guards = below(3); guards > 0; --guards) {
      const std::string guard = fmt::format("{} >= {}", name(), between(0, 1));
      text = chance(50) ? guard + " and " + text : text + " and " + guard;
    }
    return text;
  }

  std::string summand(std::int64_t coordinates) {
    std::string text = "(t - 1";
    for (std::int64_t axis = 1; axis <= coordinates; ++axis) {
      const std::string old = names_[static_cast<std::size_t>(axis)];
      const std::int64_t die = below(100);
      text += ", " + (die < 20   ? old
                      : die < 40 ? fmt::format("{} - {}", old, number(1))
                                 : number(static_cast<int>(between(0, 2))));
    }
    return text + ")";
  }

  std::string option(std::int64_t coordinates) {
    const std::string one = summand(coordinates);
    return chance(15) ? one + " + " + summand(coordinates) : one;
  }

  std::string ending(std::int64_t coordinates) {
    const auto all = names_;
    names_.resize(static_cast<std::size_t>(1 + coordinates));
    std::string text = fmt::format("  {} when {}\n", one_of({"lost", "won"}), condition(1));
    names_ = all;
    return text;
  }

  std::mt19937_64 engine_;
  Terms names_{"t"};
  int binders_ = 0;
};

inline std::string random_rule(std::uint64_t seed) {
  return RandomRule(seed).text();
}

}  // namespace grundy::compile
