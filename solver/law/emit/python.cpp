// law/emit/python.cpp: laws in Python.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "law/emit/language.hpp"

namespace grundy::law {
namespace {

using Names = std::vector<std::string>;
using Terms = std::vector<Term>;

constexpr std::array python_helpers = {Helper{"valuation(",
                                              "def valuation(n, base):\n"
                                              "    times = 0\n"
                                              "    while n > 0 and n % base == 0:\n"
                                              "        n //= base\n"
                                              "        times += 1\n"
                                              "    return times\n"},
                                       Helper{"power_part(",
                                              "def power_part(n, base):\n"
                                              "    power = int(n > 0)\n"
                                              "    while n > 0 and n % base == 0:\n"
                                              "        n //= base\n"
                                              "        power *= base\n"
                                              "    return power\n"},
                                       Helper{"digit_sum(",
                                              "def digit_sum(n, base):\n"
                                              "    total = 0\n"
                                              "    while n > 0:\n"
                                              "        n, digit = divmod(n, base)\n"
                                              "        total += digit\n"
                                              "    return total\n"},
                                       Helper{"prime_factors(",
                                              "def prime_factors(n):\n"
                                              "    count, k = 0, 2\n"
                                              "    while k * k <= n:\n"
                                              "        while n % k == 0:\n"
                                              "            n //= k\n"
                                              "            count += 1\n"
                                              "        k += 1\n"
                                              "    return count + (n > 1)\n"},
                                       Helper{"least_prime(",
                                              "def least_prime(n):\n"
                                              "    primes, p = [], 2\n"
                                              "    while p <= n:\n"
                                              "        if all(p % q for q in primes):\n"
                                              "            primes.append(p)\n"
                                              "            if n % p == 0:\n"
                                              "                break\n"
                                              "        p += 1\n"
                                              "    return len(primes)\n"},
                                       Helper{"is_fibonacci(",
                                              "def is_fibonacci(n):\n"
                                              "    a, b = 1, 2\n"
                                              "    while b < n:\n"
                                              "        a, b = b, a + b\n"
                                              "    return n in (1, b)\n"},
                                       Helper{"is_square(",
                                              "def is_square(n):\n"
                                              "    from math import isqrt\n"
                                              "    return n > 0 and isqrt(n) ** 2 == n\n"},
                                       Helper{"is_factorial(",
                                              "def is_factorial(n):\n"
                                              "    k = 2\n"
                                              "    while n > 1 and n % k == 0:\n"
                                              "        n //= k\n"
                                              "        k += 1\n"
                                              "    return n == 1\n"},
                                       Helper{"is_prime(",
                                              "def is_prime(n):\n"
                                              "    k = 2\n"
                                              "    while k * k <= n:\n"
                                              "        if n % k == 0:\n"
                                              "            return False\n"
                                              "        k += 1\n"
                                              "    return n > 1\n"},
                                       Helper{"is_power(",
                                              "def is_power(n, base):\n"
                                              "    while n > 1 and n % base == 0:\n"
                                              "        n //= base\n"
                                              "    return n == 1\n"}};

constexpr std::string_view says_nothing = "raise ValueError(\"the law says nothing of this\")";

std::string python_pieces(const Emitted& law, const Terms& variables) {
  std::string text;
  for (const auto& [number, when] : law.claim.pieces) {
    const std::string value = written(number, python_notation, variables);
    if (when == rules::Condition{}) return text + fmt::format("    return {}\n", value);
    text += fmt::format("    if {}:\n        return {}\n",
                        written(when, python_notation, variables), value);
  }
  return text + fmt::format("    {}\n", says_nothing);
}

std::string python_power(const Emitted& law, const Terms& variables) {
  Names coordinates;
  for (std::size_t axis = 0; axis < law.rules.dimensions(); ++axis)
    coordinates.push_back(variables[axis].text);
  return fmt::format(
      "    {0} = 1\n"
      "    while not ({1}):\n"
      "        {0} *= {2}\n"
      "        if {0} > max([{3}]):\n"
      "            return False\n"
      "    return True\n",
      variables[law.rules.dimensions()].text, written(law.claim.p, python_notation, variables),
      law.claim.scale->base, fmt::join(coordinates, ", "));
}

std::string python_listed(const Emitted& law, const Terms& variables) {
  const auto& [low, first, length, saltus, values] = law.listing;
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  return fmt::format(
      "    values = (\n{0},)\n"
      "    periods = max(0, ({1} - {2}) // {3})\n"
      "    return values[{1} - {3} * periods{4}]{5}\n",
      in_lines(texts_of(values), 8), variables[0].text, first, length, minus(low),
      outcomes ? " == 0" : plus_periods(saltus));
}

std::string python_body(const Emitted& law, const Terms& variables) {
  if (!law.listing.values.empty()) return python_listed(law, variables);
  if (law.claim.quantity == Quantity::nimber) return python_pieces(law, variables);
  if (law.claim.scale) return python_power(law, variables);
  return fmt::format("    return {}\n", written(law.claim.p, python_notation, variables));
}

}  // namespace

std::string in_python(const Emitted& law) {
  const Names names = free_names(variable_names(law));
  const Terms variables = with_functions(names, law, python_notation);
  const Names coordinates(names.begin(),
                          names.begin() + static_cast<std::ptrdiff_t>(law.rules.dimensions()));
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  std::string text;
  for (const std::string& remark : law.remarks) text += "# " + remark + "\n";
  const std::string statements = python_body(law, variables);
  for (const std::string& helper : helpers_called(python_helpers, statements))
    text += "\n\n" + helper;
  return text + fmt::format(
                    "\n\ndef {}({}):\n"
                    "    \"\"\"{}\"\"\"\n"
                    "    if {}:\n"
                    "        {}\n"
                    "{}",
                    function_name(law.rules.name) + (outcomes ? "_is_p" : "_nimber"),
                    fmt::join(coordinates, ", "),
                    outcomes ? "Whether who moves loses." : "The Grundy value.",
                    outside(law.rules, python_notation, variables), says_nothing, statements);
}

}  // namespace grundy::law
