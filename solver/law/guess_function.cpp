// Functions of one heap that arithmetic knows: how often a number divides it, digit sums, factors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "law/sample.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::law {
namespace {

using FunctionKind = rules::Claim::Function::Kind;

constexpr std::array function_kinds{FunctionKind::valuation, FunctionKind::power_part,
                                    FunctionKind::digit_sum, FunctionKind::prime_factors,
                                    FunctionKind::least_prime};
constexpr std::int64_t most_base = 10;
constexpr std::array<std::int64_t, 4> moduli{0, 2, 3, 4};  // 0: as it is
// Few values may look like what their remainders tell of all.
constexpr std::array<std::int64_t, 4> moduli_of_outcomes{2, 3, 4, 0};
constexpr std::array<std::int64_t, 5> shifts{0, 1, -1, 2, -2};
constexpr std::size_t most_odd_values = 3;
constexpr std::size_t most_lost_values = 3;  // of the function, at P-positions
constexpr std::size_t least_lost_heaps = 4;  // that have one of these values

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

// "nimber = 0 when n = 0, valuation(n, 2) + 1", right for the last of the sample; nothing for more
// exceptions than few.
std::optional<std::string> claim(const Sample& sample, Formula formula) {
  const auto last = formula(sample.box.high[0]);
  if (!last) return std::nullopt;
  formula.plus = static_cast<std::int64_t>(sample.values.back()) - *last;
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

// "P when (valuation(n, 2) mod 2 = 0 or valuation(n, 2) mod 2 = 1) and n != 3 or n = 5"
std::string outcomes(const std::string& name, const std::string& function,
                     const std::vector<std::int64_t>& lost,
                     const std::vector<std::int64_t>& not_lost,
                     const std::vector<std::int64_t>& also_lost) {
  std::vector<std::string> equal;
  for (const std::int64_t value : lost) equal.push_back(fmt::format("{} = {}", function, value));
  std::string text = fmt::format("{}", fmt::join(equal, " or "));
  if (equal.size() > 1 && !not_lost.empty()) text = "(" + text + ")";
  for (const std::int64_t n : not_lost) text += fmt::format(" and {} != {}", name, n);
  for (const std::int64_t n : also_lost) text += fmt::format(" or {} = {}", name, n);
  return "P when " + text;
}

// Heaps are lost by the value of the formula; nothing for more exceptions than few.
std::optional<std::string> claim_of_outcomes(const Sample& sample, const Formula& formula) {
  std::map<std::int64_t, std::array<std::vector<std::int64_t>, 2>> heaps;  // lost or not, by value
  std::int64_t n = sample.box.low[0];
  for (const std::uint32_t value : sample.values) {
    const auto said = formula(n);
    if (!said) return std::nullopt;
    heaps[*said][value == 0 ? 0 : 1].push_back(n++);
  }
  std::vector<std::int64_t> lost, not_lost, also_lost;
  for (const auto& [value, here] : heaps) {
    const bool is_lost = here[0].size() > here[1].size() && here[0].size() >= least_lost_heaps;
    if (is_lost) lost.push_back(value);
    auto& odd = is_lost ? not_lost : also_lost;
    odd.insert(odd.end(), here[is_lost ? 1 : 0].begin(), here[is_lost ? 1 : 0].end());
    if (not_lost.size() + also_lost.size() > most_odd_values) return std::nullopt;
  }
  if (lost.empty() || lost.size() == heaps.size() || lost.size() > most_lost_values)
    return std::nullopt;
  return outcomes(sample.names[0], formula.text(sample.names[0]), lost, not_lost, also_lost);
}

}  // namespace

Guess guess_function(const Sample& sample) {
  if (sample.box.dimensions() != 1) return {};
  const bool nimbers = sample.quantity == Quantity::nimber;
  if (std::ranges::adjacent_find(sample.values, std::not_equal_to<>()) == sample.values.end())
    return {};
  for (const FunctionKind kind : function_kinds)
    for (std::int64_t base = rules::has_base(kind) ? 2 : 0; base <= most_base; ++base) {
      for (const std::int64_t modulus : nimbers ? moduli : moduli_of_outcomes)
        for (const std::int64_t shift : shifts) {
          const Formula formula{kind, base, shift, modulus, 0};
          auto text = nimbers ? claim(sample, formula) : claim_of_outcomes(sample, formula);
          if (text) return {*std::move(text)};
        }
      if (base == 0) break;
    }
  return {};
}

}  // namespace grundy::law
