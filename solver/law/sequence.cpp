#include "law/sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace grundy::law {
namespace {

constexpr std::size_t longest_period = 64;
constexpr std::size_t least_terms = 8;

std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  return ((a % b) + b) % b;
}

bool repeats(const std::vector<std::int64_t>& terms, std::size_t period, std::size_t from) {
  const std::int64_t saltus = terms.back() - terms[terms.size() - 1 - period];
  for (std::size_t n = from; n + period < terms.size(); ++n)
    if (terms[n + period] != terms[n] + saltus) return false;
  return true;
}

std::string plus(const std::string& text, std::int64_t number) {
  if (number == 0) return text;
  return fmt::format("{} {} {}", text, number < 0 ? '-' : '+', std::abs(number));
}

std::string times(std::int64_t factor, const std::string& text) {
  return factor == 1 ? text : fmt::format("{} * {}", factor, text);
}

}  // namespace

std::optional<Sequence> find_sequence(const std::vector<std::int64_t>& terms, std::int64_t low) {
  if (terms.size() < least_terms) return std::nullopt;
  std::size_t period = 1;
  const std::size_t most = std::min(longest_period, terms.size() / 6);
  while (period <= most && !repeats(terms, period, terms.size() / 2)) ++period;
  if (period > most) return std::nullopt;
  return sequence_with(terms, low, period);
}

Sequence sequence_with(const std::vector<std::int64_t>& terms, std::int64_t low,
                       std::size_t period) {
  Sequence found;
  found.period = static_cast<std::int64_t>(period);
  found.saltus = terms.back() - terms[terms.size() - 1 - period];
  found.offsets.resize(period);
  const auto rest = [&](std::size_t i) {
    const std::int64_t n = low + static_cast<std::int64_t>(i);
    return std::pair(floor_mod(n, found.period),
                     found.saltus * ((n - floor_mod(n, found.period)) / found.period));
  };
  for (std::size_t i = terms.size() - period; i < terms.size(); ++i)
    found.offsets[static_cast<std::size_t>(rest(i).first)] = terms[i] - rest(i).second;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i] != found.offsets[static_cast<std::size_t>(rest(i).first)] + rest(i).second)
      found.exceptions.emplace_back(low + static_cast<std::int64_t>(i), terms[i]);
  return found;
}

Progression progression_of(const Sequence& sequence, std::int64_t low) {
  if (sequence.exceptions.empty()) return {0, sequence.period, sequence.saltus};
  const std::int64_t last = sequence.exceptions.back().first;
  return {last + 1 - low, sequence.period, sequence.saltus, last};
}

std::string formula(const Sequence& sequence, const std::string& name, std::int64_t residue) {
  const std::int64_t offset = sequence.offsets[static_cast<std::size_t>(residue)];
  if (sequence.saltus == 0) return fmt::format("{}", offset);
  if (sequence.saltus % sequence.period == 0) {
    const std::int64_t slope = sequence.saltus / sequence.period;
    return plus(times(slope, name), offset - slope * residue);
  }
  return plus(times(sequence.saltus, fmt::format("floor({} / {})", name, sequence.period)), offset);
}

std::optional<std::string> single_formula(const Sequence& sequence, const std::string& name) {
  const std::string first = formula(sequence, name, 0);
  std::int64_t r = 0;
  while (r < sequence.period && formula(sequence, name, r) == first) ++r;
  if (r == sequence.period) return first;
  if (sequence.saltus != 0) return std::nullopt;
  for (r = 0; r < sequence.period; ++r)
    if (sequence.offsets[static_cast<std::size_t>(r)] != sequence.offsets[0] + r)
      return std::nullopt;
  return plus(fmt::format("{} mod {}", name, sequence.period), sequence.offsets[0]);
}

}  // namespace grundy::law
