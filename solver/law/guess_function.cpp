// law/guess_function.cpp: nimbers of one heap that are functions known in arithmetic: how often a
// number divides the heap, digit sums, prime factors; and values with a ruler function.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "law/guess.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::law {

// Functions of one heap.

namespace {

using FunctionKind = rules::Claim::Function::Kind;

constexpr std::array function_kinds{FunctionKind::valuation, FunctionKind::power_part,
                                    FunctionKind::digit_sum, FunctionKind::prime_factors,
                                    FunctionKind::least_prime};
constexpr std::int64_t most_base = 10;
constexpr std::array<std::int64_t, 4> moduli{0, 2, 3, 4};  // 0: none
// In this order: a condition on few values may only look right where one on remainders holds for
// all.
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

// "nimber = 0 when n = 0, valuation(n, 2) + 1", which fits the last value of the sample; nothing if
// there are more than a few exceptions.
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

// P-positions are given by values of the formula; nothing if there are more than a few exceptions.
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

// Values that grow by the same amount in each period, except for one residue. There they are less
// by a ruler function: the largest power of 2 that divides a number, perhaps with another amount at
// powers of 2 themselves. An example is the game 0.2048 (Games of No Chance 4, 2015, pp. 115-128).

namespace {

constexpr std::int64_t most_ruled_period = 40;
constexpr std::int64_t least_periods = 16;  // in a sample
constexpr std::int64_t most_shift = 4;
constexpr std::size_t most_early_values = 32;  // exceptions

// G(p q + r) = saltus * q + offsets[r]. If r is `odd`, G is saltus * q less factor * (the power of
// 2 in q + shift) + rest, or less `at_powers` if q + shift is a power of 2 itself.
struct Ruler {
  std::int64_t period, saltus, odd;
  std::vector<std::int64_t> offsets;
  std::int64_t shift = 0, factor = 0, rest = 0, at_powers = 0;

  static std::int64_t power_in(std::int64_t n) { return n < 1 ? 0 : n & -n; }
  std::int64_t operator()(std::int64_t n) const {
    const std::int64_t q = n / period, j = q + shift;
    if (n % period != odd) return saltus * q + offsets[static_cast<std::size_t>(n % period)];
    if (power_in(j) == j) return saltus * q - at_powers;
    return saltus * q - factor * power_in(j) - rest;
  }
};

// The sample as a sequence from n = 0 on. Only its second half is expected to follow a rule.
class SampledValues {
 public:
  explicit SampledValues(const Sample& sample) : values_(sample.values) {}

  std::int64_t size() const { return std::ssize(values_); }
  std::int64_t at(std::int64_t n) const { return values_[static_cast<std::size_t>(n)]; }

  bool is_regular(std::int64_t residue, std::int64_t period, std::int64_t saltus) const {
    for (std::int64_t n = first(residue, period); n + period < size(); n += period)
      if (at(n + period) != at(n) + saltus) return false;
    return true;
  }
  // The first n of a residue in the second half.
  std::int64_t first(std::int64_t residue, std::int64_t period) const {
    return (size() / 2 + period - 1) / period * period + residue;
  }

 private:
  const std::vector<std::uint32_t>& values_;
};

std::optional<Ruler> with_offsets(const SampledValues& values, std::int64_t period) {
  const std::int64_t saltus = values.at(values.size() - 1) - values.at(values.size() - 1 - period);
  Ruler ruler{period, saltus, -1, {}};
  for (std::int64_t r = 0; r < period; ++r) {
    const std::int64_t n = values.first(r, period);
    ruler.offsets.push_back(values.at(n) - saltus * (n / period));
    if (values.is_regular(r, period, saltus)) continue;
    if (ruler.odd >= 0) return std::nullopt;
    ruler.odd = r;
  }
  if (ruler.odd < 0) return std::nullopt;
  return ruler;
}

// Fits the odd residue, with the ruler's shift.
bool fit(const SampledValues& values, Ruler& ruler) {
  std::optional<std::int64_t> at_one, at_two, at_powers;
  const auto less = [&](std::int64_t n) {
    return ruler.saltus * (n / ruler.period) - values.at(n);
  };
  const std::int64_t first = values.first(ruler.odd, ruler.period);
  for (std::int64_t n = first; n < values.size(); n += ruler.period) {
    const std::int64_t j = n / ruler.period + ruler.shift, power = Ruler::power_in(j);
    if (power == j)
      at_powers = less(n);
    else if (power == 1)
      at_one = less(n);
    else if (power == 2)
      at_two = less(n);
  }
  if (!at_one || !at_two) return false;
  ruler.factor = *at_two - *at_one;
  ruler.rest = *at_one - ruler.factor;
  ruler.at_powers = at_powers.value_or(0);
  for (std::int64_t n = first; n < values.size(); n += ruler.period)
    if (ruler(n) != values.at(n)) return false;
  return ruler.factor != 0;
}

std::string minus_text(const std::string& text, std::int64_t number) {
  if (number == 0) return text;
  return fmt::format("{} {} {}", text, number > 0 ? '-' : '+', std::abs(number));
}

std::optional<std::string> text_of(const Ruler& ruler, const SampledValues& values,
                                   const std::string& name) {
  std::vector<std::string> pieces;
  for (std::int64_t n = 0; n < values.size(); ++n)
    if (ruler(n) != values.at(n))
      pieces.push_back(fmt::format("{} when {} = {}", values.at(n), name, n));
  if (pieces.size() > most_early_values) return std::nullopt;
  const std::string quotient = fmt::format("floor({} / {})", name, ruler.period);
  const std::string number = minus_text(quotient, -ruler.shift);
  const std::string power = fmt::format("power_part({}, 2)", number);
  const std::string grown = fmt::format("{} * {}", ruler.saltus, quotient);
  const std::string here = fmt::format("{} mod {} = {}", name, ruler.period, ruler.odd);
  pieces.push_back(fmt::format("{} when {} and {} = {}", minus_text(grown, ruler.at_powers), here,
                               power, number));
  pieces.push_back(fmt::format(
      "{} when {}", minus_text(fmt::format("{} - {} * {}", grown, ruler.factor, power), ruler.rest),
      here));
  std::map<std::int64_t, std::vector<std::string>> having;
  for (std::int64_t r = 0; r < ruler.period; ++r)
    if (r != ruler.odd)
      having[ruler.offsets[static_cast<std::size_t>(r)]].push_back(
          fmt::format("{} mod {} = {}", name, ruler.period, r));
  for (const auto& [offset, residues] : having)
    pieces.push_back(
        fmt::format("{} when {}", minus_text(grown, -offset), fmt::join(residues, " or ")));
  return fmt::format("nimber = {}", fmt::join(pieces, ", "));
}

}  // namespace

Guess guess_ruler(const Sample& sample) {
  if (sample.box.dimensions() != 1 || sample.box.low[0] != 0 || sample.quantity != Quantity::nimber)
    return {};
  const SampledValues values(sample);
  for (std::int64_t period = 1; period <= most_ruled_period; ++period) {
    if (values.size() < least_periods * period) break;
    auto ruler = with_offsets(values, period);
    if (!ruler) continue;
    for (ruler->shift = -most_shift; ruler->shift <= most_shift; ++ruler->shift)
      if (fit(values, *ruler))
        if (auto text = text_of(*ruler, values, sample.names[0])) return {*std::move(text)};
  }
  return {};
}

}  // namespace grundy::law
