// law/emit/c.cpp: laws in C.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "law/emit/emit.hpp"
#include "law/emit/language.hpp"
#include "rules/claim.hpp"

namespace grundy::law {

namespace {

// Whether C can compute a law: within 64 bits, and without dividing by 0.

using rules::Condition;
using rules::Expression;

constexpr double most = 0x1p62;
constexpr int largest_power = 60;

// Bounds of the absolute values of expressions, and of every number that is computed on the way.
class Magnitudes {
 public:
  Magnitudes(std::size_t variables, double largest)
      : variables_(variables, largest), worst_(largest) {}

  double of(const Expression& e) {
    using Op = Expression::Op;
    if (e.op == Op::variable) return variables_[static_cast<std::size_t>(e.value)];
    if (e.op == Op::constant) return record(std::abs(static_cast<double>(e.value)));
    double all = 0, product = 1, sum = 0;
    for (const Expression& argument : e.arguments) {
      const double size = of(argument);
      all = std::max(all, size);
      product *= size;
      sum += size;
    }
    if (e.op == Op::multiply) return record(product);
    return record(e.op == Op::add || e.op == Op::subtract ? sum : all);
  }

  void visit(const Condition& condition) {
    for (const Expression& side : condition.sides) of(side);
    for (const Condition& part : condition.parts) visit(part);
  }

  // Adds the next variable, a function. Only xor may exceed its arguments, but not in the highest
  // bit.
  void add(const rules::Claim::Function& function) {
    double largest = 1;
    for (const Expression& e : function.of) largest = std::max(largest, of(e));
    if (function.kind == rules::Claim::Function::Kind::exclusive) largest *= 2;
    variables_.push_back(record(largest));
  }

  double worst() const noexcept { return worst_; }

 private:
  double record(double size) {
    worst_ = std::max(worst_, size);
    return size;
  }

  std::vector<double> variables_;
  double worst_;
};

double largest_number(const Emitted& law, double variable) {
  if (!law.listing.values.empty()) {
    const auto [least, greatest] =
        std::minmax_element(law.listing.values.begin(), law.listing.values.end());
    return variable * (1 + std::abs(static_cast<double>(law.listing.saltus))) +
           static_cast<double>(std::max(std::abs(*least), std::abs(*greatest)));
  }
  Magnitudes magnitudes(law.rules.dimensions() + (law.claim.scale ? 1 : 0), variable);
  for (const auto& function : law.claim.functions) magnitudes.add(function);
  magnitudes.visit(law.claim.p);
  for (const auto& piece : law.claim.pieces) {
    magnitudes.visit(piece.when);
    magnitudes.of(piece.value);
  }
  return magnitudes.worst();
}

bool has_position_within(const rules::Rules& rules, std::int64_t largest) {
  return std::all_of(rules.coordinates.begin(), rules.coordinates.end(),
                     [largest](const rules::Coordinate& coordinate) {
                       return coordinate.low <= largest &&
                              (!coordinate.high || *coordinate.high >= -largest);
                     });
}

bool divides_by_unknown(const rules::Expression& e) {
  using Op = rules::Expression::Op;
  const bool is_quotient =
      e.op == Op::floor_divide || e.op == Op::ceil_divide || e.op == Op::modulo;
  if (is_quotient && e.arguments[1].op != Op::constant) return true;
  return std::ranges::any_of(e.arguments,
                             [](const auto& argument) { return divides_by_unknown(argument); });
}

bool divides_by_unknown(const rules::Condition& condition) {
  return std::ranges::any_of(condition.sides,
                             [](const auto& side) { return divides_by_unknown(side); }) ||
         std::ranges::any_of(condition.parts,
                             [](const auto& part) { return divides_by_unknown(part); });
}

// A power of 2: as long as the absolute value of each coordinate is at most this, no number that
// the function computes leaves 64 bits. Nothing if there is none, or no position has such
// coordinates.
std::optional<std::int64_t> largest_coordinate(const Emitted& law) {
  int power = largest_power;
  while (power >= 0 && largest_number(law, std::ldexp(1, power)) > most) --power;
  if (power < 0) return std::nullopt;
  const std::int64_t largest = std::int64_t{1} << power;
  return has_position_within(law.rules, largest) ? std::optional(largest) : std::nullopt;
}

// Whether some divisor is not constant, and so may be 0. Constant divisors are positive.
bool divides_by_unknown(const rules::Claim& claim) {
  return divides_by_unknown(claim.p) ||
         std::ranges::any_of(claim.pieces,
                             [](const auto& piece) {
                               return divides_by_unknown(piece.value) ||
                                      divides_by_unknown(piece.when);
                             }) ||
         std::ranges::any_of(claim.functions, [](const auto& function) {
           return std::ranges::any_of(function.of,
                                      [](const auto& e) { return divides_by_unknown(e); });
         });
}

// The texts.

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
