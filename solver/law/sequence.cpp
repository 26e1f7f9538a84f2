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

// Residues may have a saltus each, if they are `split`.
bool repeats(const std::vector<std::int64_t>& terms, std::size_t period, std::size_t from,
             bool split) {
  const std::size_t end = terms.size() - period;
  const auto saltus = [&](std::size_t n) { return terms[n + period] - terms[n]; };
  for (std::size_t n = from; n < end; ++n) {
    const std::size_t last = split ? end - 1 - (end - 1 - n) % period : end - 1;
    if (saltus(n) != saltus(last)) return false;
  }
  return true;
}

bool is_split(const Sequence& sequence) {
  return std::ranges::any_of(sequence.saltus,
                             [&](std::int64_t saltus) { return saltus != sequence.saltus[0]; });
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
  const std::size_t most = std::min(longest_period, terms.size() / 6);
  for (const bool split : {false, true})
    for (std::size_t period = 1; period <= most; ++period)
      if (repeats(terms, period, terms.size() / 2, split)) return sequence_with(terms, low, period);
  return std::nullopt;
}

Sequence sequence_with(const std::vector<std::int64_t>& terms, std::int64_t low,
                       std::size_t period) {
  Sequence found;
  found.period = static_cast<std::int64_t>(period);
  found.saltus.resize(period);
  found.offsets.resize(period);
  const auto residue = [&](std::int64_t n) {
    return static_cast<std::size_t>(floor_mod(n, found.period));
  };
  const auto grown = [&](std::int64_t n) {
    return found.saltus[residue(n)] * ((n - floor_mod(n, found.period)) / found.period);
  };
  const auto number = [&](std::size_t i) { return low + static_cast<std::int64_t>(i); };
  for (std::size_t i = terms.size() - period; i < terms.size(); ++i) {
    found.saltus[residue(number(i))] = terms[i] - (i >= period ? terms[i - period] : terms[i]);
    found.offsets[residue(number(i))] = terms[i] - grown(number(i));
  }
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (terms[i] != found.offsets[residue(number(i))] + grown(number(i)))
      found.exceptions.emplace_back(number(i), terms[i]);
  return found;
}

bool grows(const Sequence& sequence) {
  return std::ranges::any_of(sequence.saltus, [](std::int64_t saltus) { return saltus != 0; });
}

Progression progression_of(const Sequence& sequence, std::int64_t low) {
  std::optional<std::int64_t> saltus = sequence.saltus[0];
  if (is_split(sequence)) saltus.reset();
  if (sequence.exceptions.empty()) return {0, sequence.period, saltus};
  const std::int64_t last = sequence.exceptions.back().first;
  return {last + 1 - low, sequence.period, saltus, last};
}

std::string formula(const Sequence& sequence, const std::string& name, std::int64_t residue) {
  const std::int64_t offset = sequence.offsets[static_cast<std::size_t>(residue)];
  const std::int64_t saltus = sequence.saltus[static_cast<std::size_t>(residue)];
  if (saltus == 0) return fmt::format("{}", offset);
  if (saltus % sequence.period == 0) {
    const std::int64_t slope = saltus / sequence.period;
    return plus(times(slope, name), offset - slope * residue);
  }
  return plus(times(saltus, fmt::format("floor({} / {})", name, sequence.period)), offset);
}

std::optional<std::string> single_formula(const Sequence& sequence, const std::string& name) {
  const std::string first = formula(sequence, name, 0);
  std::int64_t r = 0;
  while (r < sequence.period && formula(sequence, name, r) == first) ++r;
  if (r == sequence.period) return first;
  if (grows(sequence)) return std::nullopt;
  for (r = 0; r < sequence.period; ++r)
    if (sequence.offsets[static_cast<std::size_t>(r)] != sequence.offsets[0] + r)
      return std::nullopt;
  return plus(fmt::format("{} mod {}", name, sequence.period), sequence.offsets[0]);
}

}  // namespace grundy::law
