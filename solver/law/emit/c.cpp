#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "law/emit/divisors.hpp"
#include "law/emit/languages.hpp"
#include "law/emit/listing.hpp"
#include "law/emit/magnitude.hpp"
#include "law/emit/names.hpp"

namespace grundy::law {
namespace {

using Names = std::vector<std::string>;
using Terms = std::vector<Term>;

// Quotients are rounded down and up; a remainder has the sign of the divisor.
constexpr std::array c_helpers = {
    Helper{"modulo(",
           "static int64_t modulo(int64_t a, int64_t b) {\n"
           "  const int64_t r = a % b;\n"
           "  return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n"
           "}\n"},
    Helper{"floor_divide(",
           "static int64_t floor_divide(int64_t a, int64_t b) {\n"
           "  return a / b - (a % b != 0 && (a < 0) != (b < 0));\n"
           "}\n"},
    Helper{"ceil_divide(",
           "static int64_t ceil_divide(int64_t a, int64_t b) {\n"
           "  return a / b + (a % b != 0 && (a < 0) == (b < 0));\n"
           "}\n"},
    Helper{"least(",
           "static int64_t least(int64_t a, int64_t b) {\n"
           "  return a < b ? a : b;\n"
           "}\n"},
    Helper{"greatest(",
           "static int64_t greatest(int64_t a, int64_t b) {\n"
           "  return a > b ? a : b;\n"
           "}\n"},
    Helper{"valuation(",
           "static int64_t valuation(int64_t n, int64_t base) {\n"
           "  int64_t times = 0;\n"
           "  for (; n > 0 && n % base == 0; n /= base) ++times;\n"
           "  return times;\n"
           "}\n"},
    Helper{"power_part(",
           "static int64_t power_part(int64_t n, int64_t base) {\n"
           "  int64_t power = n > 0;\n"
           "  for (; n > 0 && n % base == 0; n /= base) power *= base;\n"
           "  return power;\n"
           "}\n"},
    Helper{"digit_sum(",
           "static int64_t digit_sum(int64_t n, int64_t base) {\n"
           "  int64_t sum = 0;\n"
           "  for (; n > 0; n /= base) sum += n % base;\n"
           "  return sum;\n"
           "}\n"},
    Helper{"prime_factors(",
           "static int64_t prime_factors(int64_t n) {\n"
           "  int64_t count = 0;\n"
           "  for (int64_t k = 2; n > 1 && k <= n / k; ++k)\n"
           "    for (; n % k == 0; n /= k) ++count;\n"
           "  return n > 1 ? count + 1 : count;\n"
           "}\n"},
    Helper{"least_prime(",
           "// Which prime is the least factor: 1 for 2, 2 for 3, ..\n"
           "static int64_t least_prime(int64_t n) {\n"
           "  int64_t count = 0;\n"
           "  for (int64_t p = 2; p <= n; ++p) {\n"
           "    int64_t k = 2;\n"
           "    while (k <= p / k && p % k != 0) ++k;\n"
           "    if (k <= p / k) continue;\n"
           "    ++count;\n"
           "    if (n % p == 0) break;\n"
           "  }\n"
           "  return count;\n"
           "}\n"},
    Helper{"is_fibonacci(",
           "static int is_fibonacci(int64_t n) {\n"
           "  int64_t a = 1, b = 2;\n"
           "  while (b < n) {\n"
           "    b += a;\n"
           "    a = b - a;\n"
           "  }\n"
           "  return n == 1 || n == b;\n"
           "}\n"},
    Helper{"is_square(",
           "static int is_square(int64_t n) {\n"
           "  int64_t low = 1, high = (int64_t)1 << 31;\n"
           "  while (low < high) {\n"
           "    const int64_t middle = (low + high) / 2;\n"
           "    if (middle * middle < n)\n"
           "      low = middle + 1;\n"
           "    else\n"
           "      high = middle;\n"
           "  }\n"
           "  return low * low == n;\n"
           "}\n"},
    Helper{"is_factorial(",
           "static int is_factorial(int64_t n) {\n"
           "  for (int64_t k = 2; n > 1 && n % k == 0; ++k) n /= k;\n"
           "  return n == 1;\n"
           "}\n"},
    Helper{"is_prime(",
           "static int is_prime(int64_t n) {\n"
           "  for (int64_t k = 2; k <= n / k; ++k)\n"
           "    if (n % k == 0) return 0;\n"
           "  return n > 1;\n"
           "}\n"},
    Helper{"is_power(",
           "static int is_power(int64_t n, int64_t base) {\n"
           "  while (n > 1 && n % base == 0) n /= base;\n"
           "  return n == 1;\n"
           "}\n"}};

std::string comment(const Emitted& law) {
  std::string text;
  for (const std::string& remark : law.remarks) text += "// " + remark + "\n";
  return text;
}

std::string guard(const Emitted& law, const Terms& variables, std::int64_t largest) {
  std::string condition = outside(law.rules, c_notation, variables);
  for (std::size_t axis = 0; axis < law.rules.dimensions(); ++axis) {
    const auto& [name, low, high] = law.rules.coordinates[axis];
    if (low < -largest) condition += fmt::format(" || {} < {}", variables[axis].text, -largest);
    if (!high || *high > largest)
      condition += fmt::format(" || {} > {}", variables[axis].text, largest);
  }
  return fmt::format("  if ({}) return -1;\n", condition);
}

std::string pieces(const Emitted& law, const Terms& variables) {
  std::string text;
  for (const auto& [number, when] : law.claim.pieces) {
    const std::string value = written(number, c_notation, variables);
    if (when == rules::Condition{}) return text + fmt::format("  return {};\n", value);
    text += fmt::format("  if ({}) return {};\n", written(when, c_notation, variables), value);
  }
  return text + "  return -1;\n";
}

std::string some_power(const Emitted& law, const Terms& variables) {
  const std::string& power = variables[law.rules.dimensions()].text;
  std::string largest = variables[0].text;
  for (std::size_t axis = 1; axis < law.rules.dimensions(); ++axis)
    largest = fmt::format("greatest({}, {})", largest, variables[axis].text);
  return fmt::format(
      "  int64_t {0} = 1;\n"
      "  while (!({1})) {{\n"
      "    if ({0} > {2} / {3}) return 0;\n"
      "    {0} *= {3};\n"
      "  }}\n"
      "  return 1;\n",
      power, written(law.claim.p, c_notation, variables), largest, law.claim.scale->base);
}

std::string_view type_of(const std::vector<std::int64_t>& values) {
  const std::int64_t largest = *std::max_element(values.begin(), values.end());
  if (*std::min_element(values.begin(), values.end()) < 0 || largest > UINT32_MAX) return "int64_t";
  return largest <= UINT8_MAX ? "uint8_t" : largest <= UINT16_MAX ? "uint16_t" : "uint32_t";
}

std::string listed(const Emitted& law, const Terms& variables) {
  const auto& [low, first, length, saltus, values] = law.listing;
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  return fmt::format(
      "  static const {0} values[] = {{\n{1}}};\n"
      "  const int64_t periods = {2} < {3} ? 0 : ({2} - {3}) / {4};\n"
      "  return values[{2} - {4} * periods{5}]{6};\n",
      type_of(values), in_lines(texts_of(values), 6), variables[0].text, first, length, minus(low),
      outcomes ? " == 0" : plus_periods(saltus));
}

std::string body(const Emitted& law, const Terms& variables) {
  if (!law.listing.values.empty()) return listed(law, variables);
  if (law.claim.quantity == Quantity::nimber) return pieces(law, variables);
  if (law.claim.scale) return some_power(law, variables);
  return fmt::format("  return {};\n", written(law.claim.p, c_notation, variables));
}

}  // namespace

Result<std::string> in_c(const Emitted& law) {
  if (divides_by_unknown(law.claim))
    return Error{Errc::unsupported,
                 "the law divides by a number that is not constant, and C has no result where that "
                 "is 0; emit Python"};
  const auto largest = largest_coordinate(law);
  if (!largest)
    return Error{Errc::unsupported, "the numbers of the law may leave 64 bits; emit Python"};
  const Names names = free_names(variable_names(law));
  const Terms variables = with_functions(names, law, c_notation);
  const Names coordinates(names.begin(),
                          names.begin() + static_cast<std::ptrdiff_t>(law.rules.dimensions()));
  const bool outcomes = law.claim.quantity == Quantity::outcome;
  const std::string name = function_name(law.rules.name);
  const std::string statements = body(law, variables);
  std::string text = comment(law) + "#include <stdint.h>\n\n";
  for (const std::string& helper : helpers_called(c_helpers, statements)) text += helper + "\n";
  text += outcomes ? "// 1 for P: who moves loses; 0 for N; -1: the law says nothing.\n"
                   : "// The nimber; -1: the law says nothing.\n";
  return text + fmt::format("{} {}({}) {{\n{}{}}}\n", outcomes ? "int" : "int64_t",
                            name + (outcomes ? "_is_p" : "_nimber"),
                            arguments(coordinates, "int64_t "), guard(law, variables, *largest),
                            statements);
}

}  // namespace grundy::law
