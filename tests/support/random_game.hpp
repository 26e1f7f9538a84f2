// support/random_game.hpp: the text of a random game, for property tests.
//
// random_game(seed) gives the same text everywhere: the engine is fixed by the standard
// and no distribution of the library is used. Every game has a weight for each
// coordinate, and nearly every option lowers the weighted sum, so play ends and the
// checker can prove it; coordinates with a negative weight rise to a declared end. What
// the checker cannot prove it may reject: support/random_rules.hpp counts how often.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grundy::support {

class RandomGame {
 public:
  explicit RandomGame(std::uint64_t seed) : engine_(seed), seed_(seed) {}

  std::string text() {
    choose_coordinates();
    std::string game = fmt::format("game random_{}({})\n", seed_, fmt::join(declarations(), ", "));
    if (chance(10)) game += "  misere\n";
    game += parameters() + symmetry();
    if (dimensions() == 1 && !rises(0) && chance(15)) game += take_and_break();
    for (std::int64_t rules = 1 + below(3); rules > 0; --rules) game += rule();
    return game + endings();
  }

 private:
  using Vector = std::vector<std::int64_t>;
  using Terms = std::vector<std::string>;
  struct Numbers {
    std::string text;       // of a binder, after its name
    std::int64_t greatest;  // 0: without end
  };

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool chance(std::int64_t percent) { return below(100) < percent; }
  std::string one_of(const Terms& terms) {
    return terms[static_cast<std::size_t>(below(static_cast<std::int64_t>(terms.size())))];
  }
  // The terms of a braced list are evaluated in order, the arguments of a call in any.
  static std::string words(const Terms& terms) { return fmt::format("{}", fmt::join(terms, " ")); }
  std::size_t any_axis() {
    return static_cast<std::size_t>(below(static_cast<std::int64_t>(dimensions())));
  }

  std::size_t dimensions() const { return weights_.size(); }
  bool rises(std::size_t axis) const { return weights_[axis] < 0; }
  std::string name(std::size_t axis) const { return std::string(1, static_cast<char>('a' + axis)); }

  // The head of the game.

  void choose_coordinates() {
    const std::int64_t die = below(20);
    const std::size_t count = die < 7 ? 1 : die < 14 ? 2 : die < 18 ? 3 : 4;
    symmetric_ = count >= 2 && chance(25);
    for (std::size_t axis = 0; axis < count; ++axis) {
      weights_.push_back(chance(70) ? 1 : between(2, 3));
      lows_.push_back(chance(70) ? 0 : chance(80) ? between(1, 2) : -1);
      if (chance(15)) weights_.back() *= -1;
      highs_.push_back(rises(axis) || chance(20) ? lows_.back() + between(3, 7) : -2);
    }
    // Symmetric coordinates must have equal ranges, and need equal weights to end.
    for (std::size_t axis = 1; symmetric_ && axis < 2; ++axis) {
      weights_[axis] = weights_[0];
      lows_[axis] = lows_[0];
      highs_[axis] = highs_[0];
    }
  }

  Terms declarations() const {
    Terms terms;
    for (std::size_t axis = 0; axis < dimensions(); ++axis) {
      if (highs_[axis] != -2)
        terms.push_back(fmt::format("{} in {}..{}", name(axis), lows_[axis], highs_[axis]));
      else if (lows_[axis] != 0)
        terms.push_back(fmt::format("{} in {}..", name(axis), lows_[axis]));
      else
        terms.push_back(name(axis));
    }
    return terms;
  }

  std::string parameters() {
    has_parameters_ = chance(25);
    if (!has_parameters_) return "";
    const std::int64_t small = between(1, 2);
    const std::int64_t large = between(3, 6);
    return fmt::format("  param S = {{{}, {}}}\n  param M = {}\n", small, large, between(1, 3));
  }

  std::string symmetry() { return symmetric_ ? "  symmetric (a, b)\n" : ""; }

  std::string take_and_break() {
    const bool hexadecimal = chance(25);
    has_sums_ = true;
    std::string digits;
    for (std::int64_t length = between(1, 3); length > 0; --length)
      digits += fmt::format("{:X}", below(hexadecimal ? 16 : 8));
    return fmt::format("  take_and_break 0.{}{}\n", digits, between(1, 7));
  }

  // Rules.

  std::string rule() {
    const std::int64_t die = below(100);
    if (die < 25) return ray();
    if (die < 50) return offset();
    if (die < 65) return step_set();
    if (die < 75) return two_binders();
    if (die < 85) return split();
    return nonlinear();
  }

  std::string line(const Terms& to, const std::string& binders, const std::string& guard = "") {
    return lines(fmt::format("({})", fmt::join(to, ", ")), binders, guard);
  }

  std::string lines(const std::string& to, const std::string& binders, const std::string& guard) {
    std::string when = guard;
    if (chance(25)) when += (when.empty() ? "" : " and ") + condition(2);
    return fmt::format("  ({}) -> {}{}{}\n", fmt::join(names(), ", "), to,
                       binders.empty() ? "" : " for " + binders,
                       when.empty() ? "" : " when " + when);
  }

  Terms names() const {
    Terms terms;
    for (std::size_t axis = 0; axis < dimensions(); ++axis) terms.push_back(name(axis));
    return terms;
  }

  // A vector by which the weighted sum falls.
  Vector falling_vector(std::int64_t size) {
    while (true) {
      Vector vector;
      std::int64_t sum = 0;
      for (std::size_t axis = 0; axis < dimensions(); ++axis) {
        vector.push_back(chance(45) ? 0 : between(-size, size));
        sum += weights_[axis] * vector.back();
      }
      if (sum < 0) return vector;
    }
  }

  static std::string plus(const std::string& what, std::int64_t factor, const std::string& times) {
    if (factor == 0) return what;
    const std::string sign = factor < 0 ? " - " : " + ";
    const std::int64_t size = factor < 0 ? -factor : factor;
    if (times.empty()) return what + sign + std::to_string(size);
    return what + sign + (size == 1 ? times : std::to_string(size) + " * " + times);
  }

  Terms moved(const Vector& vector, const std::string& times) const {
    Terms terms;
    for (std::size_t axis = 0; axis < dimensions(); ++axis)
      terms.push_back(plus(name(axis), vector[axis], times));
    return terms;
  }

  std::string ray() {
    const Terms to = moved(falling_vector(chance(70) ? 1 : 2), "k");
    return line(to, chance(60) ? "k >= 1" : fmt::format("k in {}..", between(1, 3)));
  }

  std::string offset() { return line(moved(falling_vector(3), ""), ""); }

  std::string step_set() {
    Terms sets{"k in {1, 3, 4}", "k in {2, 5}",    "k in odd",        "k in even",
               "k in fibonacci", "k in squares",   "k in factorials", "k in primes",
               "k in powers(2)", "k in powers(3)", "k in 1 .. 3",     "k in 2 .. 4"};
    if (!rises(0)) sets.push_back("k in 1 .. a");
    if (has_parameters_) sets.insert(sets.end(), {"k in S", "k in 1 .. M"});
    const Terms to = moved(falling_vector(1), "k");
    return line(to, one_of(sets));
  }

  // One coordinate moves on by k; another, if there is one, by j, which may undo some of it.
  std::string two_binders() {
    const std::size_t first = any_axis();
    const std::size_t second = any_axis();
    Terms to = names();
    const std::int64_t forward = rises(first) ? 1 : -1;
    to[first] = plus(to[first], forward, "k");
    if (first == second) {
      to[first] = plus(to[first], forward, "j");
      return line(to,
                  one_of({"k >= 1, j >= 0", "k in 1 .. 2, j in {0, 3}", "k >= 1, j in 1 .. k"}));
    }
    if (chance(50)) {
      to[second] = plus(to[second], rises(second) ? 1 : -1, "j");
      return line(to, one_of({"k >= 1, j >= 0", "k >= 1, j in 1 .. k", "k in {1, 2}, j in odd"}));
    }
    const auto weight = [&](std::size_t axis) {
      return rises(axis) ? -weights_[axis] : weights_[axis];
    };
    if (weight(first) < weight(second)) return offset();
    to[second] = plus(to[second], rises(second) ? -1 : 1, "j");
    return line(to, one_of({"k >= 1, j in 0 .. k - 1", "k in 1 .. 3, j in 0 .. k - 1"}));
  }

  std::string split() {
    const std::size_t axis = any_axis();
    if (rises(axis)) return ray();
    has_sums_ = true;
    const std::int64_t taken = between(0, 2);
    const std::int64_t least = taken == 0 ? 1 : between(0, 1);
    Terms left = names();
    Terms right = names();
    left[axis] = "i";
    right[axis] = plus(name(axis), -taken, "") + " - i";
    const std::string rest = plus(name(axis), -taken - least, "");
    return lines(fmt::format("({}) + ({})", fmt::join(left, ", "), fmt::join(right, ", ")),
                 fmt::format("i in {} .. {}", least, rest),
                 fmt::format("{} >= {}", name(axis), taken + 1));
  }

  std::string nonlinear() {
    const std::size_t axis = any_axis();
    if (rises(axis)) return offset();
    const std::string x = name(axis);
    const std::string y = name(any_axis());
    const std::int64_t q = between(2, 4);
    struct Form {
      std::string to, binders, guard;
    };
    const std::vector<Form> forms{
        {fmt::format("floor({} / {})", x, q), "", x + " >= 1"},
        {fmt::format("ceil({} / {})", x, q), "", x + " >= 2"},
        {fmt::format("floor({} / k)", x), "k in 2 .. 4", x + " >= 1"},
        {fmt::format("ceil({} / k)", x), "k in {2, 3}", x + " >= 2"},
        {fmt::format("{} mod {}", x, q), "", fmt::format("{} >= {}", x, q)},
        {fmt::format("min({} - 1, {})", x, y), "", ""},
        {fmt::format("min({}, {}) - k", x, y), "k >= 1", ""},
        {fmt::format("{} - max(1, {})", x, y), "", ""},
        {fmt::format("{} - k * {}", x, y), "k >= 1", y + " >= 1"},
        {fmt::format("{} - floor(({} + {}) / 2)", x, x, q), "", x + " >= 0"},
    };
    const Form& form =
        forms[static_cast<std::size_t>(below(static_cast<std::int64_t>(forms.size())))];
    Terms to = names();
    to[axis] = form.to;
    return line(to, form.binders, form.guard);
  }

  // Conditions and endings.

  std::string comparison() {
    Terms sides = names();
    sides.push_back(words({name(any_axis()), "+", name(any_axis())}));
    sides.push_back(words({"2 *", name(any_axis()), "-", name(any_axis())}));
    sides.push_back(words({name(any_axis()), "mod", one_of({"2", "3"})}));
    if (has_parameters_) sides.push_back("M");
    const std::string right = chance(70) ? std::to_string(between(0, 5)) : one_of(sides);
    return words({one_of(sides), one_of({"<", "<=", "==", "!=", ">=", ">"}), right});
  }

  std::string condition(int depth) {
    const std::int64_t die = below(100);
    if (depth == 0 || die < 55) return comparison();
    if (die < 70) return fmt::format("not ({})", condition(depth - 1));
    const std::string first = condition(depth - 1);
    return fmt::format("({} {} {})", first, die < 85 ? "and" : "or", condition(depth - 1));
  }

  std::string endings() {
    std::string text;
    if (chance(20)) text += fmt::format("  lost when {}\n", condition(1));
    if (!has_sums_ && chance(12)) text += fmt::format("  won when {}\n", condition(1));
    return text;
  }

  std::mt19937_64 engine_;
  std::uint64_t seed_;
  Vector weights_, lows_, highs_;  // high -2: none declared
  bool symmetric_ = false;
  bool has_parameters_ = false;
  bool has_sums_ = false;
};

inline std::string random_game(std::uint64_t seed) {
  return RandomGame(seed).text();
}

}  // namespace grundy::support
