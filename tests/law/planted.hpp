// law/planted.hpp: rules that are made to follow a law, disguised.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace grundy::law {

// The nimber of (a, b) is first[a] for a < first.size(), and else turn[(a + slant * b) mod size].
class Planted {
 public:
  explicit Planted(std::uint64_t seed) : random_(seed) {
    two_ = below(2) == 1;
    slant_ = two_ ? below(2) : 0;
    const auto values = 2 + below(2);
    for (std::int64_t value = 0; value < values; ++value) turn_.push_back(value);
    while (below(3) > 0 && std::ssize(turn_) < 4) turn_.push_back(below(values));
    std::shuffle(turn_.begin(), turn_.end(), random_);
    for (std::int64_t a = 0; a < 3; ++a) first_.push_back(a);
    if (below(2) == 1) first_.push_back(below(4));
  }

  std::string text() {
    std::string rules = two_ ? "game planted(a, b)\n" : "game planted(a)\n";
    const std::int64_t near = 2 * std::ssize(first_) + std::ssize(turn_);
    for (std::int64_t a = 0; a < std::ssize(first_); ++a)
      for (std::int64_t w = 0; w < first_[static_cast<std::size_t>(a)]; ++w)
        rules += rule(std::to_string(w), fmt::format("a = {}", a));
    for (std::int64_t r = 0; r < std::ssize(turn_); ++r) {
      const std::string where = fmt::format("a >= {} and {}", first_.size(), residue(r));
      for (std::int64_t w = 0; w < turn(r); ++w) {
        rules += rule(std::to_string(w), fmt::format("{} and a < {}", where, near));
        rules += rule(less(step_to(r, w)), fmt::format("{} and a >= {}", where, near));
      }
      for (std::int64_t k = 1; k <= std::ssize(turn_); ++k)  // any option with another value
        if (below(3) == 0 && turn(r - k) != turn(r))
          rules += rule(less(k), fmt::format("{} and a >= {}", where, near));
    }
    return rules;
  }

 private:
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(end));
  }
  std::int64_t turn(std::int64_t residue) const {
    const std::int64_t size = std::ssize(turn_);
    return turn_[static_cast<std::size_t>((residue + size) % size)];
  }
  std::string rule(const std::string& option, const std::string& where) const {
    return fmt::format("  (a{0}) -> ({1}{0})  when {2}\n", two_ ? ", b" : "", option, where);
  }

  std::int64_t step_to(std::int64_t residue, std::int64_t value) {
    std::vector<std::int64_t> steps;
    for (std::int64_t k = 1; k <= std::ssize(turn_); ++k)
      if (turn(residue - k) == value) steps.push_back(k);
    return steps[static_cast<std::size_t>(below(std::ssize(steps)))];
  }

  // Disguises of a - k, and of (a + slant * b) mod size = r.
  std::string less(std::int64_t k) {
    switch (below(4)) {
      case 0:
        return fmt::format("a - {}", k);
      case 1:
        return fmt::format("floor((2 * a - {}) / 2)", 2 * k - 1);
      case 2:
        return fmt::format("min(a - 1, a - {})", k);
      default:
        return fmt::format("a + 7 - {}", k + 7);
    }
  }
  std::string residue(std::int64_t r) {
    const std::string sum = slant_ == 0 ? "a" : "(a + b)";
    const std::int64_t size = std::ssize(turn_);
    switch (below(3)) {
      case 0:
        return fmt::format("{} mod {} = {}", sum, size, r);
      case 1:
        return fmt::format("({} + {}) mod {} = 0", sum, size - r, size);
      default:
        return fmt::format("{0} - {1} * floor({0} / {1}) = {2}", sum, size, r);
    }
  }

  std::mt19937_64 random_;
  bool two_;
  std::int64_t slant_;
  std::vector<std::int64_t> turn_, first_;
};

// One digit is another one. A nimber without digits is one more.
inline std::string spoiled(std::string text, std::mt19937_64& random) {
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
  if (digits.empty()) return text + " + 1";
  char& digit = text[digits[random() % digits.size()]];
  digit = static_cast<char>('0' + (digit - '0' + 1 + static_cast<int>(random() % 9)) % 10);
  return text;
}

}  // namespace grundy::law
