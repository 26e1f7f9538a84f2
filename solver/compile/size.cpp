#include "compile/size.hpp"

#include <algorithm>
#include <optional>

#include "rules/proofs/simplex.hpp"

namespace grundy::compile {
namespace {

using rules::Expression;
using rules::Facts;
using rules::Polynomial;
using rules::Wide;
using Op = Expression::Op;

// The difference of two values within this limit fits 64 bits.
constexpr Wide largest = Wide{1} << 62;

struct Span {
  Wide low;
  Wide high;
  bool fits() const { return low > -largest && high < largest; }
};

std::optional<Span> product(const Span& a, const Span& b) {
  Span result{};
  bool first = true;
  for (const Wide x : {a.low, a.high})
    for (const Wide y : {b.low, b.high}) {
      Wide corner = 0;
      if (__builtin_mul_overflow(x, y, &corner)) return std::nullopt;
      result = first ? Span{corner, corner}
                     : Span{std::min(result.low, corner), std::max(result.high, corner)};
      first = false;
    }
  return result;
}

std::optional<Span> sum(const Span& a, const Span& b) {
  Span result{};
  if (__builtin_add_overflow(a.low, b.low, &result.low) ||
      __builtin_add_overflow(a.high, b.high, &result.high))
    return std::nullopt;
  return result;
}

// Of numbers with no more bits than the larger of these.
Span of_as_many_bits(const Span& a, const Span& b) {
  const Wide least = std::min(a.low, b.low);
  const Wide most = std::max({a.high, b.high, -least - 1});
  Wide end = 1;
  while (end <= most) end *= 2;
  return {least < 0 ? -end : 0, end - 1};
}

Span bits_in_both(const Span& a, const Span& b) {
  if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
  if (a.low >= 0 || b.low >= 0) return {0, a.low >= 0 ? a.high : b.high};
  return of_as_many_bits(a, b);
}

// Of the base to the exponent, which is 0 for negative exponents in kernels.
Span power(const Span& base, const Span& exponent) {
  Wide most = 1;
  for (Wide i = 0; i < exponent.high && most < largest && base.high > 1; ++i) most *= base.high;
  return {0, most};
}

Wide size_of(const Span& a) {
  return std::max(-a.low, a.high);
}

// The span of `a op b`, for arguments that fit.
Span combined(Op op, const Span& a, const Span& b) {
  switch (op) {
    case Op::add:
      return {a.low + b.low, a.high + b.high};
    case Op::subtract:
      return {a.low - b.high, a.high - b.low};
    case Op::multiply:
      return *product(a, b);
    case Op::minimum:
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::maximum:
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::modulo:
      return {0, std::max(Wide{0}, b.high - 1)};
    case Op::bit_and:
      return bits_in_both(a, b);
    case Op::bit_or:
    case Op::bit_xor:
      return of_as_many_bits(a, b);
    case Op::power:
      return power(a, b);
    case Op::gcd:
      return {0, std::max(size_of(a), size_of(b))};
    default:  // quotients
      return {std::min(Wide{0}, a.low), std::max(Wide{0}, a.high)};
  }
}

// The span itself if it fits, else the one that facts prove; nothing if neither fits. If the facts
// contradict each other, nothing is computed and every number fits.
std::optional<Span> narrowed(const std::optional<Span>& span, const Polynomial& polynomial,
                             Facts& facts) {
  if (span && span->fits()) return span;
  const auto low = facts.lower(polynomial);
  const auto high = facts.upper(polynomial);
  if (!low || !high) return facts.impossible() ? std::optional(Span{}) : std::nullopt;
  const Span proved{*low, *high};
  return proved.fits() ? std::optional(proved) : std::nullopt;
}

// The span of an operation with one argument, which fits; 0 outside the domain, as in kernels.
std::optional<Span> of_one(const Expression& expression, const Span& argument) {
  if (expression.op == Op::popcount) return Span{0, 64};
  if (expression.op != Op::element) return argument;
  Span span{0, 0};
  for (const std::int64_t member : expression.array.members())
    span = {std::min<Wide>(span.low, member), std::max<Wide>(span.high, member)};
  return span;
}

std::optional<Span> span_of(const Expression& expression, Facts& facts) {
  std::optional<Span> span;
  if (expression.arguments.empty()) {
    const rules::Interval known = facts.range(expression);
    if (known.low && known.high) span = Span{*known.low, *known.high};
  }
  for (std::size_t i = 0; i < expression.arguments.size(); ++i) {
    const auto argument = span_of(expression.arguments[i], facts);
    if (!argument) return std::nullopt;
    span = i == 0 ? of_one(expression, *argument) : combined(expression.op, *span, *argument);
  }
  if (span && span->fits()) return span;
  return narrowed(span, Polynomial(expression), facts);
}

std::optional<Span> span_of(const Polynomial::Monomial& monomial, std::int64_t coefficient,
                            Facts& facts, bool& atoms_fit) {
  std::optional<Span> span = Span{coefficient, coefficient};
  for (const Expression& atom : monomial) {
    const auto factor = span_of(atom, facts);
    if (!factor && !atom.arguments.empty()) atoms_fit = false;
    span = span && factor ? product(*span, *factor) : std::nullopt;
  }
  return span;
}

}  // namespace

bool fits(const Expression& expression, Facts& facts) {
  return span_of(expression, facts).has_value();
}

bool fits(const Polynomial& polynomial, Facts& facts) {
  std::optional<Span> total = Span{0, 0};
  bool atoms_fit = true;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    const auto term = span_of(monomial, coefficient, facts, atoms_fit);
    total = total && term ? sum(*total, *term) : std::nullopt;
  }
  return atoms_fit && narrowed(total, polynomial, facts).has_value();
}

bool fits(const rules::Condition& condition, Facts& facts) {
  return std::ranges::all_of(condition.sides,
                             [&](const auto& side) { return fits(side, facts); }) &&
         std::ranges::all_of(condition.parts, [&](const auto& part) { return fits(part, facts); });
}

}  // namespace grundy::compile
