#include "law/emit/magnitude.hpp"

#include <algorithm>
#include <cmath>

namespace grundy::law {
namespace {

using rules::Condition;
using rules::Expression;

constexpr double most = 0x1p62;
constexpr int largest_power = 60;

// The largest absolute values of variables, and of every number on the way to what was asked for.
class Magnitudes {
 public:
  Magnitudes(std::size_t variables, double largest)
      : variables_(variables, largest), worst_(largest) {}

  double of(const Expression& e) {
    using Op = Expression::Op;
    if (e.op == Op::variable) return variables_[static_cast<std::size_t>(e.value)];
    if (e.op == Op::constant) return met(std::abs(static_cast<double>(e.value)));
    double all = 0, product = 1, sum = 0;
    for (const Expression& argument : e.arguments) {
      const double size = of(argument);
      all = std::max(all, size);
      product *= size;
      sum += size;
    }
    if (e.op == Op::multiply) return met(product);
    return met(e.op == Op::add || e.op == Op::subtract ? sum : all);
  }

  void look_at(const Condition& condition) {
    for (const Expression& side : condition.sides) of(side);
    for (const Condition& part : condition.parts) look_at(part);
  }

  // The next variable. None but xor is larger than its number; that has no bit above the highest.
  void add(const rules::Claim::Function& function) {
    double largest = 1;
    for (const Expression& e : function.of) largest = std::max(largest, of(e));
    if (function.kind == rules::Claim::Function::Kind::exclusive) largest *= 2;
    variables_.push_back(met(largest));
  }

  double worst() const noexcept { return worst_; }

 private:
  double met(double size) {
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
  magnitudes.look_at(law.claim.p);
  for (const auto& piece : law.claim.pieces) {
    magnitudes.look_at(piece.when);
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

}  // namespace

std::optional<std::int64_t> largest_coordinate(const Emitted& law) {
  int power = largest_power;
  while (power >= 0 && largest_number(law, std::ldexp(1, power)) > most) --power;
  if (power < 0) return std::nullopt;
  const std::int64_t largest = std::int64_t{1} << power;
  return has_position_within(law.rules, largest) ? std::optional(largest) : std::nullopt;
}

}  // namespace grundy::law
