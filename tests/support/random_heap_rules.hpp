// support/random_heap_rules.hpp: random rules of one heap that is left in parts, in the many ways
// in which people write them.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "rules/language/parser.hpp"

namespace grundy::support {

class RandomHeapRules {
 public:
  explicit RandomHeapRules(unsigned seed) : engine_(seed) {}

  // A game whose end can be proved.
  rules::Rules next() {
    for (;;) {
      std::string text = chance(15) ? "game heaps(n in 1..)\n" : "game heaps(n)\n";
      for (unsigned rules = 1 + below(3); rules > 0; --rules) text += "  " + rule() + "\n";
      if (auto games = rules::parse(text, "test")) return games->front();
    }
  }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(engine_() % end); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class... Text>
  std::string one_of(const Text&... texts) {
    const std::string all[] = {texts...};
    return all[below(sizeof...(texts))];
  }

  std::string rule() {
    switch (below(8)) {
      case 0:
        return one_of("(n) -> () when n = ", "(n) -> () when n >= ", "(n) -> () when n <= ") +
               std::to_string(below(5));
      case 1:
      case 2:
        return "(n) -> (n - " + taken("") + ")" + for_taken("") + condition();
      case 3:
      case 4:
        return two_parts();
      case 5:
        return by_equation();
      case 6:
        return each_part();
      default:
        return three_parts();
    }
  }

  // A number, or k, whose range for_taken() tells.
  std::string taken(const std::string& least) {
    gathers_ = chance(40);
    if (gathers_ || chance(20)) return "k";
    number_ = least.empty() ? below(4) : 1 + below(3);
    return std::to_string(number_);
  }
  std::string for_taken(const std::string& others) {
    std::string range;
    if (gathers_)
      range = fmt::format("k >= {}", 1 + below(3));
    else if (number_ == none)
      range = one_of("k in {1, 3}", "k in 1 .. 3", "k in {2}");
    number_ = none;
    if (range.empty() && others.empty()) return "";
    return "  for " + range + (range.empty() || others.empty() ? "" : ", ") + others;
  }

  std::string condition() {
    if (!chance(30)) return "";
    return fmt::format("  when n {} {}", one_of(">=", ">", "!=", "<=", "<"), below(9));
  }

  std::string two_parts() {
    const std::string rest = "n - " + taken("");
    const unsigned low = below(4) % 3;
    const std::string to =
        one_of(" ..", " .. " + rest, fmt::format(" .. {} - {}", rest, below(3)),
               " .. floor((" + rest + ") / 2)", " .. floor((" + rest + " - 1) / 2)",
               " .. min(" + rest + ", n - 2)");
    std::string when = condition();
    if (chance(30))
      when = "  when " + one_of("i != " + rest + " - i", "i < " + rest + " - i", "2 * i <= " + rest,
                                "i <= " + rest + " - i and n >= 5", "i + 2 <= " + rest + " - i");
    return fmt::format("(n) -> (i) + ({} - i){}{}", rest,
                       for_taken(fmt::format("i in {}{}", low, to)), when);
  }

  std::string by_equation() {
    return fmt::format("(n) -> (i) + (j)  for i in {0} .. n, j in {1} .. n  when i + j {2} n - {3}",
                       below(3), one_of("0", "1", "i", "i + 1"), one_of("=", "<="), below(4));
  }

  std::string each_part() {
    return fmt::format("(n) -> (i) + (j){}  for i >= {}, j in i + {} .. n - {}{}",
                       chance(30) ? " + (j)" : "", below(2), below(2), 1 + below(2),
                       chance(10) ? "  when i != j" : "");
  }

  std::string three_parts() {
    const std::string rest = "n - " + taken("1");
    const std::string j =
        one_of("j >= i", "j in i .. floor((" + rest + " - i) / 2)", "j >= 1", "j in 1 .. " + rest);
    const std::string to = one_of("i >= 1", "i in 1 .. floor((" + rest + ") / 3)", "i >= 0");
    return fmt::format("(n) -> (i) + (j) + ({} - i - j){}{}", rest, for_taken(to + ", " + j),
                       condition());
  }

  static constexpr unsigned none = 1000;
  std::mt19937 engine_;
  bool gathers_ = false;
  unsigned number_ = none;
};

}  // namespace grundy::support
