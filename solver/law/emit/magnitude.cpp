#include "law/emit/magnitude.hpp"

#include <algorithm>
#include <cmath>

namespace grundy::law {
namespace {

using rules::Condition;
using rules::Expression;

constexpr double most = 0x1p62;
constexpr int largest_power = 60;

// The largest absolute value of anything in it, where no variable is larger than this. `worst` sees
// every number on the way.
double magnitude(const Expression& e, double variable, double& worst) {
  using Op = Expression::Op;
  if (e.op == Op::constant) return std::abs(static_cast<double>(e.value));
  if (e.op == Op::variable) return variable;
  double all = 0, product = 1, sum = 0;
  for (const Expression& argument : e.arguments) {
    const double size = magnitude(argument, variable, worst);
    all = std::max(all, size);
    product *= size;
    sum += size;
  }
  double size = all;
  if (e.op == Op::multiply) size = product;
  if (e.op == Op::add || e.op == Op::subtract) size = sum;
  worst = std::max(worst, size);
  return size;
}

void look_at(const Condition& condition, double variable, double& worst) {
  for (const Expression& side : condition.sides)
    worst = std::max(worst, magnitude(side, variable, worst));
  for (const Condition& part : condition.parts) look_at(part, variable, worst);
}

double largest_number(const Emitted& law, double variable) {
  double worst = 0;
  for (const auto& function : law.claim.functions)  // none is larger than its number
    variable = std::max(variable, magnitude(function.of, variable, worst));
  worst = variable;
  look_at(law.claim.p, variable, worst);
  for (const auto& piece : law.claim.pieces) {
    look_at(piece.when, variable, worst);
    for (const Expression& e : piece.terms) worst = std::max(worst, magnitude(e, variable, worst));
  }
  if (!law.listing.values.empty()) {
    const auto [least, greatest] =
        std::minmax_element(law.listing.values.begin(), law.listing.values.end());
    worst = variable * (1 + std::abs(static_cast<double>(law.listing.saltus))) +
            static_cast<double>(std::max(std::abs(*least), std::abs(*greatest)));
  }
  return worst;
}

}  // namespace

std::int64_t largest_coordinate(const Emitted& law) {
  int power = largest_power;
  while (power > 0 && largest_number(law, std::ldexp(1, power)) > most) --power;
  return std::int64_t{1} << power;
}

}  // namespace grundy::law
