// Values that grow by the same amount in each period, but for one residue. There they are less by
// a ruler function, a largest power of 2 that divides a number, perhaps with powers of 2 apart:
// the game 0.2048 (Games of No Chance 4, 2015, pp. 115-128).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>

#include "law/sample.hpp"
#include "oracle/evaluate.hpp"

namespace grundy::law {
namespace {

constexpr std::int64_t most_ruled_period = 40;
constexpr std::int64_t least_periods = 16;  // in a sample
constexpr std::int64_t most_shift = 4;
constexpr std::size_t most_early_values = 32;  // that follow no rule

// G(p q + r) = saltus * q + offsets[r], but where r is `odd` less by factor * (the power of 2 in
// q + shift) + rest, and by `at_powers` where that is a power of 2 itself.
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

// What is known of the sample as a sequence from n = 0 on. It is trusted in its second half.
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
  // The first in the second half.
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

// Fits the odd residue with this shift.
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
