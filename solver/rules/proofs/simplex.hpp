// rules/proofs/simplex.hpp: exact fractions, and small linear programs solved exactly by them.
//
// Every bound, closure and termination argument about rules comes down to the maximum of a linear
// form over a few linear facts. Fractions are pairs of 128-bit integers. If a number overflows, the
// result is `unknown`, never a wrong bound.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace grundy::rules {

__extension__ using Wide = __int128;

// Always in lowest terms with a positive denominator. Operations whose result does not fit 128-bit
// integers throw std::overflow_error.
class Rational {
 public:
  constexpr Rational(std::int64_t integer = 0) : numerator_(integer) {}

  constexpr bool negative() const noexcept { return numerator_ < 0; }
  constexpr bool positive() const noexcept { return numerator_ > 0; }
  constexpr bool zero() const noexcept { return numerator_ == 0; }
  constexpr Wide numerator() const noexcept { return numerator_; }
  constexpr Wide denominator() const noexcept { return denominator_; }

  // The steps (rules/proofs/effort.hpp) of an operation with it: fractions need common divisors.
  constexpr std::uint64_t steps() const noexcept {
    if (denominator_ == 1 && is_narrow(numerator_)) return 2;
    return is_narrow(numerator_) && is_narrow(denominator_) ? 20 : 200;
  }

  // Rounded towards minus infinity.
  constexpr Wide floor() const noexcept {
    const Wide quotient = numerator_ / denominator_;
    return quotient - (numerator_ % denominator_ < 0 ? 1 : 0);
  }

  friend constexpr Rational operator-(const Rational& a) { return {-a.numerator_, a.denominator_}; }
  friend constexpr Rational operator+(const Rational& a, const Rational& b) {
    if (a.denominator_ == b.denominator_) return {sum(a.numerator_, b.numerator_), a.denominator_};
    return {sum(product(a.numerator_, b.denominator_), product(b.numerator_, a.denominator_)),
            product(a.denominator_, b.denominator_)};
  }
  friend constexpr Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
  friend constexpr Rational operator*(const Rational& a, const Rational& b) {
    return {product(a.numerator_, b.numerator_), product(a.denominator_, b.denominator_)};
  }
  // Requires b not zero.
  friend constexpr Rational operator/(const Rational& a, const Rational& b) {
    return {product(a.numerator_, b.denominator_), product(a.denominator_, b.numerator_)};
  }
  friend constexpr bool operator<(const Rational& a, const Rational& b) {
    return (a - b).negative();
  }
  friend constexpr bool operator==(const Rational&, const Rational&) = default;

 private:
  constexpr Rational(Wide numerator, Wide denominator)
      : numerator_(numerator), denominator_(denominator) {
    if (denominator_ == 1) return;
    if (const Wide divisor = common_divisor(numerator_, denominator_); divisor != 1) {
      numerator_ = quotient(numerator_, divisor);
      denominator_ = quotient(denominator_, divisor);
    }
    if (denominator_ < 0) {
      numerator_ = -numerator_;
      denominator_ = -denominator_;
    }
  }
  static constexpr bool is_narrow(Wide a) noexcept { return a == static_cast<std::int64_t>(a); }
  static constexpr Wide common_divisor(Wide a, Wide b) noexcept {
    while (b != 0) {
      if (is_narrow(a) && is_narrow(b)) return narrow_divisor(a, b);
      const Wide remainder = a % b;
      a = b;
      b = remainder;
    }
    return a < 0 ? -a : a;
  }
  // The same in 64 bits, where division is much cheaper.
  static constexpr Wide narrow_divisor(Wide a, Wide b) noexcept {
    auto x = static_cast<std::uint64_t>(a < 0 ? -a : a);
    auto y = static_cast<std::uint64_t>(b < 0 ? -b : b);
    while (y != 0) {
      const std::uint64_t remainder = x % y;
      x = y;
      y = remainder;
    }
    return x;
  }
  static constexpr Wide quotient(Wide a, Wide b) noexcept {
    if (!is_narrow(a) || !is_narrow(b)) return a / b;
    return static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b);
  }
  static constexpr Wide product(Wide a, Wide b) {
    if (is_narrow(a) && is_narrow(b)) return a * b;
    Wide result = 0;
    if (__builtin_mul_overflow(a, b, &result)) throw std::overflow_error("rational");
    return result;
  }
  static constexpr Wide sum(Wide a, Wide b) {
    Wide result = 0;
    if (__builtin_add_overflow(a, b, &result)) throw std::overflow_error("rational");
    return result;
  }

  Wide numerator_ = 0;
  Wide denominator_ = 1;
};

// coefficients . y <= limit
struct Inequality {
  std::vector<Rational> coefficients;
  Rational limit;
};

struct Optimum {
  enum class Kind : std::uint8_t { finite, unbounded, infeasible, unknown };
  Kind kind = Kind::unknown;
  Rational value;               // when finite
  std::vector<Rational> point;  // when finite: where the maximum is
};

// The maximum of objective . y over all rational y >= 0 that satisfy every inequality.
// Dantzig's tableau in two phases, with Bland's rule, so it always ends. `unknown` after an
// overflow or most_steps_of_program. Throws EffortSpent if the thread's Effort is spent.
Optimum maximize(const std::vector<Rational>& objective,
                 const std::vector<Inequality>& inequalities);

// The same, for inequalities that some y satisfies. Unknowns that no chain of inequalities connects
// to the objective do not matter then. They are left out, so most programs become much smaller.
Optimum maximize_feasible(const std::vector<Rational>& objective,
                          const std::vector<Inequality>& inequalities);

}  // namespace grundy::rules
