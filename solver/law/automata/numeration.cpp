#include "law/automata/numeration.hpp"

#include <fmt/format.h>

namespace grundy::automata {

namespace {

std::string text(const Numeration& numeration, const std::string& of) {
  if (numeration.is_base()) return fmt::format("digits{} in base {}", of, numeration.p);
  if (numeration.p == 1) return "Fibonacci digits" + of;
  return fmt::format("digits{} by the recurrence u(k + 1) = {} u(k) + u(k - 1)", of, numeration.p);
}

}  // namespace

std::string to_string(const Numeration& numeration) {
  return text(numeration, "");
}

std::string to_string(const Numeration& numeration, const std::string& of) {
  return text(numeration, " of " + of);
}

std::vector<std::size_t> digits_of(const Numeration& numeration, std::int64_t n) {
  std::vector<std::int64_t> weights;
  std::int64_t weight = 1, before = 1;
  while (weight <= n) {
    weights.push_back(weight);
    std::int64_t next = 0;
    if (__builtin_mul_overflow(weight, numeration.p, &next) ||
        __builtin_add_overflow(next, numeration.q * before, &next))
      break;
    before = weight;
    weight = next;
  }
  std::vector<std::size_t> digits;
  for (auto w = weights.rbegin(); w != weights.rend(); ++w) {
    digits.push_back(static_cast<std::size_t>(n / *w));
    n %= *w;
  }
  return digits;
}

std::int64_t number_of(const Numeration& numeration, const std::vector<std::size_t>& digits) {
  std::int64_t a = 0, b = 0;  // the digits so far count a U(n) + b U(n - 1), with n to come
  for (const std::size_t digit : digits) {
    const std::int64_t next = numeration.p * a + b + static_cast<std::int64_t>(digit);
    b = numeration.q * a;
    a = next;
  }
  return a + b;
}

}  // namespace grundy::automata
