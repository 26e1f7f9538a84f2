// Functions of one heap that arithmetic knows: how often a number divides it, digit sums, factors.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>

#include "law/sample.hpp"
#include "oracle/claim_function.hpp"

namespace grundy::law {
namespace {

using FunctionKind = rules::Claim::Function::Kind;

constexpr std::array function_kinds{FunctionKind::valuation, FunctionKind::power_part,
                                    FunctionKind::digit_sum, FunctionKind::prime_factors,
                                    FunctionKind::least_prime};
constexpr std::int64_t most_base = 10;
constexpr std::array<std::int64_t, 4> moduli{0, 2, 3, 4};  // 0: as it is
constexpr std::array<std::int64_t, 5> shifts{0, 1, -1, 2, -2};
constexpr std::size_t most_odd_values = 3;

// f(n + shift), its remainder if there is a modulus, plus an amount.
struct Formula {
  FunctionKind kind;
  std::int64_t base, shift, modulus, plus;

  std::optional<std::int64_t> operator()(std::int64_t n) const {
    const auto value = oracle::function_value(kind, n + shift, base);
    if (!value) return std::nullopt;
    return (modulus == 0 ? *value : *value % modulus) + plus;
  }

  std::string text(const std::string& name) const {
    std::string of = name;
    if (shift != 0) of += fmt::format(" {} {}", shift > 0 ? '+' : '-', std::abs(shift));
    if (base != 0) of += fmt::format(", {}", base);
    std::string text = fmt::format("{}({})", rules::to_string(kind), of);
    if (modulus != 0) text += fmt::format(" mod {}", modulus);
    if (plus != 0) text += fmt::format(" {} {}", plus > 0 ? '+' : '-', std::abs(plus));
    return text;
  }
};

// "nimber = 0 when n = 0, valuation(n, 2) + 1"; nothing for more exceptions than few.
std::optional<std::string> claim(const Sample& sample, const Formula& formula) {
  const std::string& name = sample.names[0];
  std::string exceptions;
  std::size_t count = 0;
  std::int64_t n = sample.box.low[0];
  for (const std::uint32_t value : sample.values) {
    const auto said = formula(n);
    if (!said) return std::nullopt;
    if (*said != value && ++count > most_odd_values) return std::nullopt;
    if (*said != value) exceptions += fmt::format("{} when {} = {}, ", value, name, n);
    ++n;
  }
  return "nimber = " + exceptions + formula.text(name);
}

// What makes the formula right for the last of the sample.
std::optional<Formula> ending_right(const Sample& sample, Formula formula) {
  const auto said = formula(sample.box.high[0]);
  if (!said) return std::nullopt;
  formula.plus = static_cast<std::int64_t>(sample.values.back()) - *said;
  return formula;
}

}  // namespace

Guess guess_function(const Sample& sample) {
  if (sample.box.dimensions() != 1 || sample.quantity != Quantity::nimber) return {};
  if (std::ranges::adjacent_find(sample.values, std::not_equal_to<>()) == sample.values.end())
    return {};
  for (const FunctionKind kind : function_kinds)
    for (std::int64_t base = rules::has_base(kind) ? 2 : 0; base <= most_base; ++base) {
      for (const std::int64_t modulus : moduli)
        for (const std::int64_t shift : shifts) {
          const auto formula = ending_right(sample, {kind, base, shift, modulus, 0});
          if (!formula) continue;
          if (auto text = claim(sample, *formula)) return {*std::move(text)};
        }
      if (base == 0) break;
    }
  return {};
}

}  // namespace grundy::law
