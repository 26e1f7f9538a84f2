// law/automata/numeration.hpp: how numbers are written as digits, the first one first.
//
// The digit before n others counts U(n) times, where U(0) = 1 and U(n + 1) = p U(n) + q U(n - 1).
// With q = 0 that is base p. With q = 1 let U(-1) = 1; digits are 0 .. p, and p is followed by 0.
// For p = 1 that is the numeration of E. Zeckendorf by Fibonacci numbers. For p = 2 and above see
// A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", Amer. Math. Monthly
// 89 (1982). Every number has exactly one word of digits, but for zeros in front.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace grundy::automata {

struct Numeration {
  std::int64_t p = 2;
  std::int64_t q = 0;

  static Numeration base(std::int64_t b) { return {b, 0}; }
  static Numeration quadratic(std::int64_t p) { return {p, 1}; }

  std::size_t digits() const noexcept { return static_cast<std::size_t>(p + q); }
  bool is_base() const noexcept { return q == 0; }

  // Whether numbers have a digit `after` behind a digit `before`.
  bool may_follow(std::size_t before, std::size_t after) const noexcept {
    return is_base() || before + 1 < digits() || after == 0;
  }

  friend bool operator==(const Numeration&, const Numeration&) = default;
};

// "digits in base 2", "Fibonacci digits"; "digits of n in base 2", "Fibonacci digits of a, b"
std::string to_string(const Numeration& numeration);
std::string to_string(const Numeration& numeration, const std::string& of);

// The digits of n >= 0 without zeros in front, the first one first.
std::vector<std::size_t> digits_of(const Numeration& numeration, std::int64_t n);

// The number with these digits, which must fit.
std::int64_t number_of(const Numeration& numeration, const std::vector<std::size_t>& digits);

}  // namespace grundy::automata
