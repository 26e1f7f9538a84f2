// support/random_loops.hpp: random rules that are long to plan: several binders over sets and
// ranges of every kind, symmetric unions of eight coordinates, long chains of min, max, and, or.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grundy::support {

class RandomLoops {
 public:
  explicit RandomLoops(std::uint64_t seed) : engine_(seed) {}

  struct Game {
    std::string text;
    std::int64_t high;  // of all coordinates of the box
  };

  Game next() {
    if (chance(20)) return union_of_eight();
    coordinates_ = names("abc", 1 + below(3));
    // By the number of coordinates, so that a box has at most some 10^9 positions.
    const std::vector<std::vector<std::int64_t>> boxes{
        {10, 1000, 100'000, 10'000'000}, {10, 100, 1000, 30'000}, {5, 30, 100, 1000}};
    const std::int64_t high = one_of(boxes[coordinates_.size() - 1]);
    Game game{fmt::format("game g({})\n", fmt::join(coordinates_, ", ")), high};
    for (std::int64_t rules = 1 + below(3); rules > 0; --rules)
      game.text += chance(20) ? rule_with_chain() : rule(4);
    return game;
  }

 private:
  using Names = std::vector<std::string>;

  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(end));
  }
  bool chance(std::int64_t percent) { return below(100) < percent; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(below(static_cast<std::int64_t>(all.size())))];
  }
  static Names names(const std::string& letters, std::int64_t count) {
    Names names;
    for (const char letter : letters.substr(0, static_cast<std::size_t>(count)))
      names.emplace_back(1, letter);
    return names;
  }

  Game union_of_eight() {
    coordinates_ = names("abcdefgh", 8);
    Game game{fmt::format("game g({0})\nsymmetric ({0})\n", fmt::join(coordinates_, ", ")),
              1 + below(4)};
    for (std::int64_t rules = 2 + below(4); rules > 0; --rules) game.text += rule(2);
    return game;
  }

  // Each binder is taken from one coordinate or two.
  std::string rule(std::int64_t most_binders) {
    binders_ = names("ijkl", 1 + below(most_binders));
    Names options = coordinates_;
    for (const std::string& binder : binders_)
      for (std::int64_t times = chance(20) ? 2 : 1; times > 0; --times) {
        const auto axis =
            static_cast<std::size_t>(below(static_cast<std::int64_t>(options.size())));
        options[axis] +=
            chance(70) ? " - " + binder : fmt::format(" - {} * {}", 2 + below(3), binder);
      }
    return written(options, chance(40) ? condition() : "");
  }

  std::string rule_with_chain() {
    binders_ = names("i", 1);
    const std::int64_t length = 50 + below(250);
    Names options = coordinates_;
    Names parts;
    if (chance(50)) {
      for (std::int64_t part = 1; part <= length; ++part)
        parts.push_back(fmt::format("{} - {} * i", one_of(coordinates_), part));
      options[0] += " - i";
      options.back() = fmt::format("{}({})", one_of(Names{"min", "max"}), fmt::join(parts, ", "));
      if (options.size() == 1) options[0] = "min(" + options[0] + ", a - 1)";
      return written(options, "a >= i");
    }
    for (std::int64_t part = 1; part <= length; ++part)
      parts.push_back(
          fmt::format("{} {} {} * i", one_of(coordinates_), one_of(Names{"!=", ">=", "<="}), part));
    options[0] += " - i";
    return written(options, fmt::format("{}", fmt::join(parts, one_of(Names{" and ", " or "}))));
  }

  std::string written(const Names& options, const std::string& when) {
    std::string text =
        fmt::format("({}) -> ({})", fmt::join(coordinates_, ", "), fmt::join(options, ", "));
    for (std::size_t binder = 0; binder < binders_.size(); ++binder)
      text += (binder == 0 ? " for " : ", ") + binders_[binder] + values(binder);
    return text + (when.empty() ? "" : " when " + when) + "\n";
  }

  std::string values(std::size_t binder) {
    const std::string earlier = binder == 0 ? "1" : binders_[binder - 1];
    switch (below(12)) {
      case 0:
        return " >= 1";
      case 1:
        return " in " + earlier + " .. " + one_of(coordinates_);
      case 2:
        return fmt::format(
            " in 1 .. {}",
            std::vector<std::int64_t>{3, 100, 1'000'000}[static_cast<std::size_t>(below(3))]);
      case 3:
        return " in {1, 2, 5, 90}";
      case 4:
        return fmt::format(" in powers({})", 2 + below(3));
      case 5:
        return " >= " + earlier;
      default:
        return " in " + one_of(Names{"primes", "primes", "squares", "odd", "even", "factorials",
                                     "fibonacci"});
    }
  }

  std::string condition() {
    const std::string& first = one_of(binders_);
    const std::string& last = one_of(binders_);
    const std::string& at = one_of(coordinates_);
    switch (below(6)) {
      case 0:
        return fmt::format("({} * {} + {}) mod {} = {}", first, last, at, 2 + below(9), below(2));
      case 1:
        return fmt::format("{} != {} and {} != 2 * {}", first, at, at, last);
      case 2:
        return fmt::format("{} mod {} = 0", at, first);
      case 3:
        return fmt::format("{} * {} <= {}", first, last, at);
      case 4:
        return fmt::format("floor({} / {}) != {} or {} < 5", at, 2 + below(3), first, last);
      default:
        return fmt::format("min({}, {}) >= {}", at, first, 1 + below(5));
    }
  }

  std::mt19937_64 engine_;
  Names coordinates_;
  Names binders_;
};

}  // namespace grundy::support
